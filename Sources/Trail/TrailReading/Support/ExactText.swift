import JSON

/// A text that is found by its bytes: `==` of strings takes canonically equivalent ones for the same, which are two names
/// in a trail.
package struct ExactText: Sendable, Hashable, Comparable, ExpressibleByStringLiteral {
  /// The text itself.
  package let text: String

  /// The text to be found.
  package init(_ text: String) { self.text = text }
  /// A literal.
  package init(stringLiteral text: String) { self.init(text) }

  package static func == (left: Self, right: Self) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8)
  }

  /// By the bytes.
  package static func < (left: Self, right: Self) -> Bool {
    left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
  }

  package func hash(into hasher: inout Hasher) {
    ByteKey(text).hash(into: &hasher)
  }
}

extension ExactText? {
  /// The order of lists: what is missing comes first.
  package func precedes(_ other: ExactText?) -> Bool {
    guard let other else { return false }
    return map { $0 < other } ?? true
  }
}
