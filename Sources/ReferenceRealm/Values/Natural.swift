/// A whole number as long as it needs to be, with the little arithmetic that an exact comparison of a decimal
/// with a double takes.
struct Natural {
  /// From the lowest; the last one is not zero.
  private var limbs: [UInt64]

  init(_ number: UInt128) {
    limbs = [UInt64(truncatingIfNeeded: number), UInt64(truncatingIfNeeded: number >> 64)]
    trim()
  }

  mutating func multiply(byFiveTo exponent: Int) {
    // 5^27 is the greatest power that a limb holds.
    for _ in 0..<exponent / 27 { multiply(by: 7_450_580_596_923_828_125) }
    var power: UInt64 = 1
    for _ in 0..<exponent % 27 { power *= 5 }
    multiply(by: power)
  }

  mutating func shiftLeft(by bits: Int) {
    multiply(by: 1 << UInt64(bits % 64))
    if !limbs.isEmpty { limbs.insert(contentsOf: repeatElement(0, count: bits / 64), at: 0) }
  }

  /// -1, 0 or 1.
  static func compare(_ left: Natural, _ right: Natural) -> Int {
    if left.limbs.count != right.limbs.count {
      return left.limbs.count < right.limbs.count ? -1 : 1
    }
    for (a, b) in zip(left.limbs.reversed(), right.limbs.reversed()) where a != b {
      return a < b ? -1 : 1
    }
    return 0
  }

  private mutating func multiply(by factor: UInt64) {
    var carry: UInt64 = 0
    for index in limbs.indices {
      let product = UInt128(limbs[index]) * UInt128(factor) + UInt128(carry)
      limbs[index] = UInt64(truncatingIfNeeded: product)
      carry = UInt64(truncatingIfNeeded: product >> 64)
    }
    if carry > 0 { limbs.append(carry) }
  }

  private mutating func trim() {
    while limbs.last == 0 { limbs.removeLast() }
  }
}
