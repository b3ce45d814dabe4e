import JSON
import Testing

@testable import TrailAnswers
@testable import TrailReading

/// An answer names what it is about in one way, tells no name that it was to hide, and does not pass over what it was asked.
struct HonestAnswersTests {
  private let twoKeys = [
    SmallAnswers.read(1, "2022-06-23T10:00:00Z", #"{"_id":5},{"_id":"5"}"#),
    SmallAnswers.read(2, "2022-06-23T11:00:00Z", #"{"_id":"5"}"#, by: "Pam"),
  ]

  private func question(
    _ object: String? = nil,
    _ change: (inout TrailQuestion) throws -> Void = { _ in }
  ) throws -> TrailQuestion {
    try SmallAnswers.question(object, change)
  }

  private func refusal(_ change: (inout TrailQuestion) throws -> Void) throws -> String {
    let question = try question(nil, change)
    do { _ = try ActivityList(in: SmallAnswers.input(twoKeys), question) } catch {
      return "\(error)"
    }
    return ""
  }

  // MARK: Pseudonyms

  private func events(_ question: TrailQuestion) throws -> [String] {
    var keys: [String] = []
    _ = try EventStream(question).read(SmallAnswers.input(twoKeys)) { _, acts in
      acts.forEach { keys.append("\($0.className ?? "")/\($0.key?.string ?? "-")") }
    }
    return keys
  }

  @Test func `The number 5 and the text "5" have two pseudonyms, the same in every answer`() throws
  {
    func hidden(_ object: String? = nil) throws -> TrailQuestion {
      try question(object) { $0.pseudonym = { "<\($0):\($1)>" } }
    }
    let (number, text) = ("Person/<key:5>", #"Person/<key:"5">"#)
    #expect(try events(hidden()) == [number, text, text])
    let list = try AccessList(in: SmallAnswers.input(twoKeys), hidden())
    #expect(Set(list.entries.map(\.object)) == [number, text])
    let input = SmallAnswers.input(twoKeys)
    let asked = try #require(ObjectName(#"Person/"5""#))
    #expect(try ObjectTimeline(of: asked, in: input, hidden()).name == text)
  }

  @Test func `An answer with pseudonyms does not list the names that there are`() throws {
    let list = try ActivityList(
      in: SmallAnswers.input(twoKeys),
      question {
        $0.pseudonym = { "<\($0):\($1)>" }
        $0.filter.users = [.init(key: "username", value: "Zed")]
      }
    )
    #expect(list.reading.remarks == [#"no event has "Zed" as its username"#])
  }

  @Test func `What could not be read is named without its words where pseudonyms are asked for`()
    throws
  {
    let twice = #"{"_id":1,"who":{"Jane Doe":1,"Jane Doe":2}}"#
    let input = SmallAnswers.input([SmallAnswers.read(1, "2022-06-23T10:00:00Z", twice)])
    func sentences(_ question: TrailQuestion) throws -> String {
      let unread = try ActivityList(in: input, question).reading.unread
      return unread.kinds.flatMap { unread.examples(of: $0) }.map(\.sentence).joined()
    }
    #expect(try sentences(question()).contains("Jane Doe"))
    let hidden = try sentences(question { $0.pseudonym = { "<\($0):\($1)>" } })
    #expect(!hidden.isEmpty && !hidden.contains("Jane"))
  }

  // MARK: Alternatives

  @Test func `A misspelt value of a filter is told although another one is found`() throws {
    #expect(
      try refusal {
        $0.filter.properties = [
          try #require(PropertyPath("_id")), try #require(PropertyPath("typo")),
        ]
      }
        == #"no event shows the property typo; the properties are "_id""#
    )
    #expect(
      try refusal { $0.filter.classes = ["Person", "Typo"] }
        == #"no event mentions the class "Typo"; the classes are "Person""#
    )
    let list = try ActivityList(
      in: SmallAnswers.input(twoKeys),
      question {
        $0.filter.users = ["Pam", "Zed"].map { .init(key: "username", value: $0) }
      }
    )
    #expect(list.count == 1)
    #expect(
      list.reading.remarks == [#"no event has "Zed" as its username; there are "Jason", "Pam""#]
    )
  }

  @Test func `A class of embedded objects has no events of its own`() throws {
    let schema = try CaseSchema([
      "Person": ["primaryKey": "_id", "properties": ["_id": "mixed", "pet": "Pet?"]],
      "Pet": ["embedded": true, "properties": ["name": "string"]],
    ])
    let refused = try refusal {
      $0.schema = schema
      $0.filter.classes = ["Pet"]
    }
    #expect(refused.hasPrefix(#"the objects of class "Pet" are embedded: they have no keys"#))
  }

  // MARK: Days

  private func coverage(_ times: [JSON], in zone: String) throws -> CoverageList {
    let lines = times.enumerated().map { number, time in
      SmallAnswers.event(number, "", "log in", "", ["timestamp": ["$date": time]])
    }
    let question = try question { $0.offset = try #require(UTCOffset(zone: zone)) }
    return try CoverageList(in: SmallAnswers.input(lines), question)
  }

  @Test(arguments: [Int64.min, .min + 36_000_000, .max, .max - 36_000_000])
  func `The ends of time are days too`(_ end: Int64) throws {
    let list = try coverage(
      [["$numberLong": .string("\(end)")], "2022-06-20T10:00:00Z"],
      in: "Europe/Amsterdam"
    )
    #expect(list.entries.count == 2 && list.emptyDays == list.days - 2)
  }

  @Test func `A day that a zone has left out is not one without events`() throws {
    let list = try coverage(
      ["2011-12-30T09:59:59.999Z", "2011-12-30T10:00:00Z"],
      in: "Pacific/Apia"
    )
    #expect(list.entries.map(\.day) == ["2011-12-29", "2011-12-31"])
    #expect(list.entries.map(\.gap) == [0, 0] && list.days == 2 && list.emptyDays == 0)
    let later = try coverage(["2011-12-29T00:00:00Z", "2012-01-02T00:00:00Z"], in: "Pacific/Apia")
    #expect(later.entries.map(\.day) == ["2011-12-28", "2012-01-02"])
    #expect(later.entries.map(\.gap) == [0, 3] && later.entries[1].gapStart == "2011-12-29")
  }
}
