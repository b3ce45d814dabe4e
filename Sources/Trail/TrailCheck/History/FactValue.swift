/// A value in the words of a fact: what tells it from other values, and the number of the property that has it.
package struct FactValue: Sendable, Hashable {
  /// As it stands among the words.
  package let word: UInt64

  /// The bits of what tells values apart, below those of the property.
  @inlinable static var hashBits: UInt64 { 48 }
  @inlinable static var hashMask: UInt64 { (1 << hashBits) - 1 }

  /// A word of a fact.
  @inlinable @inline(__always)
  package init(_ word: UInt64) { self.word = word }

  /// A value of a property.
  @inlinable @inline(__always)
  package init(property: Int, hash: UInt64) {
    word = UInt64(truncatingIfNeeded: property) << Self.hashBits | hash
  }

  /// The number of the property.
  @inlinable package var property: Int {
    @inline(__always) get { Int(truncatingIfNeeded: word >> Self.hashBits) }
  }
  /// What tells the value from others.
  @inlinable package var hash: UInt64 {
    @inline(__always) get { word & Self.hashMask }
  }

  /// A hash of 64 bits as one that fits beside a property.
  @inline(__always)
  static func hash(_ hash: UInt64) -> UInt64 { hash >> (64 - hashBits) }
}
