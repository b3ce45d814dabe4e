import Testing
@testable import TrailReading

@testable import TrailAnswers

/// Who accessed an object.
struct AccessListTests {
  private let lines = [
    SmallAnswers.read(1, "2022-06-23T10:00:00Z", #"{"_id":1},{"_id":2}"#),
    SmallAnswers.read(2, "2022-06-23T23:30:00Z", #"{"_id":1}"#),
    SmallAnswers.write(
      3,
      "2022-06-24T09:00:00Z",
      #""modifications":[{"oldValue":{"_id":1,"name":"A"},"newValue":{"name":"B"}}]"#,
      by: "Pam"
    ),
    SmallAnswers.read(4, "2022-06-24T10:00:00Z", #"{"_id":2}"#, by: "Dwight"),
  ]

  private func rows(_ object: String?, _ change: (inout TrailQuestion) -> Void = { _ in }) throws
    -> [String]
  {
    let list = try AccessList(
      in: SmallAnswers.input(lines),
      SmallAnswers.question(object) {
        $0.userFields = ["username"]
        change(&$0)
      }
    )
    return list.entries.map { "\($0.object) \($0.day) \($0.user) \($0.seen)+\($0.changed)" }
  }

  @Test func `A row is a day and a user`() throws {
    #expect(
      try rows("Person/1") == ["Person/1 2022-06-23 Jason 2+0", "Person/1 2022-06-24 Pam 0+1"]
    )
  }

  @Test func `A day is that of the reader's clock`() throws {
    let offset = try #require(UTCOffset("+02:00"))
    #expect(
      try rows("Person/1") { $0.offset = offset }
        == [
          "Person/1 2022-06-23 Jason 1+0", "Person/1 2022-06-24 Jason 1+0",
          "Person/1 2022-06-24 Pam 0+1",
        ]
    )
  }

  @Test func `A number and a string of its digits are two objects`() throws {
    let lines = [
      SmallAnswers.read(1, "2022-06-23T10:00:00Z", #"{"_id":5}"#),
      SmallAnswers.write(2, "2022-06-23T10:01:00Z", #""deletions":[{"_id":"5"}]"#),
    ]
    let list = try AccessList(in: SmallAnswers.input(lines), SmallAnswers.question("Person/5"))
    #expect(list.entries.map { "\($0.object) \($0.seen)+\($0.deleted)" } == ["Person/5 1+0"])
    let both = try AccessList(in: SmallAnswers.input(lines), SmallAnswers.question())
    #expect(
      both.entries.map { "\($0.object) \($0.seen)+\($0.deleted)" }
        == [#"Person/"5" 0+1"#, "Person/5 1+0"]
    )
    let hidden = try AccessList(
      in: SmallAnswers.input(lines),
      SmallAnswers.question { $0.pseudonym = { _, text in "p" + text.reversed() } }
    )
    #expect(Set(hidden.entries.map(\.object)).count == 2)
  }

  @Test func `A class is told object by object`() throws {
    let all = try rows(nil) { $0.filter.classes = ["Person"] }
    #expect(all.count == 4 && all.last == "Person/2 2022-06-24 Dwight 1+0")
  }

  @Test func `Filters hold for the events that are counted`() throws {
    let some = try rows("Person/1") {
      $0.filter.users = [
        .init(key: "username", value: "Pam"), .init(key: "username", value: "Dwight"),
      ]
    }
    #expect(some == ["Person/1 2022-06-24 Pam 0+1"])
  }

  @Test func `A pseudonym takes the place of the user and the key`() throws {
    let some = try rows("Person/1") { $0.pseudonym = { "\($0):\($1.count)" } }
    #expect(
      some == ["Person/key:1 2022-06-23 username:5 2+0", "Person/key:1 2022-06-24 username:3 0+1"]
    )
  }
}
