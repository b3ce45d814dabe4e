import Formats
import JSON

/// A property of a class, as sentences name it.
struct PropertyName: Sendable, Hashable, Comparable, CustomStringConvertible {
  private let classKey: ByteKey
  private let key: ByteKey

  init(className: String, name: String) {
    classKey = ByteKey(className)
    key = ByteKey(name)
  }

  var className: String { classKey.text }
  var name: String { key.text }

  /// By class, then by name.
  static func < (left: Self, right: Self) -> Bool {
    (left.classKey, left.key) < (right.classKey, right.key)
  }

  var description: String { "\(name.quoted) of class \(className.quoted)" }
}
