import JSON

/// A decimal as it is compared: by its value, since its form may change without an event (WRITE-41).
package enum DecimalForm {
  /// Numbers of more digits are not written out.
  private static let longest = 40

  /// Whether a text is the plain form of a decimal: digits, a point only before one that is not zero, and no zero without need.
  package static func isPlain(_ text: Bytes) -> Bool {
    var rest = text[...]
    let isNegative = rest.first == Ascii.minus
    if isNegative { rest.removeFirst() }
    guard let first = rest.first, first.isDigit, let last = rest.last, last.isDigit else {
      return false
    }
    let whole = rest.prefix(while: \.isDigit)
    if first == Ascii.zero, whole.count > 1 { return false }
    if whole.endIndex == rest.endIndex { return !(isNegative && first == Ascii.zero) }
    return rest[whole.endIndex] == Ascii.point && last != Ascii.zero
      && rest[whole.endIndex...].dropFirst().allSatisfy(\.isDigit)
  }

  /// The plain form of a decimal, or the name of one that is not a number; nil for any other text.
  package static func plain(_ text: String) -> String? {
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
    guard !digits.isEmpty else { return unnumbered(text, isNegative: isNegative) }
    if !rest.isEmpty {
      guard rest.first == UInt8(ascii: "E") || rest.first == UInt8(ascii: "e"),
        let power = Int(Substring(rest.dropFirst())), power.magnitude < 100_000
      else { return nil }
      exponent += power
    }
    while digits.last == Ascii.zero {
      digits.removeLast()
      exponent += 1
    }
    let significant = String(decoding: digits.drop { $0 == Ascii.zero }, as: UTF8.self)
    if significant.isEmpty { return "0" }
    return (isNegative ? "-" : "") + spelled(significant, exponent)
  }

  private static func unnumbered(_ text: String, isNegative: Bool) -> String? {
    switch text.drop(while: { $0 == "-" || $0 == "+" }).lowercased() {
    case "nan": "NaN"
    case "inf", "infinity": (isNegative ? "-" : "") + "Infinity"
    default: nil
    }
  }

  private static func spelled(_ digits: String, _ exponent: Int) -> String {
    func zeros(_ count: Int) -> String { String(repeating: "0", count: count) }
    guard exponent.magnitude < longest else { return "\(digits)e\(exponent)" }
    if exponent >= 0 { return digits + zeros(exponent) }
    let missing = -exponent - digits.count
    if missing >= 0 { return "0." + zeros(missing) + digits }
    return digits.dropLast(-exponent) + "." + digits.suffix(-exponent)
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { self &- Ascii.zero < 10 }
}
