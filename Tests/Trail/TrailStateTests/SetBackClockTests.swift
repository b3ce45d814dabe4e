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

  /// An object that is deleted and created again, the clock being set back before either.
  private static let creations: [(time: String, commit: UInt32, payload: String)] = [
    ("08:00:00", 28_800, #"{"P":{"insertions":[{"_id":1,"v":"a"}]}}"#),
    ("07:10:00", 25_800, #"{"P":{"deletions":[{"_id":1,"v":"a"}]}}"#),
    ("06:01:00", 21_660, #"{"P":{"insertions":[{"_id":1,"v":"c"}]}}"#),
  ]

  /// What is found if a partition has so many events, and the next one the others.
  private func codes(
    _ events: [(time: String, commit: UInt32, payload: String)],
    _ order: [Int],
    _ value: String,
    partitionAt first: Int = .max,
    isOfOneProcess: Bool = true
  ) throws -> [String] {
    let lines = order.map { number in
      let event = events[number]
      let seconds = String(1_654_041_600 + event.commit, radix: 16)
      let process = number < first || isOfOneProcess ? "abcdef0001" : "fedcba0001"
      let document: JSON = [
        "_id": ["$oid": .string(seconds + process + "00000\(number + 1)")],
        "_partition": number < first ? "events-1" : "events-2", "activity": "visit",
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
    #expect(try codes(Self.events, order, "c") == [])
    #expect(try codes(Self.events, order, "x") == ["state-differs"])
  }

  @Test(arguments: [[0, 1, 2], [2, 1, 0], [1, 2, 0]])
  func `A device goes on in a new partition behind its clock that was set back`(order: [Int])
    throws
  {
    let events = Self.creations
    #expect(try codes(events, order, "c", partitionAt: 2) == [])
    #expect(try codes(events, order, "x", partitionAt: 2) == ["state-differs"])
  }

  @Test func `The ids of two processes do not tell which of them created an object last`() throws {
    let codes = try codes(
      Self.creations,
      [1, 2, 0],
      "c",
      partitionAt: 2,
      isOfOneProcess: false
    )
    #expect(codes == ["state-differs"])
  }
}
