/// A decimal of 128 bits as BSON has it, as the text that BSON's specification says.
package struct BSONDecimal: CustomStringConvertible {
  package let description: String

  init(high: UInt64, low: UInt64) {
    let sign = high >> 63 == 1 ? "-" : ""
    let combination = high >> 58 & 0x1F
    if combination >> 1 == 0x0F {
      description = combination == 0x1F ? "NaN" : sign + "Infinity"
      return
    }
    // The other encoding of coefficients is beyond 34 digits, which stands for zero.
    let isBeyond = combination >> 3 == 3
    let exponent = Int(isBeyond ? high >> 47 & 0x3FFF : high >> 49 & 0x3FFF) - 6176
    var coefficient = UInt128(high & 0x1_FFFF_FFFF_FFFF) << 64 | UInt128(low)
    if isBeyond || coefficient > Self.largest { coefficient = 0 }
    description = sign + Self.text(String(coefficient), exponent)
  }

  private static let largest: UInt128 = 9_999_999_999_999_999_999_999_999_999_999_999

  /// The text of digits with an exponent, which IEEE 754-2008 calls a scientific string.
  package static func text(_ digits: String, _ exponent: Int) -> String {
    let adjusted = exponent + digits.utf8.count - 1
    guard exponent <= 0, adjusted >= -6 else {
      let fraction = digits.dropFirst()
      let power = adjusted < 0 ? "\(adjusted)" : "+\(adjusted)"
      return digits.prefix(1) + (fraction.isEmpty ? "" : "." + fraction) + "E" + power
    }
    if exponent == 0 { return digits }
    let whole = digits.dropLast(-exponent)
    let zeros = String(repeating: "0", count: max(0, -exponent - digits.utf8.count))
    return (whole.isEmpty ? "0" : whole) + "." + zeros + digits.suffix(-exponent)
  }
}
