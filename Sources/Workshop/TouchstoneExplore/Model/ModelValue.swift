import JSON
import Touchstone

/// What a property or an element holds in the model.
indirect enum ModelValue: Hashable, Sendable {
  case null
  /// A value without parts in one spelling, or a collection in a mixed value, which the model does not look into.
  case plain(JSON)
  case link(Int)
  case embedded(Int)
  case list([ModelValue])
  case entries([String: ModelValue])
}

/// An object of the realm.
struct ModelObject: Sendable {
  var type: String
  var values: [String: ModelValue] = [:]
  /// The object that an embedded one is in.
  var owner: Int?
}

/// What a name stands for.
enum ModelHandle: Sendable {
  case object(Int)
  /// The list, set or dictionary of an object, or its back links.
  case collection(owner: Int, property: String)
  /// All objects of a class.
  case all(String)
  /// The matches of a query in their order; nil where the model does not know them.
  case results(type: String, [Int]?)
  case scope(Int)
  /// Was made in a transaction that was cancelled.
  case invalidated(isObject: Bool)
}

/// Why a step is not part of a valid program, or is meant to fail.
enum StepFault: Error, Equatable {
  /// It is not one that programs have.
  case invalid
  /// What comes of it is not specified.
  case open(OpenPoint)
  case fails(ErrorCode)
}
