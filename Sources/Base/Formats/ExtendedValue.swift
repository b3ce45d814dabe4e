import Foundation
package import JSON

/// A value that JSON has no literal for, which Extended JSON writes as an object with one key.
///
/// It is read alike wherever it stands: in case files, answers and documents, relaxed or canonical.
package enum ExtendedValue: Sendable {
  case integer(Int64)
  case double(Double)
  /// The text of a decimal128.
  case decimal(String)
  /// 24 hexadecimal digits in lower case.
  case objectId(String)
  /// The form 8-4-4-4-12, in lower case.
  case uuid(String)
  case date(Timestamp)
  /// Bytes with a subtype of two hexadecimal digits in lower case; 16 bytes of subtype 04 are a UUID.
  case binary(base64: String, subtype: String)

  /// The keys of such objects.
  package enum Key: String, Sendable, CaseIterable {
    case int = "$numberInt"
    case long = "$numberLong"
    case double = "$numberDouble"
    case decimal = "$numberDecimal"
    case objectId = "$oid"
    case uuid = "$uuid"
    case date = "$date"
    case binary = "$binary"

    /// What is written behind the key, for people.
    package var content: String {
      switch self {
      case .int, .long: "a 64-bit integer as a string"
      case .double: "a number, \"NaN\", \"Infinity\" or \"-Infinity\" as a string"
      case .decimal: "a decimal number as a string, within the range of decimal128"
      case .objectId: "24 hex digits"
      case .uuid: "a uuid in the form 8-4-4-4-12"
      case .date: "an ISO 8601 date, or milliseconds in a \"$numberLong\""
      case .binary: "an object of \"base64\" and \"subType\""
      }
    }
  }

  /// Reads an object with one such key; nil for any other value.
  package init?(_ json: JSON) {
    guard let object = json.object, object.count == 1, let (name, value) = object.first,
      name.utf8.first == UInt8(ascii: "$"), let key = Key(rawValue: name)
    else { return nil }
    self.init(key, value)
  }

  /// Reads what is written behind a key.
  package init?(_ key: Key, _ value: JSON) {
    switch key {
    case .date:
      guard let date = Timestamp(extendedDate: value) else { return nil }
      self = .date(date)
    case .binary:
      guard let members = value.object, members.count == 2,
        let base64 = members["base64"]?.string, let bytes = Data(base64Encoded: base64),
        let subtype = members["subType"]?.string, 1...2 ~= subtype.utf8.count,
        Self.isHexadecimal(subtype)
      else { return nil }
      let digits = (subtype.utf8.count == 1 ? "0" : "") + subtype.lowercased()
      self =
        digits == "04" && bytes.count == 16
        ? .uuid(Hexadecimal.uuid(bytes)) : .binary(base64: base64, subtype: digits)
    default:
      guard let text = value.string else { return nil }
      self.init(key, text)
    }
  }

  private init?(_ key: Key, _ text: String) {
    switch key {
    case .int, .long:
      guard let number = Int64(canonical: text) else { return nil }
      self = .integer(number)
    case .double:
      guard let number = Self.double(text) else { return nil }
      self = .double(number)
    case .decimal:
      guard Self.isDecimal128(text) else { return nil }
      self = .decimal(text)
    case .objectId:
      let digits = text.lowercased()
      guard IdentifierForm.isObjectId(digits) else { return nil }
      self = .objectId(digits)
    case .uuid:
      let digits = text.lowercased()
      guard IdentifierForm.isUUID(digits) else { return nil }
      self = .uuid(digits)
    case .date, .binary: return nil
    }
  }

  private static func double(_ text: String) -> Double? {
    switch text {
    case "NaN": .nan
    case "Infinity": .infinity
    case "-Infinity": -.infinity
    default: Double(canonical: text)
    }
  }

  /// Whether a text is a decimal with 34 digits and an exponent of decimal128 at most, but for zeros at its ends.
  private static func isDecimal128(_ text: String) -> Bool {
    if ["NaN", "Infinity", "+Infinity", "-Infinity"].contains(text) { return true }
    guard let number = DecimalNumber(text)?.reduced else { return false }
    let (count, exponent) = (number.digits.utf8.count, number.exponent)
    return number.isZero || count <= 34 && exponent >= -6176 && exponent + count <= 6145
  }

  private static func isHexadecimal(_ text: String) -> Bool {
    text.utf8.allSatisfy { Ascii.hexDigit($0) != nil }
  }
}

extension JSON {
  /// Reads a number without a plus sign, leading zeros or white space: such a text stems from another writer, which may
  /// mean something else by it.
  fileprivate init?(number text: String) {
    guard let first = text.utf8.first, first == UInt8(ascii: "-") || first &- 0x30 < 10,
      let last = text.utf8.last, last &- 0x30 < 10, let json = try? JSON(parsing: text)
    else { return nil }
    self = json
  }
}

extension Int64 {
  fileprivate init?(canonical text: String) {
    guard let number = JSON(number: text)?.int else { return nil }
    self = number
  }
}

extension Double {
  fileprivate init?(canonical text: String) {
    switch JSON(number: text) {
    case .int(let number): self = Double(number)
    case .double(let number): self = number
    default: return nil
    }
  }
}

extension Timestamp {
  /// Reads what stands under `$date`: ISO 8601, or milliseconds since 1970 as a `$numberLong`.
  package init?(extendedDate value: JSON) {
    switch value {
    case .string(let text): self.init(iso8601: text)
    case .object(let object):
      guard object.count == 1, let text = object["$numberLong"]?.string,
        let number = Int64(canonical: text)
      else { return nil }
      self.init(milliseconds: number)
    default: return nil
    }
  }
}

extension JSON {
  /// What a value of a document is, in a word for people.
  package var extendedName: String {
    switch self {
    case .null: return "null"
    case .bool: return "a bool"
    case .int, .double, .number: return "a number"
    case .string: return "a string"
    case .array: return "an array"
    case .object(let object):
      guard object.count == 1, let name = object.keys.first else { return "an object" }
      return switch ExtendedValue.Key(rawValue: name) {
      case .int, .long, .double, .decimal: "a number"
      case .objectId: "an objectId"
      case .uuid: "a UUID"
      case .date: "a date"
      case .binary: "binary data"
      case nil: "an object"
      }
    }
  }
}
