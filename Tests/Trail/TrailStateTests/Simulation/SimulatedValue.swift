import Formats
import Foundation
import JSON

/// A value of a made-up object in each of the forms in which trails and databases write it.
indirect enum SimulatedValue: Sendable {
  case null, bool(Bool), int(Int64), double(Double), string(String)
  /// Microseconds since 1970.
  case date(Int64)
  case objectId(String), uuid(String), decimal(String), data([UInt8])
  case list([SimulatedValue])
  case object([(String, SimulatedValue)])

  /// As a payload has it; nil for what is left out.
  var payload: String? {
    switch self {
    case .null: "null"
    case .bool(let flag): "\(flag)"
    case .int(let number): "\(number)"
    case .double(let number): number.isFinite ? "\(number)" : "null"
    case .string(let text), .objectId(let text), .uuid(let text), .decimal(let text):
      JSON.string(text).text()
    case .date(let microseconds):
      "\"\(Timestamp(milliseconds: microseconds.floored(by: 1000)))\""
    case .data: nil
    case .list(let elements): "[" + elements.compactMap(\.payload).joined(separator: ",") + "]"
    case .object(let members): Self.joined(members) { $0.payload }
    }
  }

  /// As `mongoexport` writes it.
  func extended(isCanonical: Bool) -> String {
    switch self {
    case .null: "null"
    case .bool(let flag): "\(flag)"
    case .int(let number): isCanonical ? #"{"$numberLong":"\#(number)"}"# : "\(number)"
    case .double(let number):
      if !number.isFinite {
        #"{"$numberDouble":"\#(number.isNaN ? "NaN" : number < 0 ? "-Infinity" : "Infinity")"}"#
      } else {
        isCanonical ? #"{"$numberDouble":"\#(number)"}"# : "\(number)"
      }
    case .string(let text): JSON.string(text).text()
    case .date(let microseconds):
      isCanonical
        ? #"{"$date":{"$numberLong":"\#(microseconds.floored(by: 1000))"}}"#
        : #"{"$date":"\#(Timestamp(milliseconds: microseconds.floored(by: 1000)))"}"#
    case .objectId(let text): #"{"$oid":"\#(text)"}"#
    case .uuid(let text):
      #"{"$binary":{"base64":"\#(Data(text.uuidBytes).base64EncodedString())","subType":"04"}}"#
    case .decimal(let text): #"{"$numberDecimal":"\#(text)"}"#
    case .data(let bytes):
      #"{"$binary":{"base64":"\#(Data(bytes).base64EncodedString())","subType":"00"}}"#
    case .list(let elements):
      "[" + elements.map { $0.extended(isCanonical: isCanonical) }.joined(separator: ",") + "]"
    case .object(let members): Self.joined(members) { $0.extended(isCanonical: isCanonical) }
    }
  }

  /// The text of JSON in a column.
  var column: String {
    switch self {
    case .list(let elements): "[" + elements.map(\.column).joined(separator: ",") + "]"
    case .object(let members): Self.joined(members) { $0.column }
    case .date(let microseconds): "\"\(Self.sqlDate(microseconds))\""
    default: payload ?? "null"
    }
  }

  private static func joined(
    _ members: [(String, SimulatedValue)],
    _ text: (SimulatedValue) -> String?
  ) -> String {
    let parts = members.compactMap { name, value in
      text(value).map { "\(JSON.string(name).text()):\($0)" }
    }
    return "{" + parts.joined(separator: ",") + "}"
  }

  /// As GRDB writes a date, with more digits where it has more.
  static func sqlDate(_ microseconds: Int64) -> String {
    let text = Timestamp(milliseconds: microseconds.floored(by: 1000)).description
    let rest = microseconds - microseconds.floored(by: 1000) * 1000
    let digits = rest == 0 ? "" : String(repeating: "0", count: 3 - "\(rest)".count) + "\(rest)"
    return text.replacing("T", with: " ").replacing("Z", with: "") + digits
  }

  // MARK: BSON

  /// The element of a document under a name.
  func bson(_ name: String) -> [UInt8] {
    let (type, bytes): (UInt8, [UInt8]) =
      switch self {
      case .double(let number): (0x01, number.bitPattern.littleBytes)
      case .string(let text):
        (0x02, UInt32(text.utf8.count + 1).littleBytes + Array(text.utf8) + [0])
      case .object(let members): (0x03, Self.document(members))
      case .list(let elements):
        (0x04, Self.document(elements.enumerated().map { ("\($0)", $1) }))
      case .data(let bytes): (0x05, UInt32(bytes.count).littleBytes + [0] + bytes)
      case .uuid(let text): (0x05, UInt32(16).littleBytes + [4] + text.uuidBytes)
      case .objectId(let text): (0x07, text.hexBytes)
      case .bool(let flag): (0x08, [flag ? 1 : 0])
      case .date(let microseconds):
        (0x09, UInt64(bitPattern: microseconds.floored(by: 1000)).littleBytes)
      case .null: (0x0A, [])
      case .int(let number): (0x12, UInt64(bitPattern: number).littleBytes)
      case .decimal(let text): (0x13, Self.decimalBytes(text))
      }
    return [type] + Array(name.utf8) + [0] + bytes
  }

  static func document(_ members: [(String, SimulatedValue)]) -> [UInt8] {
    let body = members.flatMap { $0.1.bson($0.0) }
    return UInt32(body.count + 5).littleBytes + body + [0]
  }

  /// A decimal128 of few digits.
  private static func decimalBytes(_ text: String) -> [UInt8] {
    let digits = text.filter(\.isNumber)
    let fraction = text.split(separator: ".").dropFirst().first?.count ?? 0
    let sign: UInt64 = text.hasPrefix("-") ? 1 << 63 : 0
    return (UInt64(digits) ?? 0).littleBytes + (sign | UInt64(6176 - fraction) << 49).littleBytes
  }
}

extension Int64 {
  func floored(by divisor: Int64) -> Int64 {
    let (quotient, rest) = quotientAndRemainder(dividingBy: divisor)
    return rest < 0 ? quotient - 1 : quotient
  }
}

extension FixedWidthInteger {
  fileprivate var littleBytes: [UInt8] { withUnsafeBytes(of: littleEndian) { Array($0) } }
}

extension String {
  var hexBytes: [UInt8] {
    let digits = Array(utf8)
    return stride(from: 0, to: digits.count, by: 2).map {
      UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16) ?? 0
    }
  }

  var uuidBytes: [UInt8] { filter { $0 != "-" }.hexBytes }
}
