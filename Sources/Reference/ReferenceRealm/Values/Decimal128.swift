/// A decimal number of IEEE 754-2008 with 34 digits: money and measures exactly as they were entered.
///
/// The bits are those that BSON stores (the binary integer encoding, BID): a sign, an exponent from -6176 to
/// 6111, and an integer coefficient of up to 34 digits. `1.5` and `1.50` are different bits and texts of one
/// number. Encodings that the standard calls non-canonical (a coefficient beyond 34 digits) read as zero, as
/// it demands.
public struct Decimal128: Sendable {
  /// The upper 64 bits of the encoding: sign, exponent and the top of the coefficient.
  public let high: UInt64
  /// The lower 64 bits of the encoding.
  public let low: UInt64

  /// Takes over an encoding as it is.
  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// The number that an integer is, with exponent 0.
  public init(_ integer: Int64) {
    self.init(
      Finite(isNegative: integer < 0, coefficient: UInt128(integer.magnitude), exponent: 0)
    )
  }

  /// Not a number: the canonical quiet one.
  public static let nan = Decimal128(high: 0x7C00_0000_0000_0000, low: 0)
  /// Positive infinity.
  public static let infinity = Decimal128(high: 0x7800_0000_0000_0000, low: 0)
  /// Negative infinity.
  public static let negativeInfinity = Decimal128(high: 0xF800_0000_0000_0000, low: 0)

  /// Whether this is not a number, of whatever sign and payload.
  public var isNaN: Bool { high >> 58 & 0x1F == 0x1F }

  /// Whether this is one of the two infinities.
  public var isInfinite: Bool { high >> 58 & 0x1F == 0x1E }

  /// Whether the sign bit is set, as it is for `-0` too.
  public var isNegative: Bool { high >> 63 == 1 }
}

extension Decimal128 {
  /// What a finite number is made of: plus or minus coefficient times ten to the exponent.
  struct Finite {
    static let greatestCoefficient = PowersOfTen[34] - 1
    static let greatestDigitCount = 34
    static let exponents = -6176...6111

    var isNegative: Bool
    var coefficient: UInt128
    var exponent: Int

    /// -1, 0 or 1; 0 for both zeros.
    var signum: Int { coefficient == 0 ? 0 : (isNegative ? -1 : 1) }
  }

  /// Encodes parts that are within their limits.
  init(_ parts: Finite) {
    precondition(parts.coefficient <= Finite.greatestCoefficient)
    precondition(Finite.exponents.contains(parts.exponent))
    let exponent = UInt64(parts.exponent - Finite.exponents.lowerBound)
    let sign: UInt64 = parts.isNegative ? 1 << 63 : 0
    high = sign | exponent << 49 | UInt64(truncatingIfNeeded: parts.coefficient >> 64)
    low = UInt64(truncatingIfNeeded: parts.coefficient)
  }

  /// The parts of a finite number; nil for NaN and the infinities.
  var finite: Finite? {
    // Two set bits after the sign announce another layout: a special value, or a coefficient that begins
    // at 2^113 and so is always beyond 34 digits.
    if high >> 61 & 3 == 3 {
      if high >> 59 & 0xF == 0xF { return nil }
      return Finite(
        isNegative: isNegative,
        coefficient: 0,
        exponent: Self.exponent(high >> 47)
      )
    }
    let coefficient = UInt128(high & (1 << 49 - 1)) << 64 | UInt128(low)
    return Finite(
      isNegative: isNegative,
      coefficient: coefficient <= Finite.greatestCoefficient ? coefficient : 0,
      exponent: Self.exponent(high >> 49)
    )
  }

  private static func exponent(_ bits: UInt64) -> Int {
    Int(bits & 0x3FFF) + Finite.exponents.lowerBound
  }
}
