import Formats

/// A property of a class, as sentences name it.
struct PropertyName: Sendable, Hashable, Comparable, CustomStringConvertible {
  var className: String
  var name: String

  /// By class, then by name.
  static func < (left: Self, right: Self) -> Bool {
    (left.className, left.name) < (right.className, right.name)
  }

  var description: String { "\(quoted(name)) of class \(quoted(className))" }
}
