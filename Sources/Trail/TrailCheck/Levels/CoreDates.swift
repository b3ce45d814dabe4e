import Formats
import TrailReading

extension Value {
  /// Whether it is a date of a year that has other than four digits as edition core writes it: neither a plus sign nor
  /// padding (SERIAL-12).
  var isCoreDate: Bool {
    guard let text = string else { return false }
    let isNegative = text.utf8.first == UInt8(ascii: "-")
    let rest = isNegative ? text.dropFirst() : text[...]
    let digits = rest.prefix { $0 != "-" }
    guard digits.utf8.allSatisfy({ $0 &- 0x30 < 10 }), digits.utf8.first != UInt8(ascii: "0"),
      let year = Int(digits), isNegative || year > 9999
    else { return false }
    // The calendar repeats every 400 years.
    let plain = String(2000 + (isNegative ? 400 - year % 400 : year % 400))
    return Timestamp.isPayloadForm(plain + rest.dropFirst(digits.count))
  }
}
