import Formats
import JSON

/// What the programs of a class are about: what is drawn of them, and of what.
protocol ProgramTopic {
  associatedtype Limits: ProgramLimits

  /// The argument of `on` that says where steps are carried out.
  static var placeArgument: String { get }
  /// The keys of dictionaries.
  static var entryKeys: [String] { get }
  /// Whether the elements that a set is given may be the same.
  static var repeatsElements: Bool { get }

  /// Draws a program.
  static func make(_ generator: inout ProgramGenerator<Self>)

  /// A value without parts for a property of a type, or for one of its elements.
  static func plain(
    _ type: PropertyType,
    of property: String,
    _ generator: inout ProgramGenerator<Self>
  ) -> JSON

  /// A key for a new object of a class, which may be one that is taken.
  static func key(of type: String, _ generator: inout ProgramGenerator<Self>) -> JSON

  /// A link to an object of a class; nil if there is none.
  static func link(
    to type: String,
    of property: String,
    _ generator: inout ProgramGenerator<Self>
  ) -> JSON?
}
