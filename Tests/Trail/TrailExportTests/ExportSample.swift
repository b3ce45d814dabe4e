import Deflate
import TrailReading
import Formats
import Foundation
import JSON

@testable import TrailExport

/// Small trails, mappings for them, and what becomes of both.
enum ExportSample {
  static let id = "62b47ebc76cee8561a0516f7"
  static let partition = "events-62b396f4ebe94d2b871889ba"

  /// A document; a change to nil takes a field away.
  static func document(_ changes: [String: JSON?] = [:]) -> String {
    var fields: JSONObject = [
      "_id": ["$oid": .string(id)], "_partition": .string(partition), "activity": "open record",
      "event": "read", "timestamp": ["$date": "2022-06-23T14:54:37.756Z"], "userId": "u-17",
      "username": "Jason Bourne", "role": "nurse",
    ]
    for (key, value) in changes.sorted(by: { $0.key < $1.key }) { fields[key] = value }
    return JSON.object(fields).text()
  }

  static func read(_ objects: String, of name: String = "Person") -> String {
    document(["data": .string(#"{"type":"\#(name)","value":[\#(objects)]}"#)])
  }

  static func write(_ payload: String) -> String {
    document(["event": "write", "data": .string(payload)])
  }

  /// A document of edition 2022 whose payload is compressed.
  static func compressed(_ payload: String) -> String {
    let base64 = Data(Deflate.compress(Array(payload.utf8))).base64EncodedString()
    return document([
      "activity": .none, "scope": "open record",
      "data": ["$binary": ["base64": .string(base64), "subType": "00"]],
    ])
  }

  /// Persons are patients, visits are about one.
  static func mapping(_ text: String? = nil) throws -> ExportMapping {
    let usual = """
      {"product": {"name": "Ward app", "vendor": "St. Elsewhere"}, "store": "patients",
       "user": {"id": "userId", "name": "username", "role": "role"},
       "classes": {"Person": {"resourceType": "Patient", "system": "urn:oid:1.2.3"},
                   "Visit": {"resourceType": "Encounter", "patient": "person"}}}
      """
    return try ExportMapping(JSON(parsing: Array((text ?? usual).utf8)))
  }

  /// What becomes of a trail.
  static func export(
    _ lines: [String],
    to target: TrailExport.Target,
    mapping: ExportMapping? = nil,
    edition: Edition = .current,
    schema: CaseSchema? = nil,
    values: Bool = false
  ) throws -> (lines: [JSON], summary: TrailExport.Summary) {
    var export = TrailExport(
      to: target,
      mapping: try mapping ?? Self.mapping(),
      edition: edition,
      schema: schema,
      includesValues: values
    )
    var values: [JSON] = []
    let bytes = Array(lines.joined(separator: "\n").utf8)
    try export.export(.bytes(bytes, name: "trail")) { values.append($0) }
    return (values, export.summary)
  }

  static func json(_ text: String) throws -> JSON { try JSON(parsing: Array(text.utf8)) }
}
