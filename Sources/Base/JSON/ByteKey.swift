/// A text in a hash table, found by its bytes.
package struct ByteKey: Hashable, Sendable {
  @usableFromInline package let text: String

  @inlinable
  package init(_ text: String) { self.text = text }

  package static func == (left: ByteKey, right: ByteKey) -> Bool {
    left.text.equalsByBytes(right.text)
  }

  // The hasher is seeded anew in each process, so that colliding keys cannot be prepared.
  package func hash(into hasher: inout Hasher) {
    text.hashBytes(into: &hasher)
  }
}

extension ByteKey: Comparable {
  /// The order of their bytes.
  package static func < (left: ByteKey, right: ByteKey) -> Bool {
    left.text.precedesByBytes(right.text)
  }
}

extension ByteKey: ExpressibleByStringLiteral {
  /// A literal.
  package init(stringLiteral text: String) { self.init(text) }
}

extension ByteKey? {
  /// The order of lists: what is missing comes first.
  package func precedes(_ other: ByteKey?) -> Bool {
    guard let other else { return false }
    return map { $0 < other } ?? true
  }
}
