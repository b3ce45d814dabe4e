import Formats
import Foundation
import JSON
import SystemSQLite
import Testing
import TrailCheck
import TrailReading

@testable import TrailState

/// How trails of several devices are told, and compared with what their databases hold.
extension MergedStateTests {
  /// A trail with what its database holds in the end, and the words of what else might be found.
  struct Trail: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// What each event is, with its device and its minute; `payloads` in their order.
    let events: [(device: Int, minute: Int, payload: String)]
    let rows: [String: String]
  }

  /// What is found where the database is compared: the codes, and the sentences behind them.
  ///
  /// Events have the activity "visit", but for those whose numbers have another one.
  func outcome(
    _ trail: Trail,
    _ sql: String? = nil,
    schema: String = schema,
    edition: Edition = .current,
    activities: [Int: String] = [:]
  ) throws -> [String] {
    let lines = trail.events.enumerated().map { index, event in
      let id = String(repeating: "0", count: 23) + String(index + 1, radix: 16)
      let time = Timestamp(milliseconds: 1_704_067_200_000 + Int64(event.minute) * 60_000)
      let document: JSON = [
        "_id": ["$oid": .string(id)], "_partition": .string("events-\(event.device)"),
        "activity": .string(activities[index] ?? "visit"),
        "timestamp": ["$date": .string(time.description)],
        "event": event.payload.hasPrefix(#"{"type"#) ? "read" : "write",
        "data": .string(event.payload),
      ]
      return document.text()
    }
    let folder = try TemporaryFolder()
    for name in ["P", "Q", "N"] {
      let rows = Data((trail.rows[name] ?? "").utf8)
      try rows.write(to: URL(filePath: "\(folder.path)/\(name).ndjson"))
    }
    if let sql { try SQLiteConnection(folder.path + "/p.sqlite", .creating).execute(sql) }
    var options = TrailOptions()
    options.schema = try CaseSchema(JSON(parsing: schema))
    options.isComplete = true
    options.edition = edition
    let outcome = try Reconciliation(
      of: [NamedInput(.bytes(Array(lines.joined(separator: "\n").utf8), name: "trail.ndjson"))],
      with: StateLocation(path: folder.path + (sql == nil ? "" : "/p.sqlite")),
      options
    )
    return outcome.findings.kinds.flatMap { kind in
      outcome.findings.examples(of: kind).map { "\(kind.code.rawValue): \($0.sentence)" }
    }
  }

  /// The codes alone of what is found.
  func codes(
    of trail: Trail,
    _ sql: String? = nil,
    schema: String = schema,
    activities: [Int: String] = [:]
  ) throws -> [String] {
    try outcome(trail, sql, schema: schema, activities: activities)
      .map { String($0.prefix { $0 != ":" }) }
  }

  static func insert(_ members: String) -> String {
    #"{"P":{"insertions":[{\#(members)}]}}"#
  }
  static func read(_ members: String) -> String { #"{"type":"P","value":[{\#(members)}]}"# }
  static func change(_ old: String, _ new: String) -> String {
    #"{"P":{"modifications":[{"oldValue":{\#(old)},"newValue":{\#(new)}}]}}"#
  }
}
