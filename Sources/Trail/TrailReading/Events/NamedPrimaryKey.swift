package import JSON
package import Formats

/// The primary key of a class, as a person without a schema names it: `Person=number`.
package struct NamedPrimaryKey: Sendable, Hashable, CustomStringConvertible {
  package let className: String
  package let property: String

  /// Nil if the text is not a class, an equals sign and a property.
  package init?(_ text: String) {
    let parts = text.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }) else { return nil }
    (className, property) = (parts[0], parts[1])
  }

  package var description: String { "\(className)=\(property)" }

  /// The class that has two keys in a list, if there is one.
  package static func classNamedTwice(in keys: [NamedPrimaryKey]) -> String? {
    for (index, key) in keys.enumerated()
    where keys[..<index].contains(where: { $0.className.utf8.elementsEqual(key.className.utf8) }) {
      return key.className
    }
    return nil
  }
}

extension NamedPrimaryKey: JSONValue {
  package init(field node: JSONNode) throws(JSONFault) {
    guard let key = NamedPrimaryKey(try node.string()) else {
      throw node.fault("expected a class and its primary key")
    }
    self = key
  }
  package var fieldJSON: JSON { .string(description) }
}
