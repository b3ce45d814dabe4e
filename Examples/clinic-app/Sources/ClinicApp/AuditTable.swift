import Foundation
import GRDB

/// How a table stands in the trail: the class of its rows, and what each column is there.
struct AuditTable: Sendable {
  enum Kind: Sendable { case value, uuid, date, double, link, data }

  let className: String
  /// The columns with the properties that they are in the trail.
  let columns: [(column: String, property: String, kind: Kind)]

  static let all: [String: AuditTable] = [
    "doctor": AuditTable(
      className: "Doctor",
      columns: [("id", "_id", .value), ("name", "name", .value)]
    ),
    "patient": AuditTable(
      className: "Patient",
      columns: [
        ("id", "_id", .uuid), ("name", "name", .value), ("born", "born", .date),
        ("doctorId", "doctor", .link), ("photo", "photo", .data),
      ]
    ),
    "visit": AuditTable(
      className: "Visit",
      columns: [
        ("id", "_id", .uuid), ("patientId", "patient", .uuid), ("at", "at", .date),
        ("weight", "weight", .double), ("note", "note", .value),
      ]
    ),
  ]

  /// A row as the trail has it: data is left out, and everything else is there, null too.
  func object(_ row: Row) -> [String: Payload] {
    var object: [String: Payload] = [:]
    for (column, property, kind) in columns where kind != .data {
      object[property] = Self.value(row[column] as DatabaseValue, kind)
    }
    return object
  }

  private static func value(_ value: DatabaseValue, _ kind: Kind) -> Payload {
    if value.isNull { return .null }
    switch kind {
    case .uuid:
      return UUID.fromDatabaseValue(value).map { .text($0.uuidString.lowercased()) } ?? .null
    // As it is stored, with a T and a Z: a date that is formatted once more may be rounded otherwise.
    case .date:
      return String.fromDatabaseValue(value).map { .text($0.replacing(" ", with: "T") + "Z") }
        ?? .null
    case .double: return Double.fromDatabaseValue(value).map(Payload.double) ?? .null
    case .value, .link, .data:
      if let number = Int64.fromDatabaseValue(value) { return .int(number) }
      return String.fromDatabaseValue(value).map(Payload.text) ?? .null
    }
  }
}
