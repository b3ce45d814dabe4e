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

  // A slot of zeros is free; the id of zeros is kept apart.
  private var highs: [UInt64] = Array(repeating: 0, count: 1024)
  private var lows: [UInt32] = Array(repeating: 0, count: 1024)
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
    if count * 4 >= highs.count * 3 { grow() }
    guard place(id) else { return false }
    count += 1
    return true
  }

  /// Every id, in no particular order.
  package var ids: [Id] {
    let zero = hasZero ? [Id(high: 0, low: 0)] : []
    return zero
      + highs.indices.filter { highs[$0] != 0 || lows[$0] != 0 }
      .map { Id(high: highs[$0], low: lows[$0]) }
  }

  private mutating func place(_ id: Id) -> Bool {
    let mask = highs.count - 1
    let product = (id.high ^ UInt64(id.low) << 20 ^ seed).multipliedFullWidth(by: seed)
    var slot = Int(truncatingIfNeeded: product.high ^ product.low) & mask
    while highs[slot] != 0 || lows[slot] != 0 {
      if highs[slot] == id.high, lows[slot] == id.low { return false }
      slot = (slot + 1) & mask
    }
    highs[slot] = id.high
    lows[slot] = id.low
    return true
  }

  private mutating func grow() {
    let (oldHighs, oldLows) = (highs, lows)
    highs = Array(repeating: 0, count: oldHighs.count * 2)
    lows = Array(repeating: 0, count: oldLows.count * 2)
    for slot in oldHighs.indices where oldHighs[slot] != 0 || oldLows[slot] != 0 {
      _ = place(Id(high: oldHighs[slot], low: oldLows[slot]))
    }
  }
}
