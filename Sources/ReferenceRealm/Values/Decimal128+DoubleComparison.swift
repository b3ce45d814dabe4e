extension Decimal128 {
  /// How this number compares to a double as they are, without rounding either: 0.1 is less than the double
  /// `0.1`, which is a little more than a tenth.
  ///
  /// - Returns: -1, 0 or 1; nil if one is not a number.
  public func compare(to double: Double) -> Int? {
    if isNaN || double.isNaN { return nil }
    guard let parts = finite, double.isFinite else {
      let infinityOfDouble = double.isFinite ? 0 : (double < 0 ? -1 : 1)
      return Self.order(infinity, infinityOfDouble)
    }
    let signOfDouble = double == 0 ? 0 : (double < 0 ? -1 : 1)
    guard parts.signum == signOfDouble else { return Self.order(parts.signum, signOfDouble) }
    if parts.signum == 0 { return 0 }
    return parts.signum * Self.compareMagnitudes(parts, BinaryParts(double))
  }

  /// A positive double as integer times a power of two.
  private struct BinaryParts {
    var significand: UInt64
    var exponent: Int

    init(_ double: Double) {
      let fraction = double.significandBitPattern
      let field = Int(double.exponentBitPattern)
      // The smallest doubles have no leading one that goes without saying.
      significand = field == 0 ? fraction : fraction | 1 << 52
      exponent = max(field, 1) - 1075
    }
  }

  private static func compareMagnitudes(_ decimal: Finite, _ binary: BinaryParts) -> Int {
    // Doubles lie between 10^-324 and 10^309. Deciding the rest here bounds everything below.
    if decimal.magnitude > 309 { return 1 }
    if decimal.magnitude < -325 { return -1 }

    // Both as powers of two, the decimal between its two bounds. floor(exponent × log2(10)) is right for
    // |exponent| up to 1650.
    let power = (decimal.exponent * 217_706) >> 16
    let decimalBits = UInt128.bitWidth - decimal.coefficient.leadingZeroBitCount + power
    let binaryBits = UInt64.bitWidth - binary.significand.leadingZeroBitCount + binary.exponent
    if decimalBits > binaryBits + 1 { return 1 }
    if decimalBits + 1 < binaryBits { return -1 }

    // So close that only the exact numbers tell. Ten to the exponent is split into its fives, which go to
    // the side where they multiply, and its twos, which are a shift: about 1200 bits at most.
    var left = Natural(decimal.coefficient)
    var right = Natural(UInt128(binary.significand))
    if decimal.exponent >= 0 {
      left.multiply(byFiveTo: decimal.exponent)
    } else {
      right.multiply(byFiveTo: -decimal.exponent)
    }
    let shift = decimal.exponent - binary.exponent
    if shift >= 0 { left.shiftLeft(by: shift) } else { right.shiftLeft(by: -shift) }
    return Natural.compare(left, right)
  }
}
