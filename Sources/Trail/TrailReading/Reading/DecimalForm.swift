import Formats
import JSON

/// A decimal as it is compared: by its value, since its form may change without an event (WRITE-41).
package enum DecimalForm {
  /// Numbers of more digits are not written out.
  private static let longest = 40

  /// Whether a text is the plain form of a decimal: digits, a point only before one that is not zero, and no zero without
  /// need.
  ///
  /// A text of more than forty characters is not, whatever it says.
  package static func isPlain(_ text: Bytes) -> Bool { plainCount(of: text) == text.count }

  /// How many bytes at the beginning of a text are the plain form of its value: all of them, or all but zeros at the end of
  /// a fraction; nil for any other text.
  private static func plainCount(of text: some Collection<UInt8>) -> Int? {
    guard text.count <= longest else { return nil }
    var (place, end, wholeDigits) = (0, 0, 0)
    var (isNegative, beginsWithZero, hasPoint) = (false, false, false)
    for byte in text {
      place += 1
      switch byte {
      case Ascii.minus where place == 1: isNegative = true
      case Ascii.point where wholeDigits > 0 && !hasPoint: hasPoint = true
      case _ where byte.isDigit && hasPoint: if byte != Ascii.zero { end = place }
      case _ where byte.isDigit:
        if beginsWithZero { return nil }
        if wholeDigits == 0 { beginsWithZero = byte == Ascii.zero }
        wholeDigits += 1
        end = place
      default: return nil
      }
    }
    let isNegativeZero = isNegative && beginsWithZero && end == 2
    return wholeDigits == 0 || isNegativeZero ? nil : end
  }

  /// The plain form of a decimal that begins with it, as most are written: `1.50` with `1.5`; nil for any other text.
  package static func plainStart(of text: Bytes) -> Bytes? {
    plainCount(of: text).map { text[bytes: 0..<$0] }
  }

  /// The plain form of a decimal, or the name of one that is not a number; nil for any other text.
  package static func plain(_ text: String) -> String? {
    if let count = plainCount(of: text.utf8) {
      return count == text.utf8.count ? text : String(Substring(text.utf8.prefix(count)))
    }
    guard let number = DecimalNumber(text)?.reduced else { return unnumbered(text) }
    if number.isZero { return "0" }
    return (number.isNegative ? "-" : "") + spelled(number.digits, number.exponent)
  }

  private static func unnumbered(_ text: String) -> String? {
    switch text.drop(while: { $0 == "-" || $0 == "+" }).lowercased() {
    case "nan": "NaN"
    case "inf", "infinity": (text.hasPrefix("-") ? "-" : "") + "Infinity"
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
