import JSON
import Testing
import Trail

@testable import TouchstoneReports

/// What people are shown of a timeline, whatever the trail holds.
struct TimelineTests {
  private static let key = "62b38b3c10846041166f5deb"

  private func trail() -> [TrailInput] {
    func line(_ hour: Int, _ event: String, _ payload: String, _ user: String) -> String {
      let document: JSON = [
        "_id": ["$oid": "62b38b3c10846041166f5de0"],
        "_partition": "events-62b38b3c10846041166f5de0", "activity": "visit",
        "timestamp": ["$date": .string("2022-06-23T1\(hour):00:00.000Z")],
        "event": .string(event), "data": .string(payload), "username": .string(user),
      ]
      return document.text()
    }
    let person = #"{"_id":"\#(Self.key)","name":"Anthony"}"#
    let lines = [
      line(1, "read", #"{"type":"Person","value":[\#(person)]}"#, "nurse\u{1B}[2J"),
      line(
        2,
        "write",
        #"{"Person":{"modifications":[{"oldValue":\#(person),"newValue":{"name":"Tony"}}]}}"#,
        "Jason Bourne"
      ),
      line(
        3,
        "read",
        #"{"type":"Person","value":[{"_id":"2","name":"</style><script>alert(1)</script>"}]}"#,
        "nurse"
      ),
    ]
    return [.bytes(Array(lines.joined(separator: "\n").utf8), name: "t")]
  }

  private func life(_ key: String = key) throws -> ObjectTimeline {
    try ObjectTimeline(of: "Person", key: key, in: trail(), filter: TrailFilter())
  }

  @Test func `Terminals and browsers see texts, whatever a trail holds`() throws {
    let text = TimelineText(try life()).text
    #expect(text.contains("saw it\n") && text.contains("name: \"Anthony\" → \"Tony\""))
    #expect(!text.contains("\u{1B}"))
    let page = TimelinePage(try life("2")).text
    #expect(page.contains("&lt;script&gt;") && !page.contains("<script"))
    #expect(page.contains("Content-Security-Policy"))
  }

  @Test func `Activities are listed with their people, and steer no terminal`() throws {
    let list = try ActivityList(in: trail())
    #expect(list.text().contains("username=Jason Bourne (1)"))
    #expect(!TimelinePage(list).text.contains("\u{1B}"))
  }
}
