import Dates
import Foundation
import JSON

/// Reads the values of documents, which are Extended JSON, relaxed or canonical.
enum ExtendedJSON {
  /// The digits of an objectId in lower case.
  static func objectId(_ json: JSON) -> String? {
    guard let object = json.object, object.count == 1, let text = object["$oid"]?.string,
      text.utf8.count == 24, text.utf8.allSatisfy({ Ascii.hexDigit($0) != nil })
    else { return nil }
    return text.lowercased()
  }

  /// The milliseconds since 1970 of a date.
  static func date(_ json: JSON) -> Int64? {
    guard let object = json.object, object.count == 1, let value = object["$date"] else {
      return nil
    }
    switch value {
    case .string(let text): return Moment(iso8601: text)?.milliseconds
    case .object(let long):
      guard long.count == 1, let text = long["$numberLong"]?.string else { return nil }
      return Int64(text)
    default: return nil
    }
  }

  /// The bytes of a binary.
  static func binary(_ json: JSON) -> [UInt8]? {
    guard let object = json.object, object.count == 1, let binary = object["$binary"]?.object,
      let text = binary["base64"]?.string, binary["subType"]?.string != nil,
      let data = Data(base64Encoded: text)
    else { return nil }
    return Array(data)
  }

  /// Whether a value is meant as a binary, sound or not.
  static func isBinary(_ json: JSON) -> Bool { json.object?["$binary"] != nil }

  /// What a value is, in a word for people.
  static func name(of json: JSON) -> String {
    switch json {
    case .null: return "null"
    case .bool: return "a bool"
    case .int, .double, .number: return "a number"
    case .string: return "a string"
    case .array: return "an array"
    case .object(let object):
      guard object.count == 1, let key = object.keys.first, key.hasPrefix("$") else {
        return "an object"
      }
      return switch key {
      case "$oid": "an objectId"
      case "$date": "a date"
      case "$binary": "binary data"
      case "$uuid": "a UUID"
      case "$numberInt", "$numberLong", "$numberDouble", "$numberDecimal": "a number"
      default: "an object"
      }
    }
  }
}

extension UInt8 {
  /// Whether this is a hexadecimal digit in lower case.
  @inline(__always)
  var isLowerHexDigit: Bool { self &- 0x30 < 10 || self &- 0x61 < 6 }
}
