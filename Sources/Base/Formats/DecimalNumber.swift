import JSON

/// A decimal number as a text writes it: a sign, digits, a point among or beside them, and an exponent of five digits at
/// most.
///
/// `1E+10` and `1e10` are one, `1.50` and `1.5` are two, which are the same when they are ``reduced``.
package struct DecimalNumber: Sendable, Hashable {
  package let isNegative: Bool
  /// The digits, without zeros before them; one zero if there is no other digit.
  package let digits: String
  /// The power of ten of the last digit.
  package let exponent: Int

  private init(_ isNegative: Bool, _ digits: some Sequence<UInt8>, _ exponent: Int) {
    let significant = digits.drop { $0 == Ascii.zero }
    let text = String(decoding: Array(significant), as: UTF8.self)
    (self.isNegative, self.exponent) = (isNegative, exponent)
    self.digits = text.isEmpty ? "0" : text
  }

  /// Nil for any other text, also for the names of what is not a number.
  package init?(_ text: String) {
    var rest = text.utf8[...]
    let isNegative = rest.first == Ascii.minus
    if isNegative || rest.first == Ascii.plus { rest.removeFirst() }
    var digits = Array(rest.prefix(while: \.isDigit))
    rest = rest.dropFirst(digits.count)
    var exponent = 0
    if rest.first == Ascii.point {
      let fraction = rest.dropFirst().prefix(while: \.isDigit)
      digits += fraction
      exponent = -fraction.count
      rest = rest[fraction.endIndex...]
    }
    guard !digits.isEmpty else { return nil }
    if let mark = rest.popFirst() {
      let count = rest.drop { $0 == Ascii.plus || $0 == Ascii.minus }.count
      guard mark | 0x20 == UInt8(ascii: "e"), 1...5 ~= count, let power = Int(Substring(rest))
      else { return nil }
      exponent += power
    }
    self.init(isNegative, digits, exponent)
  }

  /// Whether it is zero, of either sign.
  package var isZero: Bool { digits == "0" }

  /// The same number without zeros behind its digits.
  package var reduced: DecimalNumber {
    let zeros = isZero ? 0 : digits.utf8.reversed().prefix { $0 == Ascii.zero }.count
    return DecimalNumber(isNegative, digits.utf8.dropLast(zeros), isZero ? 0 : exponent + zeros)
  }
}
