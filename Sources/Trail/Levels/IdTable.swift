/// Ids in any order, in a table that is three quarters full at the most: an id costs between 16 and 32 bytes.
struct IdTable: Sendable {
  // A slot of zeros is free; the id of zeros is kept apart. A look-up costs one miss of the cache.
  private var slots: [PackedId] = Array(repeating: PackedId(), count: 1024)
  private var hasZero = false
  /// How many there are.
  private(set) var count = 0
  /// Ids are made by devices: nobody shall be able to prepare some that collide.
  private let seed = UInt64.random(in: .min ... .max) | 1

  /// Notes an id; false if it was there.
  mutating func insert(_ id: DocumentIdSet.Id) -> Bool {
    if id.high == 0, id.low == 0 {
      defer { hasZero = true }
      if !hasZero { count += 1 }
      return !hasZero
    }
    if count * 4 >= slots.count * 3 { grow() }
    guard place(id) else { return false }
    count += 1
    return true
  }

  private mutating func place(_ id: DocumentIdSet.Id) -> Bool {
    let mask = slots.count - 1
    // The last bits of an id count up: four that follow each other stand side by side, which spares the cache.
    let group = (id.high ^ UInt64(id.low >> 2) << 20 ^ seed).multipliedFullWidth(by: seed)
    var index = (Int(truncatingIfNeeded: group.high ^ group.low) << 2 | Int(id.low & 3)) & mask
    while !slots[index].isZero {
      if slots[index].id == id { return false }
      index = (index + 1) & mask
    }
    slots[index] = PackedId(id)
    return true
  }

  private mutating func grow() {
    let old = slots
    slots = Array(repeating: PackedId(), count: old.count * 2)
    for slot in old where !slot.isZero { _ = place(slot.id) }
  }
}
