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
}
