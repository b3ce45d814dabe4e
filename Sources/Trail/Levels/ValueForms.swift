import Formats
import JSON

extension Value {
  /// Whether a value, other than null, is written as payloads write values of a type.
  func has(formOf type: PropertyType.Scalar) -> Bool {
    switch (type, form) {
    case (.mixed, _), (.bool, .bool), (.string, .string): return true
    // Only an integer without fraction and exponent has no other spelling.
    case (.int, .number): return !node.isOdd && bytes.count <= 20 && json.int != nil
    case (.float, .number), (.double, .number):
      // An integer literal beyond 64 bits reads as a double, a number beyond every double does not.
      return bytes.count < 300 && !node.isOdd
        || Double(String(decoding: bytes, as: UTF8.self))?.isFinite ?? false
    default: break
    }
    guard let text = string else { return false }
    switch type {
    case .date: return Timestamp.isPayloadForm(text)
    case .objectId: return IdentifierForm.isObjectId(text)
    case .uuid: return IdentifierForm.isUUID(text)
    case .decimal128: return text.isCanonicalDecimal
    default: return false
    }
  }
}

extension String {
  /// Whether this is a text that IEEE 754-2008 and BSON write for a decimal of 34 digits.
  fileprivate var isCanonicalDecimal: Bool {
    if self == "NaN" || self == "Infinity" || self == "-Infinity" { return true }
    var rest = Substring(self)
    if rest.first == "-" { rest.removeFirst() }
    let parts = rest.split(separator: "E", maxSplits: 1, omittingEmptySubsequences: false)
    let halves = parts[0].split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let (whole, fraction) = (halves[0], halves.count == 2 ? halves[1] : nil)
    guard whole.isDigits, fraction?.isDigits ?? true else { return false }
    guard whole.utf8.count == 1 || whole.first != "0" else { return false }
    let digits = (whole + (fraction ?? "")).drop { $0 == "0" }.count
    guard digits <= 34 else { return false }
    // With an exponent, one digit comes before the point.
    guard parts.count == 2 else { return true }
    guard whole.utf8.count == 1, let sign = parts[1].first, sign == "+" || sign == "-" else {
      return false
    }
    let power = parts[1].dropFirst()
    return power.isDigits && power.utf8.count <= 4 && (power.utf8.count == 1 || power.first != "0")
  }
}

extension Substring {
  fileprivate var isDigits: Bool {
    !isEmpty && utf8.allSatisfy { $0 &- 0x30 < 10 }
  }
}
