/// The characters that JSON gives a meaning to.
package enum Ascii {
  static let tab: UInt8 = 0x09
  static let newline: UInt8 = 0x0A
  static let carriageReturn: UInt8 = 0x0D
  static let space: UInt8 = 0x20
  static let quote = UInt8(ascii: "\"")
  static let backslash = UInt8(ascii: "\\")
  static let comma = UInt8(ascii: ",")
  static let colon = UInt8(ascii: ":")
  static let minus = UInt8(ascii: "-")
  static let plus = UInt8(ascii: "+")
  static let point = UInt8(ascii: ".")
  static let zero = UInt8(ascii: "0")
  static let openBrace = UInt8(ascii: "{")
  static let closeBrace = UInt8(ascii: "}")
  static let openBracket = UInt8(ascii: "[")
  static let closeBracket = UInt8(ascii: "]")

  /// The value of a decimal digit, above 9 for every other byte.
  @inline(__always)
  static func digit(_ byte: UInt8) -> UInt8 { byte &- zero }

  /// The value of a hexadecimal digit, nil for every other byte.
  @inlinable
  package static func hexDigit(_ byte: UInt8) -> UInt16? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt16(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt16(byte - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt16(byte - UInt8(ascii: "A") + 10)
    default: nil
    }
  }

  /// The value of four hexadecimal digits, nil if there are fewer.
  package static func fourHexDigits(at place: Place) -> UInt16? {
    var value: UInt16 = 0
    for index in 0..<4 {
      guard let digit = hexDigit(place[index]) else { return nil }
      value = value << 4 | digit
    }
    return value
  }
}
