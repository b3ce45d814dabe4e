/// The powers of ten that 128 bits hold: what scales, counts and cuts decimal coefficients.
enum PowersOfTen {
  private static let table: [UInt128] = {
    var powers: [UInt128] = [1]
    for _ in 1...38 { powers.append(powers[powers.count - 1] * 10) }
    return powers
  }()

  /// 10 to an exponent from 0 to 38.
  static subscript(exponent: Int) -> UInt128 { table[exponent] }

  /// How many decimal digits a number below 10^38 has; 1 for zero.
  static func digitCount(_ number: UInt128) -> Int {
    let bits = UInt128.bitWidth - number.leadingZeroBitCount
    // 1233 / 4096 is log10(2), close enough for 128 bits: the guess is right or one too small.
    let guess = (bits * 1233) >> 12
    return max(1, number >= self[guess] ? guess + 1 : guess)
  }
}
