/// Finds the position of a key among many.
///
/// Small objects do without: a look at each key is quicker there.
///
/// The keys themselves stay with the members, the index only holds their positions.
struct KeyIndex: Sendable {
  /// Up to that many members need no index.
  static let threshold = 16

  /// Positions plus one in a hash table with linear probing, 0 where a slot is free.
  ///
  /// The number of
  /// slots is a power of two and at least twice that of the keys.
  private var slots: [UInt32]
  private var count = 0

  init(capacity: Int) {
    slots = Array(repeating: 0, count: Self.slotCount(for: capacity))
  }

  private static func slotCount(for capacity: Int) -> Int {
    1 << (Int.bitWidth - (capacity * 2 - 1).leadingZeroBitCount)
  }

  /// The position of a key.
  func position(of name: String, key: (Int) -> String) -> Int? {
    let found = Int(slots[slot(of: name, key: key)])
    return found == 0 ? nil : found - 1
  }

  /// Notes the position of a key, unless an equal key is there.
  mutating func insert(_ position: Int, key: (Int) -> String) -> Bool {
    if (count + 1) * 2 > slots.count { grow(key: key) }
    let slot = slot(of: key(position), key: key)
    guard slots[slot] == 0 else { return false }
    slots[slot] = UInt32(position + 1)
    count += 1
    return true
  }

  private mutating func grow(key: (Int) -> String) {
    let old = slots
    slots = Array(repeating: 0, count: old.count * 2)
    for entry in old where entry != 0 {
      slots[slot(of: key(Int(entry) - 1), key: key)] = entry
    }
  }

  /// Where a key stands, or the free slot where it would.
  private func slot(of name: String, key: (Int) -> String) -> Int {
    // The hasher is seeded anew in each process: nobody can prepare keys that collide.
    var hasher = Hasher()
    name.withBytes { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    let mask = slots.count - 1
    var slot = hasher.finalize() & mask
    while slots[slot] != 0, !key(Int(slots[slot]) - 1).hasSameBytes(as: name) {
      slot = (slot + 1) & mask
    }
    return slot
  }
}
