extension UInt8 {
  /// Whether this is a decimal digit.
  @inlinable package var isDigit: Bool { self &- Ascii.zero < 10 }
}

/// The characters that JSON gives a meaning to.
// Without the attribute, other modules call a function for each of them.
@usableFromInline
package enum Ascii {
  @inlinable package static var tab: UInt8 { 0x09 }
  @inlinable package static var newline: UInt8 { 0x0A }
  @inlinable package static var carriageReturn: UInt8 { 0x0D }
  @inlinable package static var space: UInt8 { 0x20 }
  @inlinable package static var quote: UInt8 { UInt8(ascii: "\"") }
  @inlinable package static var backslash: UInt8 { UInt8(ascii: "\\") }
  @inlinable package static var comma: UInt8 { UInt8(ascii: ",") }
  @inlinable package static var colon: UInt8 { UInt8(ascii: ":") }
  @inlinable package static var minus: UInt8 { UInt8(ascii: "-") }
  @inlinable package static var plus: UInt8 { UInt8(ascii: "+") }
  @inlinable package static var point: UInt8 { UInt8(ascii: ".") }
  @inlinable package static var zero: UInt8 { UInt8(ascii: "0") }
  @inlinable package static var openBrace: UInt8 { UInt8(ascii: "{") }
  @inlinable package static var closeBrace: UInt8 { UInt8(ascii: "}") }
  @inlinable package static var openBracket: UInt8 { UInt8(ascii: "[") }
  @inlinable package static var closeBracket: UInt8 { UInt8(ascii: "]") }

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
