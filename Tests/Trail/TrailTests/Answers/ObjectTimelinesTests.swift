import Testing

@testable import TrailAnswers
@testable import TrailReading

/// Questions about several objects, and about those of other users.
struct ObjectTimelinesTests {
  private let lines = [
    SmallAnswers.read(1, "2022-06-23T10:00:00Z", #"{"_id":1,"n":"A"},{"_id":2,"n":"B"}"#),
    SmallAnswers.write(
      2,
      "2022-06-23T11:00:00Z",
      #""modifications":[{"oldValue":{"_id":1,"n":"A"},"newValue":{"n":"C"}}],"deletions":[{"_id":2,"n":"B"}]"#,
      by: "Pam"
    ),
    SmallAnswers.read(3, "2022-06-23T12:00:00Z", #"{"_id":"1","n":"T"},{"n":"none"}"#, by: "Pam"),
    SmallAnswers.read(4, "2022-06-23T09:00:00Z", #"{"_id":3,"n":"D"}"#, by: "Dwight"),
  ]

  private func timelines(
    _ change: (inout TrailQuestion) throws -> Void
  ) throws -> ObjectTimelines {
    try ObjectTimelines(
      in: SmallAnswers.input(lines),
      try SmallAnswers.question(nil, change),
      limit: 100
    )
  }

  private func name(_ text: String) throws -> ObjectName {
    try #require(ObjectName(text) as ObjectName?)
  }

  @Test func `Several objects are followed in the order in which they are asked for`() throws {
    let lives = try timelines { $0.objects = [try name("Person/2"), try name("Person/1")] }
    #expect(lives.all.map(\.name) == ["Person/2", "Person/1"])
    #expect(lives.all.map { $0.entries.map(\.document.position.document) } == [[1, 2], [1, 2]])
  }

  @Test
  func `The objects of a class are told apart by their keys, and those without one are counted`()
    throws
  {
    let lives = try timelines { $0.filter.classes = ["Person"] }
    #expect(lives.all.map(\.name) == [#"Person/"1""#, "Person/1", "Person/2", "Person/3"])
    #expect(lives.all.map(\.count) == [1, 2, 2, 1])
    #expect(lives.reading.remarks.contains { $0.hasPrefix("1 times an event mentions an object") })
  }

  @Test func `More events than can be followed are refused`() throws {
    let error = #expect(throws: TrailError.self) {
      try ObjectTimelines(
        in: SmallAnswers.input(lines),
        try SmallAnswers.question { $0.filter.classes = ["Person"] },
        limit: .max,
        total: 5
      )
    }
    #expect(error?.description == "the objects have 6 events; 5 can be followed")
  }

  @Test func `Several keys are looked for at once`() throws {
    // Long enough to be looked for in the bytes of payloads.
    let lines = ["aaaaaa", "bbbbbb", "cccccc"].enumerated().map { number, key in
      SmallAnswers.read(number + 1, "2022-06-23T10:00:00Z", #"{"_id":"\#(key)"}"#)
    }
    for jobs in [1, 2] {
      let question = try SmallAnswers.question {
        $0.objects = [try name("Person/aaaaaa"), try name("Person/cccccc")]
        $0.jobs = jobs
        $0.partBytes = 100
      }
      var numbers: [Int] = []
      _ = try EventStream(question).read(SmallAnswers.input(lines)) { event, _ in
        numbers.append(event.document.position.document)
      }
      #expect(numbers == [1, 3], "\(jobs) jobs")
    }
  }

  // MARK: Objects of others

  private func access(_ lines: [String], of others: String...) throws -> [String] {
    let list = try AccessList(
      in: SmallAnswers.input(lines),
      SmallAnswers.question {
        $0.userFields = ["username"]
        $0.filter.users = [.init(key: "username", value: "Jason")]
        $0.filter.objectsOf = others.map { .init(key: "username", value: $0) }
      }
    )
    return list.entries.map { "\($0.object) \($0.user) \($0.seen)" }
  }

  @Test func `What one user saw of another's objects is told, whenever the other one had them`()
    throws
  {
    let lines = self.lines + [SmallAnswers.read(5, "2022-06-23T08:00:00Z", #"{"_id":3,"n":"D"}"#)]
    #expect(try access(lines, of: "Pam") == ["Person/1 Jason 1", "Person/2 Jason 1"])
    #expect(try access(lines, of: "Dwight") == ["Person/3 Jason 1"])
    #expect(try access(lines, of: "Pam", "Dwight").count == 3)
  }

  @Test func `Another user who is not in the trail is refused by the field, and told by the name`()
    throws
  {
    #expect(try access(lines, of: "Michael") == [])
    let list = try AccessList(
      in: SmallAnswers.input(lines),
      SmallAnswers.question { $0.filter.objectsOf = [.init(key: "username", value: "Michael")] }
    )
    #expect(
      list.reading.remarks.first?.hasPrefix(#"no event has "Michael" as its username"#) ?? false
    )
    let error = #expect(throws: TrailError.self) {
      try AccessList(
        in: SmallAnswers.input(lines),
        SmallAnswers.question { $0.filter.objectsOf = [.init(key: "nurse", value: "Pam")] }
      )
    }
    #expect(error?.description.hasPrefix(#"no event has the metadata field "nurse""#) ?? false)
  }

  // MARK: Coverage

  @Test func `The gaps of a device are those across its partitions`() throws {
    func event(_ number: Int, _ day: String, _ partition: String, _ device: String) -> String {
      #"{"_partition":"\#(partition)","activity":"a","timestamp":{"$date":"2022-06-\#(day)T10:00:00Z"},"event":"x","device":"\#(device)"}"#
    }
    let lines = [
      event(1, "01", "p1", "A"), event(2, "05", "p2", "A"), event(3, "02", "p3", "B"),
      event(4, "03", "p3", "B"),
    ]
    func gaps(_ field: String?) throws -> [String] {
      try CoverageList(
        in: SmallAnswers.input(lines),
        SmallAnswers.question { $0.deviceField = field }
      ).entries.map { "\($0.partition) \($0.day) \($0.gap)" }
    }
    #expect(
      try gaps(nil) == ["p1 2022-06-01 0", "p2 2022-06-05 0", "p3 2022-06-02 0", "p3 2022-06-03 0"]
    )
    #expect(
      try gaps("device") == [
        "A 2022-06-01 0", "A 2022-06-05 3", "B 2022-06-02 0", "B 2022-06-03 0",
      ]
    )
    #expect(throws: TrailError.self) { try gaps("phone") }
  }
}
