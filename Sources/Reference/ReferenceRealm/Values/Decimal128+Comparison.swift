extension Decimal128 {
  /// How two numbers compare: -1, 0 or 1; nil if one is not a number.
  ///
  /// Exact at any distance: exponents decide, and only numbers of one magnitude have their coefficients
  /// aligned, which 128 bits hold then.
  public static func compare(_ left: Decimal128, _ right: Decimal128) -> Int? {
    if left.isNaN || right.isNaN { return nil }
    guard let a = left.finite, let b = right.finite else {
      return left.infinity.compared(to: right.infinity)
    }
    guard a.signum == b.signum else { return a.signum.compared(to: b.signum) }
    return a.signum * Finite.compareMagnitudes(a, b)
  }

  /// -1 or 1 for an infinity, 0 for what is finite.
  var infinity: Int { isInfinite ? (isNegative ? -1 : 1) : 0 }
}

extension Comparable {
  /// How it compares to another one: -1, 0 or 1.
  func compared(to other: Self) -> Int { self < other ? -1 : self > other ? 1 : 0 }
}

extension Decimal128.Finite {
  /// How the numbers compare without their signs.
  static func compareMagnitudes(_ a: Self, _ b: Self) -> Int {
    if a.coefficient == 0 || b.coefficient == 0 { return a.coefficient.compared(to: b.coefficient) }
    guard a.magnitude == b.magnitude else { return a.magnitude.compared(to: b.magnitude) }
    // With the first digits in one place, the one with the greater exponent has fewer digits by as much:
    // padded, both have at most 34.
    let shift = a.exponent - b.exponent
    return shift >= 0
      ? (a.coefficient * PowersOfTen[shift]).compared(to: b.coefficient)
      : a.coefficient.compared(to: b.coefficient * PowersOfTen[-shift])
  }

  /// The exponent of the first digit.
  var magnitude: Int { exponent + PowersOfTen.digitCount(coefficient) - 1 }
}

extension Decimal128: Hashable {
  /// Equal as numbers, whatever their digits: 1.5 is 1.50, and -0 is 0.
  ///
  /// NaN equals NaN here, unlike in arithmetic. Equality decides whether an assignment changed anything, and
  /// writing NaN over NaN does not; it also lets NaN be found in a set again.
  public static func == (left: Decimal128, right: Decimal128) -> Bool {
    if left.high == right.high && left.low == right.low { return true }
    if left.isNaN { return right.isNaN }
    return compare(left, right) == 0
  }

  /// Feeds the double that is nearest, which spellings of one number have in common.
  public func hash(into hasher: inout Hasher) { hasher.combine(Double(description)) }
}
