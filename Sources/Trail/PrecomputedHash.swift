/// A hash as the key of a dictionary or a set, which does not hash it again: that would cost more than the look-up.
struct PrecomputedHash: Hashable, Sendable {
  let value: UInt64

  init(_ value: UInt64) { self.value = value }

  func hash(into hasher: inout Hasher) { hasher.combine(value) }

  // Collections ask for this one. The standard library has it for its own types and keeps it in its interface.
  func _rawHashValue(seed: Int) -> Int {
    Int(truncatingIfNeeded: (value ^ UInt64(bitPattern: Int64(seed))) &* 0x9E37_79B9_7F4A_7C15 >> 8)
  }
}
