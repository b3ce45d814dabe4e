import Formats
import Foundation
import JSON
import ReferenceAdapter
import SystemSQLite
import Testing
import TrailAnswers
import TrailDatabase
import TrailReading

@testable import Touchstone
@testable import TouchstoneExplore

/// The database of the trail of a random program has what its payloads have.
struct DatabaseOfProgramsTests {
  @Test(arguments: Edition.allCases)
  func `Every object of a payload has its row, and no other`(_ edition: Edition) async throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "databases-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var count = 0
    try await ProgramTrail.forEach(of: edition) { trail, _ in
      var question = TrailQuestion()
      question.edition = edition
      question.schema = trail.schema
      let path = folder.path() + "/\(trail.seed).db"
      _ = try TrailDatabase(path, question, showsValues: true)
        .write([trail.input(trail.events, "database")])
      let expected = try trail.events.enumerated().flatMap {
        try rows(of: $0.element, number: $0.offset + 1, trail.schema)
      }
      let seen = try rows(
        path,
        "SELECT event_number, class, key, 'seen', NULL, value, NULL FROM objects_seen WHERE inside IS NULL"
      )
      let changed = try rows(
        path,
        "SELECT event_number, class, key, change, property, old, new FROM changes"
      )
      #expect((seen + changed).sorted() == expected.sorted(), "seed \(trail.seed)")
      count += expected.count
      try FileManager.default.removeItem(atPath: path)
    }
    #expect(count > 10)
  }

  /// The rows that an event has to have: number, class, key, what happened, property, and the values.
  private func rows(of event: JSON, number: Int, _ schema: CaseSchema) throws -> [String] {
    guard let kind = event["event"]?.string, ["read", "write"].contains(kind),
      let payload = try ActualPayload.read(event["data"])
    else { return [] }
    func row(
      _ name: String,
      _ object: JSON,
      _ change: String,
      _ old: JSON?,
      _ new: JSON?,
      property: String? = nil
    ) -> String {
      let key = schema.classes[name]?.primaryKey.flatMap { object[$0] }
      return Self.line([
        "\(number)", name, key.map { $0.string ?? $0.text() }, change, property, old?.text(),
        new?.text(),
      ])
    }
    if kind == "read" {
      let name = payload["type"]?.string ?? ""
      return payload["value"]?.array?.map { row(name, $0, "seen", $0, nil) } ?? []
    }
    var rows: [String] = []
    for (name, changes) in payload.object ?? [:] {
      for object in changes["insertions"]?.array ?? [] {
        rows.append(row(name, object, "insertion", nil, object))
      }
      for object in changes["deletions"]?.array ?? [] {
        rows.append(row(name, object, "deletion", object, nil))
      }
      for change in changes["modifications"]?.array ?? [] {
        let old = change["oldValue"] ?? .null
        // A change that lists nothing has assigned values again (WRITE-16).
        if change["newValue"]?.object?.isEmpty ?? true {
          rows.append(row(name, old, "modification", old, nil))
        }
        for (property, new) in change["newValue"]?.object ?? [:] {
          rows.append(row(name, old, "modification", old[property], new, property: property))
        }
      }
    }
    return rows
  }

  private func rows(_ path: String, _ sql: String) throws -> [String] {
    let statement = try SQLiteConnection(path, .immutable).prepare(sql)
    var rows: [String] = []
    while try statement.step() {
      rows.append(Self.line(statement.columnNames.indices.map { statement.text(Int32($0)) }))
    }
    return rows
  }

  private static func line(_ columns: [String?]) -> String {
    columns.map { $0.map { JSON.string($0).text() } ?? "-" }.joined(separator: " ")
  }
}
