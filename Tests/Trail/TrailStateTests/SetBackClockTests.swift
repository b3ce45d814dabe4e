import Foundation
import JSON
import Testing
import TrailCheck
import TrailReading

@testable import TrailState

/// A database that holds what was recorded after a clock was set back, in whatever order the export has the events.
struct SetBackClockTests {
  /// The hours and seconds of events, and of the commits that ids tell.
  private static let events: [(time: String, commit: UInt32, payload: String)] = [
    ("08:00:00", 28_811, #"{"P":{"insertions":[{"_id":1,"v":"a"}]}}"#),
    (
      "08:00:10", 28_811,
      #"{"P":{"modifications":[{"newValue":{"v":"b"},"oldValue":{"_id":1,"v":"a"}}]}}"#
    ),
    (
      "06:01:00", 21_665,
      #"{"P":{"modifications":[{"newValue":{"v":"c"},"oldValue":{"_id":1,"v":"b"}}]}}"#
    ),
    ("06:01:10", 21_675, #"{"type":"P","value":[{"_id":1,"v":"c"}]}"#),
  ]

  private func codes(_ order: [Int], _ value: String) throws -> [String] {
    let lines = order.map { number in
      let event = Self.events[number]
      let seconds = String(1_654_041_600 + event.commit, radix: 16)
      let document: JSON = [
        "_id": ["$oid": .string(seconds + "abcdef000100000\(number + 1)")],
        "_partition": "events-1", "activity": "visit",
        "timestamp": ["$date": .string("2022-06-01T\(event.time)Z")],
        "event": event.payload.hasPrefix(#"{"type"#) ? "read" : "write",
        "data": .string(event.payload),
      ]
      return document.text()
    }
    let folder = try TemporaryFolder()
    try Data(#"{"_id":1,"v":"\#(value)"}"#.utf8)
      .write(to: URL(filePath: "\(folder.path)/P.ndjson"))
    var options = TrailOptions()
    options.isComplete = true
    options.schema = try CaseSchema([
      "P": ["primaryKey": "_id", "properties": ["_id": "int", "v": "string"]]
    ])
    let outcome = try Reconciliation(
      of: [NamedInput(.bytes(Array(lines.joined(separator: "\n").utf8), name: "trail.ndjson"))],
      with: StateLocation(path: folder.path),
      options
    )
    return outcome.findings.kinds.map(\.code.rawValue)
  }

  @Test(arguments: [[0, 1, 2, 3], [2, 3, 0, 1], [2, 0, 3, 1]])
  func `What was recorded last is right, whatever its time`(order: [Int]) throws {
    #expect(try codes(order, "c") == [])
    #expect(try codes(order, "x") == ["state-differs"])
  }
}
