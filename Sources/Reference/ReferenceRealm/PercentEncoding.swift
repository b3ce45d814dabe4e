/// Bytes of a text as `%` and two hexadecimal digits, where a name or an address cannot have them.
package enum PercentEncoding {
  /// Writes every byte but lower-case letters, digits, `_` and what else is allowed so, for names that are not told apart
  /// by their case.
  package static func encoded(_ byte: UInt8, allowing other: UInt8? = nil) -> String {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "_"), other:
      String(Unicode.Scalar(byte))
    default: (byte < 16 ? "%0" : "%") + String(byte, radix: 16)
    }
  }

  /// A text without percent signs; nil where these make no sense.
  package static func decoded(_ text: some StringProtocol) -> String? {
    var bytes: [UInt8] = []
    var rest = Substring(text).utf8
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let digits = String(rest.prefix(2)), digits.utf8.count == 2, !digits.hasPrefix("+"),
        let value = UInt8(digits, radix: 16)
      else { return nil }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
