import JSON
import Testing

@testable import TrailAnswers
@testable import TrailReading

/// What the trail tells of one object.
struct ObjectTimelineTests {
  private static let key = "62b38b3c10846041166f5deb"

  private func trail() -> [TrailInput] {
    var number = 0
    func line(
      _ time: String,
      _ event: String,
      _ payload: String,
      _ activity: String,
      _ user: String
    ) -> String {
      number += 1
      let document: JSON = [
        "_id": ["$oid": .string(SmallExport.id(number))],
        "_partition": "events-62b38b3c10846041166f5de0", "activity": .string(activity),
        "timestamp": ["$date": .string(time)], "event": .string(event), "data": .string(payload),
        "username": .string(user),
      ]
      return document.text()
    }
    let person = #"{"_id":"\#(Self.key)","name":"Anthony"}"#
    let lines = [
      line(
        "2022-06-23T10:00:02.000Z",
        "write",
        #"{"Person":{"modifications":[{"oldValue":\#(person),"newValue":{"name":"Tony"}}]}}"#,
        "update",
        "Jason Bourne"
      ),
      line(
        "2022-06-23T10:00:01.000Z",
        "read",
        #"{"type":"Person","value":[\#(person),{"_id":"2","name":"B"}]}"#,
        "open record",
        "nurse\u{1B}[2J"
      ),
      line(
        "2022-06-24T10:00:00.000Z",
        "read",
        #"{"type":"Person","value":[{"_id":"2","name":"</style><script>alert(1)</script>"}]}"#,
        "open record",
        "nurse"
      ),
      "damaged",
    ]
    return [.bytes(Array(lines.joined(separator: "\n").utf8), name: "t")]
  }

  private func life(_ body: (inout TrailFilter) -> Void = { _ in }) throws -> ObjectTimeline {
    var question = TrailQuestion()
    body(&question.filter)
    return try ObjectTimeline(
      of: try #require(ObjectName("Person/\(Self.key)")),
      in: trail(),
      question
    )
  }

  @Test func `Events that mention the object come in the order of time`() throws {
    let life = try life()
    #expect(life.entries.map(\.document.activity) == ["open record", "update"])
    #expect(life.entries.map(\.others) == [1, 0])
    #expect(life.reading.documents == 3 && life.reading.unreadCount == 1)
    #expect(
      life.entries.last?.action
        == .changed([.init(name: "name", old: "Anthony", new: "Tony")])
    )
  }

  @Test(arguments: [#"[{"name":1}]"#, "[1]", "5", #""name""#, "null"])
  func `A newValue that is not an object changes no property`(_ new: String) throws {
    let payload =
      #"{"Person":{"modifications":[{"newValue":\#(new),"oldValue":{"_id":11}}]}}"#
    let event = SmallExport.event("write", payload)
    let timeline = try ObjectTimeline(
      of: try #require(ObjectName("Person/11")),
      in: [.bytes(Array(event.utf8), name: "t")]
    )
    #expect(timeline.entries.map(\.action) == [.changed([])])
    // A representation of its own may be any JSON.
    #expect(timeline.reading.isWhole)
  }

  @Test func `Filters admit what has all that is asked for`() throws {
    #expect(try life { $0.activities = ["update"] }.count == 1)
    #expect(try life { $0.users = [.init(key: "username", value: "Jason Bourne")] }.count == 1)
    let instant = TrailFilter.instant("2022-06-23T10:00:02Z", isEnd: false)
    #expect(try life { $0.from = instant }.count == 1)
    #expect(try life { $0.to = instant }.count == 1)
    #expect(try life { $0.to = TrailFilter.instant("2022-06-23", isEnd: true) }.count == 2)
    #expect(TrailFilter.instant("yesterday", isEnd: true) == nil)
  }

  @Test func `Activities are listed with their events, people and objects`() throws {
    let list = try ActivityList(in: trail())
    #expect(list.entries.map(\.name) == ["open record", "update"])
    #expect(list.entries.map(\.reads) == [2, 0])
    #expect(list.entries.map(\.classes) == [["Person": 3], ["Person": 1]])
  }
}
