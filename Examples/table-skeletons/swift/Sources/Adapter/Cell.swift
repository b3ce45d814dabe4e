// A value as your tables have it. Nothing is to be filled in here.

import Foundation

/// What a column of a row holds; a foreign key holds the primary key of the row that it points to.
enum Cell: Hashable, Sendable {
  case null
  case bool(Bool)
  case int(Int64)
  case double(Double)
  case string(String)
  case data(Data)
  /// Since 1970, in UTC.
  case date(milliseconds: Int64)
  /// The digits as the case writes them: `Decimal` of Foundation has no NaN with a sign, and fewer exponents.
  case decimal(String)
  case uuid(UUID)
  /// 24 hexadecimal digits.
  case objectId(String)

  /// A value of a case; `key` gives the primary key of an object that has a name.
  init(_ value: Value, key: (String) throws -> Cell) throws {
    switch value {
    case .null: self = .null
    case .bool(let flag): self = .bool(flag)
    case .int(let number): self = .int(number)
    case .double(let number): self = .double(number)
    case .string(let text): self = .string(text)
    case .array, .object:
      if let name = value["$ref"]?.string {
        self = try key(name)
      } else if let (wrapper, inner) = value.object?.first,
        let cell = Cell(wrapper: wrapper.text, inner)
      {
        self = cell
      } else {
        throw Unsupported(reason: "the value \(value.text) in a column")
      }
    }
  }

  private init?(wrapper: String, _ inner: Value) {
    switch wrapper {
    case "$date":
      if let number = inner["$numberLong"]?.string.flatMap({ Int64($0) }) {
        self = .date(milliseconds: number)
      } else if let date = inner.string.flatMap(Cell.date) {
        self = .date(milliseconds: Int64((date.timeIntervalSince1970 * 1000).rounded()))
      } else {
        return nil
      }
    case "$binary":
      guard let bytes = inner["base64"]?.string.flatMap({ Data(base64Encoded: $0) }) else {
        return nil
      }
      if inner["subType"]?.string == "04" {
        guard let uuid = Cell.uuid(of: bytes) else { return nil }
        self = .uuid(uuid)
      } else {
        self = .data(bytes)
      }
    case "$numberLong", "$numberInt":
      guard let number = inner.string.flatMap({ Int64($0) }) else { return nil }
      self = .int(number)
    case "$numberDouble":
      guard let number = inner.string.flatMap({ Double($0) }) else { return nil }
      self = .double(number)
    case "$numberDecimal":
      guard let text = inner.string else { return nil }
      self = .decimal(text)
    case "$uuid":
      guard let uuid = inner.string.flatMap({ UUID(uuidString: $0) }) else { return nil }
      self = .uuid(uuid)
    case "$oid":
      guard let text = inner.string else { return nil }
      self = .objectId(text)
    default: return nil
    }
  }

  private static func date(_ text: String) -> Date? {
    let whole = Date.ISO8601FormatStyle()
    return (try? Date(text, strategy: whole))
      ?? (try? Date(
        text,
        strategy: whole.year().month().day().time(includingFractionalSeconds: true)
      ))
  }

  private static func uuid(of bytes: Data) -> UUID? {
    guard bytes.count == 16 else { return nil }
    let digits = bytes.map { String(UInt16($0) + 0x100, radix: 16).dropFirst() }
    let groups = [0..<4, 4..<6, 6..<8, 8..<10, 10..<16].map { digits[$0].joined() }
    return UUID(uuidString: groups.joined(separator: "-"))
  }

  /// The value as the outcome of a step.
  var value: Value {
    switch self {
    case .null: .null
    case .bool(let flag): .bool(flag)
    case .int(let number): .int(number)
    case .double(let number) where number.isFinite: .double(number)
    case .double(let number):
      .object([
        "$numberDouble": .string(number.isNaN ? "NaN" : number > 0 ? "Infinity" : "-Infinity")
      ])
    case .string(let text): .string(text)
    case .data(let bytes):
      .object([
        "$binary": .object([
          "base64": .string(bytes.base64EncodedString()), "subType": .string("00"),
        ])
      ])
    case .date(let milliseconds):
      .object(["$date": .object(["$numberLong": .string(String(milliseconds))])])
    case .decimal(let text): .object(["$numberDecimal": .string(text)])
    case .uuid(let uuid): .object(["$uuid": .string(uuid.uuidString.lowercased())])
    case .objectId(let text): .object(["$oid": .string(text)])
    }
  }
}
