import JSON
import Testing

@testable import TrailAnswers
@testable import TrailReading

/// A change of an embedded object in place may be one of what is asked for, which the answer says.
struct InPlaceChangesTests {
  private let lines = [
    SmallAnswers.write(
      1,
      "2022-06-23T10:00:00Z",
      #""insertions":[{"_id":1,"name":"Ann","home":{"zip":2}}]"#
    ),
    SmallAnswers.event(
      2,
      "2022-06-23T11:00:00Z",
      "write",
      #"{"Address":{"modifications":[{"oldValue":{"zip":2},"newValue":{"zip":3}}]}}"#
    ),
    SmallAnswers.read(3, "2022-06-23T12:00:00Z", #"{"_id":1,"name":"Ann"}"#),
  ]

  private func schema() throws -> CaseSchema {
    try CaseSchema([
      "Person": [
        "primaryKey": "_id", "properties": ["_id": "int", "name": "string", "home": "Address?"],
      ],
      "Address": ["embedded": true, "properties": ["zip": "int"]],
    ])
  }

  private func isTold(_ reading: ReadingExtent) -> Bool {
    reading.remarks.contains {
      $0.hasPrefix(
        #"1 event changes embedded objects in place, of class "Address", and does not tell"#
      )
    }
  }

  /// Whether a state of the object says so, with as many threads.
  private func stateTells(_ schema: CaseSchema?, until time: String, jobs: Int = 1) throws -> Bool {
    let question = try SmallAnswers.question("Person/1") {
      $0.schema = schema
      ($0.jobs, $0.partBytes) = (jobs, 100)
      $0.filter.to = try SmallAnswers.instant(time)
    }
    return isTold(
      try ObjectTimelines(in: SmallAnswers.input(lines), question, limit: .max).reading
    )
  }

  @Test(arguments: [1, 3])
  func `A state says that an embedded object may have changed in place by then`(_ jobs: Int) throws
  {
    #expect(try stateTells(schema(), until: "2022-06-23T13:00:00Z", jobs: jobs))
    #expect(try !stateTells(schema(), until: "2022-06-23T11:00:00Z", jobs: jobs))
  }

  @Test func `A state of a class without embedded objects does not`() throws {
    let schema = try CaseSchema([
      "Person": ["primaryKey": "_id", "properties": ["_id": "int", "name": "string"]],
      "Address": ["embedded": true, "properties": ["zip": "int"]],
    ])
    #expect(try !stateTells(schema, until: "2022-06-23T13:00:00Z"))
  }

  @Test(arguments: [("home.zip", true), ("home", true), ("name", false)])
  func `An answer about a property says so if it is in an embedded object`(
    _ path: String,
    _ isTold: Bool
  ) throws {
    for object in ["Person/1", nil] {
      let question = try SmallAnswers.question(object) {
        $0.schema = try schema()
        $0.filter.properties = [try #require(PropertyPath(path) as PropertyPath?)]
      }
      let list = try AccessList(in: SmallAnswers.input(lines), question)
      #expect(self.isTold(list.reading) == isTold)
    }
  }

  @Test func `An answer about a value says so, and without a schema by the name of the property`()
    throws
  {
    for schema in [try schema(), nil] {
      func reading(_ condition: String) throws -> ReadingExtent {
        let question = try SmallAnswers.question {
          $0.schema = schema
          $0.filter.values = [try #require(ValueCondition(condition) as ValueCondition?)]
        }
        return try EventStream(question).read(SmallAnswers.input(lines)) { _, _ in }
      }
      #expect(try isTold(reading("home.zip = 3")))
      #expect(try !isTold(reading(#"name = "Ann""#)))
    }
  }
}
