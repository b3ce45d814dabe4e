/// A hash as the key of a dictionary or a set, which does not hash it again: that would cost more than the look-up.
package struct PrecomputedHash: Hashable, Sendable {
  package let value: UInt64

  package init(_ value: UInt64) { self.value = value }

  package func hash(into hasher: inout Hasher) { hasher.combine(value) }

  /// Trails are untrusted, and must not be able to prepare hashes that meet in a table.
  private static let secret = UInt64.random(in: .min ... .max) | 1

  // Collections ask for this one. The standard library has it for its own types and keeps it in its interface.
  package func _rawHashValue(seed: Int) -> Int {
    let product = (value ^ UInt64(bitPattern: Int64(seed))).multipliedFullWidth(by: Self.secret)
    return Int(truncatingIfNeeded: product.high ^ product.low)
  }
}
