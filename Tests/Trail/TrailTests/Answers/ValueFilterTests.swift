import Formats
import JSON
import Testing

@testable import TrailAnswers
@testable import TrailReading

/// Which events are about a property, or about a value.
struct ValueFilterTests {
  private let lines = [
    SmallAnswers.read(
      1,
      "2022-06-23T10:00:00Z",
      #"{"_id":1,"diagnosis":"flu","ward":5,"address":{"city":"Delft","zip":1},"tags":["a","b"]}"#
    ),
    SmallAnswers.write(
      2,
      "2022-06-23T11:00:00Z",
      #""modifications":[{"oldValue":{"_id":1,"diagnosis":"flu","address":{"city":"Delft","zip":1}},"newValue":{"diagnosis":"cold"}}]"#
    ),
    SmallAnswers.write(
      3,
      "2022-06-23T12:00:00Z",
      #""modifications":[{"oldValue":{"_id":1,"diagnosis":"cold","address":{"city":"Delft","zip":1}},"newValue":{"address":{"city":"Delft","zip":2}}}]"#
    ),
    SmallAnswers.write(4, "2022-06-23T13:00:00Z", #""insertions":[{"_id":2,"ward":6}]"#),
    SmallAnswers.write(
      5,
      "2022-06-23T14:00:00Z",
      #""deletions":[{"_id":3,"a.b":null,"homes":[{"city":"Gent"},{"city":"Delft"}]}]"#
    ),
  ]

  /// The numbers of the events that are found.
  private func found(_ change: (inout TrailFilter) throws -> Void) throws -> [Int] {
    let question = try SmallAnswers.question { try change(&$0.filter) }
    var numbers: [Int] = []
    _ = try EventStream(question).read(SmallAnswers.input(lines)) { event, _ in
      numbers.append(event.document.position.document)
    }
    return numbers
  }

  private func found(where conditions: String...) throws -> [Int] {
    try found { filter in
      filter.values = try conditions.map { try #require(ValueCondition($0) as ValueCondition?) }
    }
  }

  @Test(arguments: [
    // Shown, before a change, after it.
    (#"diagnosis = "flu""#, [1, 2]), (#"diagnosis="cold""#, [2, 3]),
    (#"diagnosis != "flu""#, [2, 3]),
    ("ward = 5", [1]), ("ward = 5.0", [1]), (#"ward = "5""#, []), ("ward != 5", [4]),
    ("address.zip = 2", [3]), (#"address.city = "Delft""#, [1, 2, 3]),
    (#"address = {"zip":1,"city":"Delft"}"#, [1, 2, 3]),
    // Without a schema, it may be a dictionary.
    ("address = 2", [3]), (#"address = "Gent""#, []), ("address != 1", [1, 2, 3]),
    (#"tags = "b""#, [1]), (#"tags = ["a","b"]"#, [1]), (#"tags = ["b","a"]"#, []),
    (#"homes.city = "Delft""#, [5]), (#""a.b" = null"#, [5]),
  ])
  func `An event is found by a value, whatever became of it`(
    _ condition: String,
    _ numbers: [Int]
  ) throws {
    #expect(try found(where: condition) == numbers)
  }

  @Test func `Values of one property are alternatives, and conditions of several all hold`() throws
  {
    #expect(try found(where: "ward = 5", "ward = 6") == [1, 4])
    #expect(try found(where: "ward = 5", #"diagnosis = "flu""#) == [1])
    #expect(try found(where: #"diagnosis != "flu""#, #"diagnosis != "cold""#) == [2])
  }

  @Test(arguments: [
    ("diagnosis", [1, 2]), ("address", [1, 3]), ("address.zip", [1, 3]),
    // The embedded object is written whole: its city did not change.
    ("address.city", [1]), ("homes.city", [5]), (#""a.b""#, [5]),
  ])
  func `An event is about a property that it shows or changes`(
    _ text: String,
    _ numbers: [Int]
  ) throws {
    #expect(
      try found { $0.properties = [try #require(PropertyPath(text) as PropertyPath?)] } == numbers
    )
  }

  @Test func `A dictionary has a value as an element, and an embedded object is not a value`()
    throws
  {
    let schema = try CaseSchema([
      "Person": [
        "primaryKey": "_id",
        "properties": [
          "_id": "int", "marks": "dictionary<int>", "any": "mixed", "home": "Address?",
        ],
      ],
      "Address": ["embedded": true, "properties": ["city": "string"]],
    ])
    let lines = [
      #"{"_id":1,"marks":{"a":5},"any":{"b":5},"home":{"city":"Delft"}}"#,
      #"{"_id":2,"marks":{"a":6},"any":{"_id":5,"b":6},"home":{"city":"5"}}"#,
    ].enumerated().map { SmallAnswers.read($0, "2022-06-23T1\($0):00:00Z", $1) }
    func found(_ condition: String, _ schema: CaseSchema?) throws -> [String?] {
      let question = try SmallAnswers.question {
        $0.schema = schema
        $0.filter.values = [try #require(ValueCondition(condition) as ValueCondition?)]
      }
      var ids: [String?] = []
      _ = try EventStream(question).read(SmallAnswers.input(lines)) { event, _ in
        ids.append(event.document.id)
      }
      return ids
    }
    let (first, second) = (SmallExport.id(0), SmallExport.id(1))
    for known in [schema, nil] {
      #expect(try found("marks = 5", known) == [first])
      // The second one is a link, shown in full, to the object with this key.
      #expect(try found("any = 5", known) == [first, second])
      #expect(try found("any = 6", known) == [])
      #expect(try found("any != 6", known) == [first, second])
    }
    #expect(try found("marks != 5", schema) == [second])
    #expect(try found("marks != 5", nil) == [first, second])
    #expect(try found(#"home = {"city":"Delft"}"#, schema) == [first])
    let error = #expect(throws: TrailError.self) { _ = try found(#"home = "Delft""#, schema) }
    #expect(
      error?.description.contains("such as home.city") ?? false,
      "\(String(describing: error))"
    )
  }

  @Test func `A number is the same in every form`() throws {
    let schema = try CaseSchema([
      "Person": [
        "primaryKey": "_id",
        "properties": [
          "_id": "int", "sum": "decimal128", "sums": "set<decimal128>", "weight": "double",
        ],
      ]
    ])
    let lines = [
      (1, #"{"_id":1,"sum":"1.50","sums":["1.0","2"],"weight":-0.0}"#),
      (2, #"{"_id":1,"sum":"1.5","sums":["2.0","1"],"weight":0}"#),
    ].map { SmallAnswers.read($0, "2022-06-23T1\($0):00:00Z", $1) }
    for condition in [#"sum = "15E-1""#, #"sums = ["1","2"]"#, #"sums = "2.00""#, "weight = 0.0"] {
      let question = try SmallAnswers.question {
        $0.schema = schema
        $0.filter.values = [try #require(ValueCondition(condition) as ValueCondition?)]
      }
      var count = 0
      _ = try EventStream(question).read(SmallAnswers.input(lines)) { _, _ in count += 1 }
      #expect(count == 2, "\(condition)")
    }
    let question = try SmallAnswers.question("Person/1") { $0.schema = schema }
    let life = try ObjectTimelines(in: SmallAnswers.input(lines), question, limit: .max).all[0]
    let difference = ObjectDifference(
      life,
      from: try SmallAnswers.instant("2022-06-23T11:30:00Z"),
      to: try SmallAnswers.instant("2022-06-23T13:00:00Z")
    )
    #expect(difference.changes.map(\.name) == [])
  }

  @Test func `A link is the same as a key and expanded, if the schema says what it leads to`()
    throws
  {
    let schema = try CaseSchema([
      "Person": ["primaryKey": "_id", "properties": ["_id": "int", "doctor": "Doctor?"]],
      "Doctor": ["primaryKey": "number", "properties": ["number": "int", "name": "string"]],
    ])
    let lines = [
      SmallAnswers.read(1, "2022-06-23T10:00:00Z", #"{"_id":1,"doctor":7}"#),
      SmallAnswers.read(
        2,
        "2022-06-23T11:00:00Z",
        #"{"_id":1,"doctor":{"number":7,"name":"Pam"}}"#
      ),
      SmallAnswers.read(3, "2022-06-23T12:00:00Z", #"{"_id":1,"doctor":8}"#),
    ]
    let question = try SmallAnswers.question {
      $0.schema = schema
      $0.filter.values = [try #require(ValueCondition("doctor = 7") as ValueCondition?)]
    }
    var numbers: [Int] = []
    _ = try EventStream(question).read(SmallAnswers.input(lines)) { event, _ in
      numbers.append(event.document.position.document)
    }
    #expect(numbers == [1, 2])
  }

  /// The events that a condition finds if the schema tells the types.
  private func typed(
    _ condition: String,
    date: String = "2022-06-23T10:00:00.000Z",
    _ edition: Edition = .current
  ) throws -> Int {
    let schema = try CaseSchema([
      "Person": [
        "primaryKey": "_id",
        "properties": [
          "_id": "int", "u": "uuid", "x": "decimal128", "t": "date", "doctor": "Doctor?",
          "days": "list<date>", "homes": "dictionary<Address>", "photo": "data",
        ],
      ],
      "Doctor": ["primaryKey": "number", "properties": ["number": "uuid", "since": "date"]],
      "Address": ["embedded": true, "properties": ["moved": "date"]],
    ])
    let uuid = "6ba7b810-9dad-11d1-80b4-00c04fd430c8"
    let line = SmallAnswers.read(
      1,
      "2022-06-23T10:00:00Z",
      #"{"_id":1,"u":"\#(uuid)","x":"1.50","t":"\#(date)","doctor":"\#(uuid)","days":["\#(date)"],"homes":{"a":{"moved":"\#(date)"}},"photo":null}"#
    )
    let question = try SmallAnswers.question {
      ($0.schema, $0.edition) = (schema, edition)
      $0.filter.values = [try #require(ValueCondition(condition) as ValueCondition?)]
    }
    var count = 0
    _ = try EventStream(question).read(SmallAnswers.input([line])) { _, _ in count += 1 }
    return count
  }

  @Test(arguments: [
    #"u = "6BA7B810-9DAD-11D1-80B4-00C04FD430C8""#, #"u = "{6ba7b8109dad11d180b400c04fd430c8}""#,
    #"doctor = "6BA7B810-9DAD-11D1-80B4-00C04FD430C8""#,
    #"doctor = {"$uuid":"6ba7b810-9dad-11d1-80b4-00c04fd430c8"}"#,
    "x = 1.5", #"t = "2022-06-23T10:00:00Z""#, #"t = "2022-06-23T12:00:00.000+02:00""#,
    #"t = "2022-06-23T10:00:00.000Z""#, #"days = "2022-06-23T10:00:00Z""#,
    #"days = ["2022-06-23T10:00:00Z"]"#, #"homes.a.moved = "2022-06-23T10:00:00Z""#,
    #"homes = {"a":{"moved":"2022-06-23T10:00:00Z"}}"#, "photo = null", "_id = 1.0",
    #"t != "2022-06-23T10:00:01Z""#,
  ])
  func `A value may be spelled in any way that means it by its type`(_ condition: String) throws {
    #expect(try typed(condition) == 1)
  }

  @Test(arguments: [
    (Edition.current, "+012345-01-01T00:00:00.000Z", 1), (.current, "12345-01-01T00:00:00.000Z", 0),
    (.core, "12345-01-01T00:00:00.000Z", 1), (.core, "-5-01-01T00:00:00.000Z", 0),
  ])
  func `A date of any year is found in the form of the edition`(
    _ edition: Edition,
    written: String,
    count: Int
  ) throws {
    for asked in ["+012345-01-01T00:00:00Z", "12345-01-01T02:00:00.000+02:00"] {
      #expect(try typed(#"t = "\#(asked)""#, date: written, edition) == count)
    }
  }

  @Test(arguments: [
    #"u = "nonsense""#, "u = 5", #"doctor = "Pam""#, #"_id = "1""#, "_id = 1.5", #"x = "half""#,
    #"t = "yesterday""#, "t != 5", "days = [5]", #"photo = "x""#, "homes = 5", "homes.a = 5",
  ])
  func `A value that its type cannot have is refused`(_ condition: String) throws {
    #expect(throws: TrailError.self) { _ = try typed(condition) }
  }

  @Test func `A refused value is told with what the schema says`() {
    let error = #expect(throws: TrailError.self) { _ = try typed(#"u = "nonsense""#) }
    #expect(
      error?.description
        == #""nonsense" cannot be a value of u: the schema says that it is a UUID in quotes"#
    )
  }

  @Test(arguments: [
    "diagnosis", "= 5", "a = ", "a = flu", "a. = 1", ".a = 1", "a == 1", "a ! 1", "a b = 1",
    #""a = 1"#, "", "a = 1 2",
  ])
  func `What is not a path, a comparison and JSON is not a condition`(_ text: String) {
    #expect(ValueCondition(text) == nil)
  }

  @Test(arguments: ["", ".", "a.", "a b", "a=", #""a"#, #""a"b"#])
  func `What is not names with dots between them is not a path`(_ text: String) {
    #expect(PropertyPath(text) == nil)
  }

  @Test(arguments: ["a", "a.b", #""a.b".c"#, #""""#, "größe"])
  func `A path is written as it can be read`(_ text: String) {
    #expect(PropertyPath(text)?.description == text)
  }

  @Test func `A property that no event shows is refused, with those that there are`() throws {
    let error = #expect(throws: TrailError.self) {
      try found {
        $0.classes = ["Person"]
        $0.properties = [try #require(PropertyPath("diagnoses") as PropertyPath?)]
      }
    }
    let message = error?.description ?? ""
    #expect(
      message.hasPrefix(#"no event shows the property diagnoses of class "Person""#),
      "\(message)"
    )
    #expect(message.contains(#""diagnosis""#), "\(message)")
    // A value that no object has is an answer.
    #expect(try found(where: #"diagnosis = "none""#) == [])
  }

  @Test func `A property that only the schema has is an answer`() throws {
    let schema = try CaseSchema([
      "Person": ["primaryKey": "_id", "properties": ["_id": "int", "photo": "data"]]
    ])
    let question = try SmallAnswers.question {
      $0.schema = schema
      $0.filter.properties = [try #require(PropertyPath("photo") as PropertyPath?)]
    }
    let reading = try EventStream(question).read(SmallAnswers.input(lines)) { _, _ in }
    #expect(
      reading.remarks == ["no event shows a value of the property photo, which the schema has"]
    )
  }
}
