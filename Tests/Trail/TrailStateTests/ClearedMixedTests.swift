import Formats
import Foundation
import JSON
import Testing
import TrailCheck
import TrailReading

@testable import TrailState

/// A mixed value that is null in the database alone: a deletion explains it if the value may be a link to what was deleted.
struct ClearedMixedTests {
  private static let schema = """
    {"Box": {"primaryKey": "_id", "properties": {"_id": "int", "any": "mixed", "list": "list<mixed>"}},
     "Part": {"primaryKey": "_id", "properties": {"_id": "int"}},
     "Label": {"primaryKey": "_id", "properties": {"_id": "string"}}}
    """

  /// The values that differ, and those that are left out because of deletions; each payload is of a device and a minute.
  private func outcome(
    _ events: [(device: Int, minute: Int, payload: String)],
    _ box: String
  ) throws -> (differing: Int, cleared: Int) {
    let lines = events.enumerated().map { index, event in
      let time = Timestamp(milliseconds: 1_704_067_200_000 + Int64(event.minute) * 60_000)
      let document: JSON = [
        "_id": ["$oid": .string(String(repeating: "0", count: 23) + String(index, radix: 16))],
        "_partition": .string("events-\(event.device)"), "activity": "visit",
        "timestamp": ["$date": .string(time.description)], "event": "write",
        "data": .string(event.payload),
      ]
      return document.text()
    }
    let folder = try TemporaryFolder()
    for (name, rows) in ["Box": box, "Part": "", "Label": ""] {
      try Data(rows.utf8).write(to: URL(filePath: "\(folder.path)/\(name).ndjson"))
    }
    var options = TrailOptions()
    options.schema = try CaseSchema(JSON(parsing: Self.schema))
    let outcome = try Reconciliation(
      of: [NamedInput(.bytes(Array(lines.joined(separator: "\n").utf8), name: "trail"))],
      with: StateLocation(path: folder.path),
      options
    )
    let kinds = outcome.findings.kinds
    #expect(kinds.allSatisfy { $0.code == .stateDiffers })
    return (
      kinds.reduce(0) { $0 + (outcome.findings.counts[$1] ?? 0) },
      outcome.balance.values.notComparable
        .filter { $0.key.contains("cleared") || $0.key.contains("mixed") }.values.reduce(0, +)
    )
  }

  private func insertion(_ any: String) -> String {
    #"{"Box":{"insertions":[{"_id":1,"any":\#(any),"list":[]}]}}"#
  }

  private static let null = #"{"_id":1,"any":null,"list":[]}"#
  private static let deletion = #"{"Part":{"deletions":[{"_id":9}]}}"#

  @Test(arguments: [
    #""9a""#, "8", "9.5", "true", #""2024-01-01T00:00:00.000Z""#, "[9]", #"{"a":9}"#,
  ])
  func `What cannot be a link to an object that was deleted differs if it is null`(any: String)
    throws
  {
    let found = try outcome([(1, 0, insertion(any)), (1, 1, Self.deletion)], Self.null)
    #expect(found == (1, 0))
  }

  @Test(arguments: [
    ("9", #"{"Part":{"deletions":[{"_id":9}]}}"#),
    (#""red""#, #"{"Label":{"deletions":[{"_id":"red"}]}}"#),
    // In a mixed value, a text may be a decimal, and is compared by its value.
    (#""1.50""#, #"{"Label":{"deletions":[{"_id":"1.50"}]}}"#),
  ])
  func `What may be a link to an object that was deleted may be null`(
    any: String,
    deletion: String
  ) throws {
    #expect(try outcome([(1, 0, insertion(any)), (1, 1, deletion)], Self.null) == (0, 1))
    // Another one was deleted.
    let other = #"{"Label":{"deletions":[{"_id":"blue"}]}}"#
    #expect(try outcome([(1, 0, insertion(any)), (1, 1, other)], Self.null) == (1, 0))
    // It is another value, and not null.
    let box = Self.null.replacing("null", with: "7")
    #expect(try outcome([(1, 0, insertion(any)), (1, 1, deletion)], box) == (1, 0))
  }

  @Test func `A link that a device set while another one set a text may have been cleared`() throws
  {
    func change(_ any: String) -> String {
      #"{"Box":{"modifications":[{"oldValue":{"_id":1,"any":null,"list":[]},"newValue":{"any":\#(any)}}]}}"#
    }
    func found(device: Int) throws -> (differing: Int, cleared: Int) {
      let events = [
        (1, 0, insertion("null")), (1, 1, change("9")), (device, 2, change(#""x""#)),
        (1, 3, Self.deletion),
      ]
      return try outcome(events, Self.null)
    }
    #expect(try found(device: 2) == (0, 1))
    #expect(try found(device: 1) == (1, 0))
  }

  @Test
  func
    `A list of mixed values that lacks a link stays explained, and one without deletions does not`()
    throws
  {
    let insertion = #"{"Box":{"insertions":[{"_id":1,"any":null,"list":["x",9]}]}}"#
    let box = #"{"_id":1,"any":null,"list":["x"]}"#
    #expect(try outcome([(1, 0, insertion), (1, 1, Self.deletion)], box) == (0, 1))
    #expect(try outcome([(1, 0, insertion)], box) == (1, 0))
  }
}
