import Formats
import TrailReading

extension Value {
  /// Whether a value, other than null, is written as payloads write values of a type.
  func has(formOf type: PropertyType.Scalar) -> Bool {
    switch (type, form) {
    case (.mixed, _), (.bool, .bool), (.string, .string): return true
    // Only an integer without fraction and exponent has no other spelling.
    case (.int, .number): return integer != nil
    case (.float, .number):
      // A float that was widened to a double is one of the doubles that a float can hold.
      guard let number = Double(String(decoding: bytes, as: UTF8.self)), number.isFinite else {
        return false
      }
      return Double(Float(number)) == number
    case (.double, .number):
      // Beyond every double is a number only if it has an exponent or hundreds of digits.
      return bytes.count < 300 && !bytes.contains { $0 | 0x20 == UInt8(ascii: "e") }
        || Double(String(decoding: bytes, as: UTF8.self))?.isFinite ?? false
    case (.date, .string), (.objectId, .string), (.uuid, .string), (.decimal128, .string):
      // An escape makes no difference to what a string says, and is seldom there.
      if let text = plainContent { return Self.has(text, formOf: type) }
      return Bytes.withCopy(of: (string ?? "").utf8) { Self.has($0, formOf: type) }
    default: return false
    }
  }

  private static func has(
    _ text: Bytes,
    formOf type: PropertyType.Scalar
  ) -> Bool {
    // The text stands there while it is looked at.
    let buffer = unsafe text.buffer
    return switch type {
    case .date: unsafe Timestamp.isPayloadForm(buffer.span)
    case .objectId: text.isLowercaseObjectId
    case .uuid: unsafe IdentifierForm.isUUID(buffer.span)
    case .decimal128:
      text.isPlainDecimal || String(decoding: text, as: UTF8.self).isCanonicalDecimal
    default: false
    }
  }
}

extension Bytes {
  /// Whether these are the 24 digits of an objectId; whole words may be loaded anywhere.
  fileprivate var isLowercaseObjectId: Bool {
    count == 24 && ByteWords.areObjectIdDigits(at: start)
  }

  /// Whether this is surely a decimal of at most 34 digits without an exponent, as nearly all are.
  fileprivate var isPlainDecimal: Bool {
    let digits = first == UInt8(ascii: "-") ? self[1...] : self[...]
    guard digits.count <= 35, let point = digits.first, point &- 0x30 < 10 else { return false }
    var hasPoint = false
    for (index, byte) in zip(digits.indices, digits) {
      if byte == UInt8(ascii: "."), !hasPoint, index + 1 < digits.endIndex {
        hasPoint = true
      } else if byte &- 0x30 >= 10 {
        return false
      }
    }
    let startsWithZero = point == UInt8(ascii: "0") && digits.count > 1
    // A small number needs an exponent.
    return
      (!startsWithZero || digits[digits.startIndex + 1] == UInt8(ascii: ".") && digits.count <= 8)
      && digits.count - (hasPoint ? 1 : 0) <= 34
  }
}

extension String {
  /// Whether this is the text that IEEE 754-2008 and BSON write for a decimal of 34 digits.
  fileprivate var isCanonicalDecimal: Bool {
    if self == "NaN" || self == "Infinity" || self == "-Infinity" { return true }
    guard let number = DecimalNumber(self) else { return false }
    return number.canonicalText == self && number.digits.utf8.count <= 34
      && -6176...6111 ~= number.exponent
  }
}

extension DecimalNumber {
  /// Its one text with these digits: with an exponent where it has no digits after the point to spare or is smaller than a
  /// millionth, and without one elsewhere.
  fileprivate var canonicalText: String {
    let sign = isNegative ? "-" : ""
    let power = exponent + digits.utf8.count - 1
    guard exponent <= 0, power >= -6 else {
      let fraction = digits.utf8.count > 1 ? ".\(digits.dropFirst())" : ""
      return "\(sign)\(digits.prefix(1))\(fraction)E\(power < 0 ? "-" : "+")\(abs(power))"
    }
    if exponent == 0 { return sign + digits }
    let padded = String(repeating: "0", count: max(0, -power)) + digits
    return "\(sign)\(padded.dropLast(-exponent)).\(padded.suffix(-exponent))"
  }
}
