extension Decimal128 {
  /// Reads the text of a decimal number, exactly or not at all: nil for what is not a number, has more than 34
  /// significant digits, or lies beyond the exponents that exist.
  ///
  /// Accepted are digits with at most one point, an optional exponent (`1E+10`), and the words `NaN`, `Inf` and
  /// `Infinity` in any case, each with an optional sign. Digits are kept as they stand (`1.50` keeps its
  /// zero), except where the format has no room for them and zeros can be dropped or added without changing
  /// the number. The exponent of a zero is moved to the nearest one that exists.
  public init?(_ text: String) {
    var rest = text[...].utf8
    let isNegative = rest.sign() == -1
    if let special = Self.special(rest, isNegative: isNegative) {
      self = special
      return
    }
    guard var digits = DigitReader(&rest), let exponent = Self.exponent(&rest), rest.isEmpty
    else { return nil }
    digits.exponent += exponent
    guard let fitted = digits.fitted(isNegative: isNegative) else { return nil }
    self.init(fitted)
  }

  private static func special(_ word: Substring.UTF8View, isNegative: Bool) -> Decimal128? {
    guard let first = word.first, first > UInt8(ascii: "9") else { return nil }
    // For letters this bit is the case.
    let lowercase = word.lazy.map { $0 | 0x20 }
    if lowercase.elementsEqual("nan".utf8) { return .nan }
    if lowercase.elementsEqual("inf".utf8) || lowercase.elementsEqual("infinity".utf8) {
      return isNegative ? .negativeInfinity : .infinity
    }
    return nil
  }

  /// The number after an `E`; 0 if there is none, nil if it has no digits.
  private static func exponent(_ rest: inout Substring.UTF8View) -> Int? {
    guard rest.skip(UInt8(ascii: "E")) || rest.skip(UInt8(ascii: "e")) else { return 0 }
    let sign = rest.sign() ?? 1
    guard var exponent = rest.digit().map(Int.init) else { return nil }
    while let digit = rest.digit() {
      // Beyond any text's number of digits it makes no difference how much it is.
      if exponent < 1_000_000_000_000_000 { exponent = exponent * 10 + Int(digit) }
    }
    return sign * exponent
  }
}

/// The digits of a text as a coefficient and an exponent, with the zeros that the 34 digits leave no room for
/// moved into the exponent.
private struct DigitReader {
  private var coefficient: UInt128 = 0
  var exponent = 0

  /// - Returns: nil if there are no digits, or too many.
  init?(_ rest: inout Substring.UTF8View) {
    var hasDigits = false
    var hasPoint = false
    while true {
      if !hasPoint && rest.skip(ASCII.point) {
        hasPoint = true
        continue
      }
      guard let digit = rest.digit() else { break }
      hasDigits = true
      if hasPoint { exponent -= 1 }
      if coefficient < PowersOfTen[Decimal128.Finite.greatestDigitCount - 1] {
        coefficient = coefficient * 10 + UInt128(digit)
      } else if digit == 0 {
        exponent += 1
      } else {
        return nil
      }
    }
    if !hasDigits { return nil }
  }

  /// The number with an exponent that exists; nil if there is none without rounding.
  func fitted(isNegative: Bool) -> Decimal128.Finite? {
    typealias Finite = Decimal128.Finite
    let nearest = min(max(exponent, Finite.exponents.lowerBound), Finite.exponents.upperBound)
    var result = Finite(isNegative: isNegative, coefficient: coefficient, exponent: nearest)
    if coefficient == 0 || exponent == nearest { return result }
    if exponent > nearest {
      let room = Finite.greatestDigitCount - PowersOfTen.digitCount(coefficient)
      guard exponent - nearest <= room else { return nil }
      result.coefficient *= PowersOfTen[exponent - nearest]
    } else {
      guard nearest - exponent < Finite.greatestDigitCount else { return nil }
      let (quotient, remainder) = coefficient.quotientAndRemainder(
        dividingBy: PowersOfTen[nearest - exponent]
      )
      guard remainder == 0 else { return nil }
      result.coefficient = quotient
    }
    return result
  }
}
