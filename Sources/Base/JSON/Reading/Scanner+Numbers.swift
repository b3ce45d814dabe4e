extension Scanner {
  /// Reads a number into the smallest case that keeps it.
  mutating func scanNumber() throws(JSONError) -> JSON {
    let first = cursor
    let isNegative = byte == Ascii.minus
    if isNegative { cursor += 1 }

    // Up to 19 digits fit into 64 bits. More of them overflow harmlessly: the sum is not used then.
    var digits: UInt64 = 0
    let integer = cursor
    if byte == Ascii.zero {
      cursor += 1
      guard Ascii.digit(byte) > 9 else { throw failure("a number has no leading zeros") }
    } else {
      try scanDigits(into: &digits, of: "a number")
    }
    var count = cursor - integer

    var exponent = 0
    let isInteger = byte != Ascii.point && byte | 0x20 != UInt8(ascii: "e")
    if byte == Ascii.point {
      cursor += 1
      let fraction = cursor
      try scanDigits(into: &digits, of: "a fraction")
      exponent = fraction - cursor
      count -= exponent
    }
    if byte | 0x20 == UInt8(ascii: "e") { exponent += try scanExponent() }

    let isExact = count <= 19
    if isInteger {
      if isExact, let value = Self.int(digits, isNegative: isNegative) { return value }
      return .number(literal(from: first))
    }
    if isExact, let value = Self.double(digits, exponent) {
      return .double(isNegative ? -value : value)
    }
    // The standard library rounds correctly whatever the length, but slowly.
    let literal = literal(from: first)
    if let value = Double(literal), value.isFinite, value != 0 || !Self.hasDigit(literal) {
      return .double(value)
    }
    return .number(literal)
  }

  @inline(__always)
  private mutating func scanDigits(
    into digits: inout UInt64,
    of part: String
  ) throws(JSONError) {
    guard Ascii.digit(byte) <= 9 else { throw unexpected(wanted: "a digit of \(part)") }
    while true {
      let digit = Ascii.digit(byte)
      guard digit <= 9 else { return }
      digits = digits &* 10 &+ UInt64(digit)
      cursor += 1
    }
  }

  /// Far more than any double has, but no overflow, however many digits there are.
  private static let exponentLimit = 1_000_000

  private mutating func scanExponent() throws(JSONError) -> Int {
    cursor += 1
    let isNegative = byte == Ascii.minus
    if isNegative || byte == Ascii.plus { cursor += 1 }
    guard Ascii.digit(byte) <= 9 else { throw unexpected(wanted: "a digit of an exponent") }
    var exponent = 0
    while Ascii.digit(byte) <= 9 {
      exponent = min(exponent * 10 + Int(Ascii.digit(byte)), Self.exponentLimit)
      cursor += 1
    }
    return isNegative ? -exponent : exponent
  }

  /// Whether a digit other than zero stands before the exponent: such a number is not zero, however small.
  private static func hasDigit(_ literal: String) -> Bool {
    literal.utf8.prefix { $0 | 0x20 != UInt8(ascii: "e") }.contains { 1...9 ~= Ascii.digit($0) }
  }

  private func literal(from first: Place) -> String {
    first.text(to: cursor)
  }

  private static func int(_ magnitude: UInt64, isNegative: Bool) -> JSON? {
    guard isNegative else { return Int64(exactly: magnitude).map(JSON.int) }
    // Integers have no negative zero.
    if magnitude == 0 { return .double(-0.0) }
    return magnitude <= Int64.min.magnitude ? .int(Int64(truncatingIfNeeded: 0 &- magnitude)) : nil
  }

  /// 10^0 … 10^22: all powers of ten that a double holds exactly.
  private static let powersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]

  /// Clinger's fast path: if the digits and the power of ten are doubles, then one multiplication or
  /// division of them rounds only once, hence correctly.
  private static func double(_ digits: UInt64, _ exponent: Int) -> Double? {
    guard digits <= 1 << 53, exponent.magnitude <= 22 else { return nil }
    return exponent < 0
      ? Double(digits) / powersOfTen[-exponent] : Double(digits) * powersOfTen[exponent]
  }
}
