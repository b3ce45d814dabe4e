import Dates
import Foundation
import JSON

extension Scalar {
  /// Reads the object forms of relaxed and canonical Extended JSON; nil for any other object.
  init?(extended object: JSONObject) {
    guard object.count == 1, let (key, value) = object.first, key.hasPrefix("$") else { return nil }
    switch (key, value) {
    case ("$numberLong", .string(let text)), ("$numberInt", .string(let text)):
      guard let number = Int64(text) else { return nil }
      self = .int(number)
    case ("$numberDouble", .string(let text)):
      guard let number = Scalar.double(named: text) else { return nil }
      self = .double(bits: number.bitPattern)
    case ("$numberDecimal", .string(let text)): self = .decimal(DecimalText(text))
    case ("$oid", .string(let text)): self = .objectId(text.lowercased())
    case ("$uuid", .string(let text)): self = .uuid(text.lowercased())
    case ("$ref", .string(let text)): self = .reference(text)
    case ("$date", _):
      guard let moment = Moment(extendedDate: value) else { return nil }
      self = .date(moment)
    case ("$binary", _):
      guard let base64 = value["base64"]?.string, let subtype = value["subType"]?.string,
        value.object?.count == 2
      else { return nil }
      self = Scalar.binary(base64: base64, subtype: subtype.lowercased())
    default: return nil
    }
  }

  /// `NaN` has many bit patterns, of which one is compared.
  private static func double(named text: String) -> Double? {
    switch text {
    case "NaN": .nan
    case "Infinity": .infinity
    case "-Infinity": -.infinity
    default: Double(text)
    }
  }

  /// Exports write a UUID as a binary of subtype 4.
  private static func binary(base64: String, subtype: String) -> Scalar {
    let padded = subtype.count == 1 ? "0" + subtype : subtype
    if padded == "04", let data = Data(base64Encoded: base64), data.count == 16 {
      let digits = data.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }
      let groups = [0..<4, 4..<6, 6..<8, 8..<10, 10..<16].map { digits[$0].joined() }
      return .uuid(groups.joined(separator: "-"))
    }
    return .data(subtype: padded, base64: base64)
  }
}

extension Moment {
  /// Reads what stands under `$date`: ISO 8601, or milliseconds since 1970 as a `$numberLong`.
  init?(extendedDate value: JSON) {
    switch value {
    case .string(let text): self.init(iso8601: text)
    case .object(let object):
      guard object.count == 1, let text = object["$numberLong"]?.string, let number = Int64(text)
      else { return nil }
      self.init(milliseconds: number)
    default: return nil
    }
  }
}
