/// A value in the words of a fact: what tells it from other values, and the number of the property that has it.
package struct FactValue: Sendable, Hashable {
  /// As it stands among the words.
  package let word: UInt64

  /// The bits of what tells values apart, below those of the property.
  @usableFromInline static let hashBits: UInt64 = 48
  @usableFromInline static let hashMask: UInt64 = (1 << hashBits) - 1

  /// A word of a fact.
  @inlinable
  package init(_ word: UInt64) { self.word = word }

  /// A value of a property.
  @inlinable
  package init(property: Int, hash: UInt64) {
    word = UInt64(truncatingIfNeeded: property) << Self.hashBits | hash
  }

  /// The number of the property.
  @inlinable package var property: Int { Int(truncatingIfNeeded: word >> Self.hashBits) }
  /// What tells the value from others.
  @inlinable package var hash: UInt64 { word & Self.hashMask }

  /// A hash of 64 bits as one that fits beside a property.
  @inline(__always)
  static func hash(_ hash: UInt64) -> UInt64 { hash >> (64 - hashBits) }
}
