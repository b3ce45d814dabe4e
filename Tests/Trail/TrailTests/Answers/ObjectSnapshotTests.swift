import JSON
@testable import TrailReading
import Testing

@testable import TrailAnswers

/// What a trail tells of an object at a time.
struct ObjectSnapshotTests {
  private let lines = [
    SmallAnswers.read(1, "2022-06-01T10:00:00Z", #"{"_id":1,"name":"A","ward":"x"}"#),
    SmallAnswers.read(2, "2022-06-02T10:00:00Z", #"{"_id":1,"name":"A","ward":"x"}"#, by: "Pam"),
    SmallAnswers.write(
      3,
      "2022-06-03T10:00:00Z",
      #""modifications":[{"oldValue":{"_id":1,"name":"A","ward":"x"},"newValue":{"name":"B"}}]"#,
      by: "Pam"
    ),
    SmallAnswers.write(
      4,
      "2022-06-04T10:00:00Z",
      #""deletions":[{"_id":1,"name":"B","ward":"x"}]"#
    ),
    SmallAnswers.write(5, "2022-06-05T10:00:00Z", #""insertions":[{"_id":1,"name":"C"}]"#),
  ]

  private func timeline(_ lines: [String]) throws -> ObjectTimeline {
    try ObjectTimeline(
      of: try #require(ObjectName("Person/1")),
      in: SmallAnswers.input(lines)
    )
  }

  private func state(_ time: String, _ lines: [String]? = nil) throws -> ObjectSnapshot {
    ObjectSnapshot(
      try timeline(lines ?? self.lines),
      at: try SmallAnswers.instant(time)
    )
  }

  private func values(_ state: ObjectSnapshot) -> [String: JSON] {
    Dictionary(uniqueKeysWithValues: state.properties.map { ($0.name, $0.property.value) })
  }

  @Test func `Nothing is known before the first event`() throws {
    let state = try state("2022-06-01T09:59:59Z")
    #expect(state.life == .unknown && state.properties.isEmpty)
  }

  @Test func `A value is known since the first event that shows it`() throws {
    let state = try state("2022-06-02T12:00:00Z")
    #expect(values(state) == ["_id": 1, "name": "A", "ward": "x"])
    #expect(state.value(of: "name")?.since.document.id == SmallExport.id(1))
  }

  @Test func `Events of one instant are in the order of their ids, wherever they stand`() throws {
    func write(_ number: Int, _ lists: String) -> String {
      SmallAnswers.event(
        number,
        "2022-06-23T10:00:00Z",
        "write",
        #"{"Person":{\#(lists)}}"#,
        ["_id": ["$oid": .string("62b439a0000000000000000\(number)")]]
      )
    }
    let created = write(1, #""insertions":[{"_id":1,"name":"A"}]"#)
    let change = #"{"oldValue":{"_id":1,"name":"A"},"newValue":{"name":"B"}}"#
    let changed = write(2, #""modifications":[\#(change)]"#)
    for lines in [[created, changed], [changed, created]] {
      #expect(values(try state("2022-06-24T10:00:00Z", lines)) == ["_id": 1, "name": "B"])
    }
  }

  @Test func `A change replaces what it names and leaves the rest`() throws {
    let state = try state("2022-06-03T10:00:00Z")
    #expect(values(state) == ["_id": 1, "name": "B", "ward": "x"])
    #expect(state.value(of: "name")?.since.action == "changed")
    #expect(state.value(of: "ward")?.since.document.id == SmallExport.id(1))
  }

  @Test func `A change alone tells the object before it`() throws {
    let state = try state("2022-06-03T10:00:00Z", [lines[2]])
    #expect(values(state) == ["_id": 1, "name": "B", "ward": "x"])
  }

  @Test func `A deleted object that is created again is another one`() throws {
    guard case .deleted = try state("2022-06-04T10:00:00Z").life else {
      Issue.record("the deletion is not told")
      return
    }
    let state = try state("2022-06-05T10:00:00Z")
    #expect(values(state) == ["_id": 1, "name": "C"])
  }

  @Test func `The order is that of time, and not that of the file`() throws {
    #expect(values(try state("2022-06-03T10:00:00Z", lines.reversed()))["name"] == "B")
  }

  @Test func `Two times differ in what changed between them`() throws {
    let difference = ObjectDifference(
      try timeline(lines),
      from: try SmallAnswers.instant("2022-06-02T12:00:00Z"),
      to: try SmallAnswers.instant("2022-06-03T12:00:00Z")
    )
    #expect(difference.changes.map(\.name) == ["name"])
    #expect(difference.changes.first?.old == "A")
    #expect(difference.changes.first?.new?.since.document.id == SmallExport.id(3))
    // A property that the new object does not have.
    let later = ObjectDifference(
      try timeline(lines),
      from: try SmallAnswers.instant("2022-06-03T12:00:00Z"),
      to: try SmallAnswers.instant("2022-06-06T12:00:00Z")
    )
    #expect(later.changes.map(\.name) == ["name", "ward"])
  }

  // MARK: Devices that learn late of each other

  private let insertion = #"{"Person":{"insertions":[{"_id":1,"n":0}]}}"#
  private let change =
    #"{"Person":{"modifications":[{"oldValue":{"_id":1,"n":0},"newValue":{"n":1}}]}}"#
  private let deletion = #"{"Person":{"deletions":[{"_id":1,"n":0}]}}"#

  private func read(_ n: Int) -> String { #"{"type":"Person","value":[{"_id":1,"n":\#(n)}]}"# }

  /// What is so at the end of events by devices that follow each other in time.
  private func end(_ events: (String, String)...) throws -> ObjectSnapshot { try end(events) }

  private func end(_ events: [(device: String, payload: String)]) throws -> ObjectSnapshot {
    let lines = events.enumerated().map { index, event in
      SmallAnswers.event(
        index + 1,
        "2022-06-01T10:0\(index):00Z",
        event.payload.hasPrefix(#"{"type"#) ? "read" : "write",
        event.payload,
        ["_partition": .string(event.device)]
      )
    }
    return try state("2022-06-02T00:00:00Z", lines)
  }

  @Test func `What is deleted stays so for a device that has not heard of it`() throws {
    for late in [read(0), change] {
      guard case .deleted = try end(("A", insertion), ("A", deletion), ("B", late)).life else {
        Issue.record("the object is there again")
        return
      }
    }
    // The device that deleted it knows of that; and another one may create it again.
    for again in [("A", read(0)), ("B", insertion)] {
      guard case .present = try end(("A", insertion), ("A", deletion), again).life else {
        Issue.record("the object is gone")
        return
      }
    }
  }

  @Test func `A value from before a change is not news from another device`() throws {
    #expect(values(try end(("A", insertion), ("A", change), ("B", read(0))))["n"] == 1)
    // It is news from one that has shown the change, from the one that made it, and if it was never there.
    #expect(
      values(try end(("A", insertion), ("A", change), ("B", read(1)), ("B", read(0))))["n"] == 0
    )
    #expect(values(try end(("A", insertion), ("A", change), ("A", read(0))))["n"] == 0)
    #expect(values(try end(("A", insertion), ("A", change), ("B", read(2))))["n"] == 2)
  }

  @Test func `A value of an object that had the key before is not news from another device`() throws
  {
    let again = insertion.replacing("\"n\":0", with: "\"n\":1")
    func n(_ later: (String, String)...) throws -> JSON? {
      let events = [("A", insertion), ("B", read(0)), ("A", deletion), ("A", again)] + later
      return values(try end(events))["n"]
    }
    #expect(try n(("B", read(0))) == 1)
    // It is news from one that has shown the new object, and from the one that made it.
    #expect(try n(("B", read(1)), ("B", read(0))) == 0)
    #expect(try n(("A", read(0))) == 0)
  }
}
