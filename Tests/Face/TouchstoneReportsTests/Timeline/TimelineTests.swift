import JSON
import Testing
import TrailAnswers
import TrailReading

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
    try ObjectTimeline(of: try #require(ObjectName("Person/\(key)")), in: trail())
  }

  @Test func `Terminals and browsers see texts, whatever a trail holds`() throws {
    let text = TimelineText(TimelineWording(try life())).text
    #expect(text.contains("saw it\n") && text.contains("name: \"Anthony\" → \"Tony\""))
    #expect(!text.contains("\u{1B}"))
    let page = TimelinePage([TimelineWording(try life("2"))]).text
    #expect(page.contains("&lt;script&gt;") && !page.contains("<script>alert"))
    #expect(page.contains("Content-Security-Policy"))
  }

  @Test func `Activities are listed with their people, and steer no terminal`() throws {
    let list = try ActivityList(in: trail())
    #expect(list.text().contains("username=Jason Bourne (1)"))
    #expect(!TimelinePage(list).text.contains("\u{1B}"))
  }
}

/// What a timeline says of a value that is written in two ways.
struct TimelineWordingTests {
  private func deeds(_ objects: String..., schema: String? = nil) throws -> [String] {
    let lines = objects.enumerated().map { index, object -> String in
      let document: JSON = [
        "_id": ["$oid": .string("62b38b3c10846041166f5de\(index)")],
        "_partition": "events-62b38b3c10846041166f5de0", "activity": "visit",
        "timestamp": ["$date": .string("2022-06-23T1\(index):00:00.000Z")],
        "event": "read", "data": .string(#"{"type":"Person","value":[\#(object)]}"#),
      ]
      return document.text()
    }
    var question = TrailQuestion()
    question.schema = try schema.map { try CaseSchema(try JSON(parsing: Array($0.utf8))) }
    let life = try ObjectTimeline(
      of: try #require(ObjectName("Person/1")),
      in: [.bytes(Array(lines.joined(separator: "\n").utf8), name: "t")],
      question
    )
    return TimelineWording(life).lines.map(\.deed)
  }

  @Test func `A link that is expanded shows more, and is not another one`() throws {
    let key = #"{"_id":1,"office":2}"#
    let expanded = #"{"_id":1,"office":{"_id":2,"city":"Scranton"}}"#
    let other = #"{"_id":1,"office":{"_id":3,"city":"Utica"}}"#
    #expect(
      try deeds(key, expanded, key, other)
        == ["saw it", "saw it, as before, with office", "saw it, as before", "saw it, different"]
    )
    // What the link leads to has changed, and was seen.
    let moved = #"{"_id":1,"office":{"_id":2,"city":"Stamford"}}"#
    #expect(try deeds(expanded, moved).last == "saw it, different")
  }

  @Test func `An embedded object is never the same as a key`() throws {
    let schema = """
      {"Person":{"primaryKey":"_id","properties":{"_id":"int","home":"Home?"}},
       "Home":{"embedded":true,"properties":{"_id":"int?"}}}
      """
    let (key, object) = (#"{"_id":1,"home":2}"#, #"{"_id":1,"home":{"_id":2}}"#)
    #expect(try deeds(key, object).last == "saw it, as before, with home")
    #expect(try deeds(key, object, schema: schema).last == "saw it, different")
  }

  @Test func `The order counts in a list, and not in a set`() throws {
    let (one, other) = (#"{"_id":1,"tags":["a","b"]}"#, #"{"_id":1,"tags":["b","a"]}"#)
    func schema(_ type: String) -> String {
      #"{"Person":{"primaryKey":"_id","properties":{"_id":"int","tags":"\#(type)"}}}"#
    }
    #expect(try deeds(one, other, schema: schema("list<string>")).last == "saw it, different")
    #expect(try deeds(one, other, schema: schema("set<string>")).last == "saw it, as before")
  }

  @Test func `A blank activity is shown as another one than none`() throws {
    func document(_ number: Int, _ activity: String) -> String {
      #"{"_id":{"$oid":"62b38b3c10846041166f5de\#(number)"},\#(activity)"event":"log in"}"#
    }
    let lines = [document(0, #""activity":"","#), document(1, "")].joined(separator: "\n")
    let list = try ActivityList(in: [.bytes(Array(lines.utf8), name: "t")])
    let text = list.text()
    #expect(text.hasPrefix("(no activity)\n") && text.contains("\n\"\"\n"))
    let page = TimelinePage(list).text
    #expect(page.contains("<h2>(no activity)</h2>") && page.contains("<h2>&quot;&quot;</h2>"))
  }

  @Test func `What could not be read is named in the text and on the page`() throws {
    let lines = [
      #"{"_id":"#, #"{"_id":{"$oid":"62b38b3c10846041166f5de0"},"activity":"a","timestamp":"x"}"#,
    ]
    let list = try ActivityList(in: [.bytes(Array(lines.joined(separator: "\n").utf8), name: "t")])
    for text in [list.text(), TimelinePage(list).text] {
      #expect(
        text.contains("1 event of 1 activity in 1 document; 1 line, 1 field could not be read")
      )
      #expect(text.contains("line-damaged (1×") && text.contains("t:1"))
    }
  }
}
