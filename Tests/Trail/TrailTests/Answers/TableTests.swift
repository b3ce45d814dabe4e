import JSON
import Testing

@testable import TrailAnswers
@testable import TrailReading

/// What users do, on which days a trail has events, and the events themselves.
struct TableTests {
  private let lines = [
    SmallAnswers.read(1, "2022-06-23T10:00:00Z", #"{"_id":1,"name":"A"},{"_id":2}"#),
    SmallAnswers.write(2, "2022-06-23T11:00:00Z", #""insertions":[{"_id":3}]"#),
    SmallAnswers.event(3, "2022-06-26T00:00:00Z", "log in", "hello", by: "Pam"),
  ]

  @Test func `Users are told by activity`() throws {
    let list = try UserList(in: SmallAnswers.input(lines), SmallAnswers.question())
    #expect(list.entries.map(\.user) == ["username=Jason", "username=Pam"])
    #expect(list.entries.map(\.reads) == [1, 0] && list.entries.map(\.writes) == [1, 0])
    #expect(list.entries.map(\.seen) == [2, 0] && list.entries.map(\.changed) == [1, 0])
    #expect(list.entries.map(\.customs) == [0, 1])
  }

  @Test func `An object that was shown inside another counts in every answer`() throws {
    let visit = [SmallAnswers.read(1, "2022-06-23T10:00:00Z", #"{"_id":7,"ward":{"_id":1}}"#)]
    let (input, question) = (SmallAnswers.input(visit), try SmallAnswers.question())
    var shown = 0
    _ = try EventStream(question).read(input) { _, acts in acts.forEach { _ in shown += 1 } }
    #expect(shown == 2)
    #expect(try UserList(in: input, question).entries.map(\.seen) == [2])
  }

  @Test func `A user with several roles is one`() throws {
    let roles = ["nurse", "clerk"].enumerated().map { number, role in
      SmallAnswers.event(number, "2022-06-23T10:00:00Z", "log in", "", ["role": .string(role)])
    }
    let list = try UserList(in: SmallAnswers.input(roles), SmallAnswers.question())
    #expect(list.entries.map(\.user) == ["username=Jason"])
  }

  @Test func `Without a field that names users, combinations of metadata count`() throws {
    func list(_ field: String) throws -> UserList {
      let events = [("Pam", "nurse"), ("Pam", "clerk"), ("Jim", "nurse")].enumerated().map {
        let fields: [String: JSON?] = [
          "username": .none, field: .string($1.0), "role": .string($1.1),
        ]
        return SmallAnswers.event($0, "2022-06-23T10:00:00Z", "log in", "", fields)
      }
      return try UserList(in: SmallAnswers.input(events), SmallAnswers.question())
    }
    let unnamed = try list("who")
    #expect(unnamed.users == 3 && !unnamed.namesUsers)
    #expect(unnamed.reading.remarks.contains { $0.contains("--user-field") })
    let named = try list("userId")
    #expect(named.users == 2 && named.namesUsers && named.reading.remarks == [])
  }

  @Test func `A blank activity is another one than none`() throws {
    let blank = [
      SmallAnswers.event(4, "2022-06-24T10:00:00Z", "log in", "", by: "Pam", ["activity": ""]),
      SmallAnswers.event(5, "2022-06-24T10:00:00Z", "log in", "", by: "Pam", ["activity": .none]),
    ]
    let input = SmallAnswers.input(blank)
    #expect(try UserList(in: input, SmallAnswers.question()).entries.map(\.activity) == [nil, ""])
    #expect(try ActivityList(in: input).entries.map(\.name) == [nil, ""])
  }

  @Test func `An event without a name, or with an empty one, is of no user`() throws {
    let nameless: [[String: JSON?]] = [
      ["username": ""], ["username": .some(.null)], ["username": .none, "device": "A"],
      ["username": " \t", "device": "A"],
    ]
    let others = nameless.enumerated().map { number, fields in
      SmallAnswers.event(4 + number, "2022-06-24T10:00:00Z", "log in", "", fields)
    }
    for fields in [[], ["username"]] {
      let list = try UserList(
        in: SmallAnswers.input(lines + others),
        SmallAnswers.question { $0.userFields = fields }
      )
      #expect(list.users == 2 && list.nameless == 4, "\(list.entries)")
      #expect(list.entries.filter(\.user.isEmpty).map(\.customs) == [4])
    }
  }

  @Test func `Events without a device are not of one, and have no gaps`() throws {
    let nameless: [JSON?] = ["", .none]
    let others = nameless.enumerated().map { number, device in
      SmallAnswers.event(
        4 + number,
        "2022-06-2\(number * 5)T10:00:00Z",
        "log in",
        "",
        ["device": device]
      )
    }
    let known = SmallAnswers.event(9, "2022-06-23T10:00:00Z", "log in", "", ["device": "A"])
    let list = try CoverageList(
      in: SmallAnswers.input(others + [known]),
      SmallAnswers.question { $0.deviceField = "device" }
    )
    #expect(list.partitions == 1 && list.nameless == 2)
    #expect(list.entries.allSatisfy { $0.gap == 0 })
  }

  @Test func `Users are told by a field that there is`() throws {
    func users(_ field: String) throws -> [String] {
      let question = try SmallAnswers.question { $0.userFields = [field] }
      return try UserList(in: SmallAnswers.input(lines), question).entries.map(\.user)
    }
    #expect(try users("username") == ["Jason", "Pam"])
    #expect(throws: TrailError.self) { try users("Username") }
  }

  @Test func `Days without events are told behind them`() throws {
    let other = SmallAnswers.event(
      4,
      "2022-06-24T10:00:00Z",
      "log in",
      "",
      by: "Pam",
      ["_partition": "events-000000000000000000000001"]
    )
    let list = try CoverageList(in: SmallAnswers.input(lines + [other]), SmallAnswers.question())
    #expect(list.entries.map(\.day) == ["2022-06-24", "2022-06-23", "2022-06-26"])
    #expect(list.entries.map(\.events) == [1, 2, 1])
    #expect(list.entries.map(\.gap) == [0, 0, 2])
    #expect(list.entries.last?.gapStart == "2022-06-24")
    #expect(list.partitions == 2 && list.days == 4 && list.emptyDays == 1)
  }

  @Test func `Days begin where the reader is`() throws {
    let question = try SmallAnswers.question(nil) { $0.offset = try #require(UTCOffset("-01:00")) }
    let list = try CoverageList(in: SmallAnswers.input(lines), question)
    #expect(list.entries.map(\.day) == ["2022-06-23", "2022-06-25"])
    #expect(list.entries.last?.gapStart == "2022-06-24")
  }

  @Test func `Events say what was seen and done`() throws {
    var events: [(text: String?, actions: [ObjectTimeline.Action])] = []
    _ = try EventStream(SmallAnswers.question()).read(SmallAnswers.input(lines)) { event, acts in
      var actions: [ObjectTimeline.Action] = []
      acts.forEach { actions.append($0.action) }
      events.append((event.text, actions))
    }
    #expect(events.map(\.actions.count) == [2, 1, 0])
    #expect(events.first?.actions.first == .seen(["_id": 1, "name": "A"]))
    #expect(events.last?.text == "hello")
  }

  @Test func `Of an event, only the objects are told that were asked for`() throws {
    var keys: [[JSON?]] = []
    _ = try EventStream(SmallAnswers.question("Person/2")).read(SmallAnswers.input(lines)) {
      _,
      acts in
      keys.append([])
      acts.forEach { keys[keys.count - 1].append($0.key) }
    }
    #expect(keys == [[2]])
  }

  @Test(arguments: [
    ("+02:00", 120), ("-0530", -330), ("Z", 0), ("+00:00", 0),
  ])
  func `Offsets are read as ISO 8601 writes them`(text: String, minutes: Int) throws {
    let offset = try #require(UTCOffset(text))
    #expect(offset.minutes == minutes)
    #expect(UTCOffset(offset.description) == offset)
    #expect(["2", "+2", "+25:00", "CET", ""].allSatisfy { UTCOffset($0) == nil })
  }

  @Test func `Times are shown and days are taken with the offset`() throws {
    let offset = try #require(UTCOffset("+02:00"))
    let time = try SmallAnswers.instant("2022-06-23T23:00:00Z")
    #expect(offset.text(time) == "2022-06-24T01:00:00.000+02:00")
    #expect(offset.day(time) == "2022-06-24")
    #expect(offset.day(offset.start(ofDay: offset.dayNumber(time))) == "2022-06-24")
    #expect(TrailFilter.instant("2022-06-24", isEnd: false, in: offset) == time - 3_600_000)
    // Far dates have no other offset to be shown in.
    for extreme in [Int64.min, .max] { #expect(!offset.day(extreme).isEmpty) }
  }
}
