/// The ids that were seen, 12 bytes each in a table that is three quarters full at the most.
///
/// An id costs between 16 and 32 bytes, which is the only memory that grows with a trail whose history is not followed.
package struct DocumentIdSet: Sendable {
  /// An objectId as two numbers.
  package struct Id: Sendable, Hashable {
    package var high: UInt64
    package var low: UInt32

    package init(high: UInt64, low: UInt32) {
      self.high = high
      self.low = low
    }

    /// Reads 24 hexadecimal digits.
    package init?(hex: some Sequence<UInt8>) {
      var (high, low) = (UInt64(0), UInt32(0))
      var count = 0
      for byte in hex {
        guard byte.isHexDigit else { return nil }
        let digit = byte < 0x40 ? byte - 0x30 : (byte | 0x20) - 0x61 + 10
        if count < 16 { high = high << 4 | UInt64(digit) } else { low = low << 4 | UInt32(digit) }
        count += 1
      }
      guard count == 24 else { return nil }
      self.init(high: high, low: low)
    }
  }

  /// The 12 bytes of an id in one piece: a look-up costs one miss of the cache.
  private struct Slot {
    var first: UInt32 = 0
    var second: UInt32 = 0
    var third: UInt32 = 0

    init() {}

    init(_ id: Id) {
      first = UInt32(truncatingIfNeeded: id.high >> 32)
      second = UInt32(truncatingIfNeeded: id.high)
      third = id.low
    }

    var id: Id { Id(high: UInt64(first) << 32 | UInt64(second), low: third) }
    var isFree: Bool { first | second | third == 0 }
  }

  // A slot of zeros is free; the id of zeros is kept apart.
  private var slots: [Slot] = Array(repeating: Slot(), count: 1024)
  private var hasZero = false
  /// How many there are.
  package private(set) var count = 0
  /// Ids are made by devices: nobody shall be able to prepare some that collide.
  private let seed = UInt64.random(in: .min ... .max) | 1

  package init() {}

  /// Notes an id; false if it was there.
  package mutating func insert(_ id: Id) -> Bool {
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

  /// Every id, in no particular order.
  package var ids: [Id] {
    let zero = hasZero ? [Id(high: 0, low: 0)] : []
    return zero + slots.lazy.filter { !$0.isFree }.map(\.id)
  }

  private mutating func place(_ id: Id) -> Bool {
    let mask = slots.count - 1
    // The last bits of an id count up: four that follow each other stand side by side, which spares the cache.
    let group = (id.high ^ UInt64(id.low >> 2) << 20 ^ seed).multipliedFullWidth(by: seed)
    var index = (Int(truncatingIfNeeded: group.high ^ group.low) << 2 | Int(id.low & 3)) & mask
    while !slots[index].isFree {
      if slots[index].id == id { return false }
      index = (index + 1) & mask
    }
    slots[index] = Slot(id)
    return true
  }

  private mutating func grow() {
    let old = slots
    slots = Array(repeating: Slot(), count: old.count * 2)
    for slot in old where !slot.isFree { _ = place(slot.id) }
  }
}
