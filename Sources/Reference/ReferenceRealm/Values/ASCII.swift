/// The few bytes and digit writers that the texts of values are made of.
///
/// The writers append to the caller's buffer and never reserve: an exact reservation for each value would
/// make a growing buffer quadratic.
enum ASCII {
  static let plus = UInt8(ascii: "+")
  static let minus = UInt8(ascii: "-")
  static let point = UInt8(ascii: ".")
  static let colon = UInt8(ascii: ":")
  static let zero = UInt8(ascii: "0")

  /// Appends a number in decimal, with leading zeros up to a width.
  static func write(_ number: UInt64, width: Int = 1, into out: inout [UInt8]) {
    var count = 1
    var rest = number / 10
    while rest > 0 {
      count += 1
      rest /= 10
    }
    for _ in 0..<max(0, width - count) { out.append(zero) }
    writeDigits(number, count: count, into: &out)
  }

  /// Appends exactly so many low decimal digits of a number.
  static func writeDigits(_ number: UInt64, count: Int, into out: inout [UInt8]) {
    let start = out.count
    out.append(contentsOf: repeatElement(zero, count: count))
    var rest = number
    var position = start + count
    while position > start {
      position -= 1
      let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
      out[position] = zero &+ UInt8(truncatingIfNeeded: digit)
      rest = quotient
    }
  }

  /// Appends the two lowercase hexadecimal digits of a byte.
  static func writeHex(_ byte: UInt8, into out: inout [UInt8]) {
    out.append(hexDigit(byte >> 4))
    out.append(hexDigit(byte & 0xF))
  }

  private static func hexDigit(_ nibble: UInt8) -> UInt8 {
    nibble < 10 ? zero + nibble : UInt8(ascii: "a") - 10 + nibble
  }
}
