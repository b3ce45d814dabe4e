import Formats
import JSON
import Testing

@testable import TrailReading

/// Which values of histories are compared with each other, and what a trail cannot tell.
struct HistoryComparisonTests {
  private static let anthony = #"{"_id":1,"name":"Anthony"}"#
  private static let tony = #"{"_id":1,"name":"Tony"}"#

  private func trail(_ body: (inout SmallTrail) -> Void) -> SmallTrail {
    var trail = SmallTrail()
    body(&trail)
    return trail
  }

  @Test(arguments: [
    (#"{"_id":1,"v":7}"#, #"{"_id":1,"v":{"_id":7,"name":"Scranton"}}"#),
    (#"{"_id":1,"v":["a","b"]}"#, #"{"_id":1,"v":["b","a"]}"#),
    (#"{"_id":1,"v":3}"#, #"{"_id":1,"v":3.0}"#),
    (#"{"_id":1,"v":[1,{"_id":2}]}"#, #"{"_id":1,"v":[{"_id":1},2]}"#),
    (#"{"_id":1,"v":{"city":"A"}}"#, #"{"_id":1,"v":{"city":"B"}}"#),
    (#"{"_id":1,"v":"A"}"#, #"{"_id":1}"#),
  ])
  func `What may be the same value is not a contradiction`(first: String, second: String) throws {
    let codes = try trail {
      $0.read(first, at: 1)
      $0.read(second, at: 2)
    }.codes()
    #expect(codes == [])
  }

  @Test func `Objects without a key are not compared, which is said`() throws {
    let codes = try trail {
      $0.read(#"{"v":"A"}"#, at: 1)
      $0.read(#"{"v":"B"}"#, at: 2)
    }.codes()
    #expect(codes == ["class-unfollowed 1"])
  }

  @Test(arguments: [
    (#"{"_id":1,"v":7}"#, #"{"_id":1,"v":{"_id":8,"name":"Scranton"}}"#),
    (#"{"_id":1,"v":["a","b"]}"#, #"{"_id":1,"v":["a","a"]}"#),
    (#"{"_id":1,"v":3}"#, #"{"_id":1,"v":3.5}"#),
    (#"{"_id":1,"v":3}"#, #"{"_id":1,"v":"3"}"#),
    (#"{"_id":1,"v":9007199254740993}"#, #"{"_id":1,"v":9007199254740992}"#),
    (#"{"_id":1,"v":null}"#, #"{"_id":1,"v":false}"#),
  ])
  func `Different values are told apart`(first: String, second: String) throws {
    let codes = try trail {
      $0.read(first, at: 1)
      $0.read(second, at: 2)
    }.codes()
    #expect(codes == ["read-contradicts 2"])
  }

  @Test func `The schema says what a key is, and what an object is`() throws {
    var trail = SmallTrail(schema: [
      "Person": [
        "primaryKey": "id",
        "properties": [
          "id": "int", "counts": "dictionary<int>", "list": "list<int>", "dog": "Dog?",
        ],
      ],
      "Dog": ["primaryKey": "tag", "properties": ["tag": "int", "name": "string"]],
    ])
    trail.read(#"{"id":1,"counts":{"a":1},"list":[1,2],"dog":3}"#, at: 1)
    trail.read(#"{"id":1,"counts":{"a":2},"list":[1,2],"dog":{"tag":3,"name":"x"}}"#, at: 2)
    trail.read(#"{"id":1,"counts":{"a":2},"list":[2,1],"dog":3}"#, at: 3)
    trail.read(#"{"id":2,"counts":{"a":2},"list":[2,1],"dog":4}"#, at: 4)
    #expect(
      try trail.codes() == ["expansion-unread 2", "read-contradicts 2", "read-contradicts 3"]
    )
  }

  @Test(arguments: [
    ("1.50", "1.5", true), ("100", "1E+2", true), ("-0", "0.00", true), ("0.050", "5E-2", true),
    ("-12.30", "-12.3", true), ("1E+6000", "10E+5999", true), ("1.5", "1.51", false),
    ("1.5", "-1.5", false), ("15", "1.5", false), ("1E+6000", "1E+600", false),
  ])
  func `A decimal may change its form without an event, and not its value`(
    first: String,
    second: String,
    isSame: Bool
  ) throws {
    func codes(_ type: String?, _ around: (String) -> String) throws -> [String] {
      var trail = SmallTrail(
        schema: type.map {
          ["Person": ["primaryKey": "_id", "properties": ["_id": "int", "sum": .string($0)]]]
        }
      )
      trail.insert(#"{"_id":1,"sum":\#(around("\"\(first)\""))}"#, at: 1)
      trail.read(#"{"_id":1,"sum":\#(around("\"\(second)\""))}"#, at: 2)
      return try trail.codes(isComplete: true)
    }
    let expected = isSame ? [] : ["read-contradicts 2"]
    #expect(try codes("decimal128") { $0 } == expected)
    #expect(try codes("list<decimal128>") { "[\($0),null]" } == expected)
    #expect(try codes("set<decimal128>") { "[\($0)]" } == expected)
    #expect(try codes("dictionary<decimal128>") { #"{"a":\#($0)}"# } == expected)
    // Without a schema, it may be one.
    #expect(try codes(nil) { $0 } == expected)
    #expect(try codes(nil) { #"{"_id":\#($0)}"# } == expected)
    // A text has no other form.
    #expect(try codes("string") { $0 } == ["read-contradicts 2"])
  }

  @Test(arguments: ["int", "string"])
  func `A decimal in a mixed value is compared by its value, unless it may be the key of a link`(
    key: JSON
  ) throws {
    func codes(_ first: String, _ second: String, type: JSON = "mixed") throws -> [String] {
      var trail = SmallTrail(schema: [
        "Person": ["primaryKey": "_id", "properties": ["_id": "int", "any": type]],
        "Dog": ["primaryKey": "tag", "properties": ["tag": key]],
      ])
      trail.insert(#"{"_id":1,"any":\#(first)}"#, at: 1)
      trail.read(#"{"_id":1,"any":\#(second)}"#, at: 2)
      return try trail.codes(isComplete: true)
    }
    #expect(try codes(#""1.50""#, #""1.5""#) == [])
    #expect(try codes(#"["1.50"]"#, #"["15E-1"]"#, type: "list<mixed>") == [])
    #expect(try codes(#""1.4""#, #""1.5""#) == ["read-contradicts 2"])
    #expect(try codes(#""1.40""#, #""1.5""#) == (key == "int" ? ["read-contradicts 2"] : []))
    // An objectId is not a number, whatever its digits are.
    let id = "000000000000000000000012"
    #expect(try codes("\"\(id)\"", #""12""#) == ["read-contradicts 2"])
  }

  @Test func `A mixed value is a link, a list or a dictionary`() throws {
    func codes(_ first: String, _ second: String, type: JSON = "mixed") throws -> [String] {
      var trail = SmallTrail(schema: [
        "Person": ["primaryKey": "_id", "properties": ["_id": "int", "any": type]],
        "Dog": ["primaryKey": "tag", "properties": ["tag": "int", "name": "string"]],
      ])
      trail.insert(#"{"_id":1,"any":\#(first)}"#, at: 1)
      trail.read(#"{"_id":1,"any":\#(second)}"#, at: 2)
      return try trail.codes(isComplete: true)
    }
    let differs = ["read-contradicts 2"]
    #expect(try codes(#"{"k":1}"#, #"{"k":2}"#) == differs)
    #expect(try codes(#"{"k":1}"#, #"{"l":1}"#) == differs)
    #expect(try codes(#"{"k":1}"#, #""x""#) == differs)
    #expect(try codes(#"{"k":[{"l":1}]}"#, #"{"k":[{"l":2}]}"#) == differs)
    #expect(try codes(#"[{"k":1}]"#, #"[{"k":2}]"#, type: "list<mixed>") == differs)
    #expect(try codes("[1,2]", "[2,1]") == differs)
    #expect(try codes("[1,2]", "[2,1]", type: "set<mixed>") == [])
    #expect(try codes(#"{"k":1,"l":2}"#, #"{"l":2,"k":1.0}"#) == [])
    #expect(try codes("5", #"{"tag":5,"name":"Rex"}"#) == [])
    #expect(try codes("[5]", #"[{"tag":5,"name":"Rex"}]"#) == [])
    #expect(try codes(#"{"k":5}"#, #"{"k":{"tag":5,"name":"Rex"}}"#) == [])
    #expect(try codes("5", #"{"tag":6,"name":"Rex"}"#) == differs)
  }

  @Test func `An embedded object that comes or goes is a change of the object that holds it`()
    throws
  {
    func codes(
      _ first: String,
      _ second: String,
      type: JSON = "Address?",
      _ body: (inout SmallTrail) -> Void = { _ in }
    ) throws -> [String] {
      var trail = SmallTrail(schema: [
        "Person": ["primaryKey": "_id", "properties": ["_id": "int", "address": type]],
        "Address": ["embedded": true, "properties": ["city": "string"]],
      ])
      trail.read(#"{"_id":1,"address":\#(first)}"#, at: 1)
      body(&trail)
      trail.read(#"{"_id":1,"address":\#(second)}"#, at: 3)
      return try trail.codes()
    }
    let (utica, scranton) = (#"{"city":"Utica"}"#, #"{"city":"Scranton"}"#)
    #expect(try codes("null", utica) == ["read-contradicts 2"])
    #expect(try codes(utica, "null") == ["read-contradicts 2"])
    // In place it changes without its holder.
    #expect(try codes(utica, scranton) == [])
    #expect(try codes("null", "null") == [])
    // How many a list has cannot be told.
    #expect(try codes("[]", "[\(utica)]", type: "list<Address>") == [])
    let assigned = try codes("null", utica) {
      $0.change(#"{"_id":1,"address":null}"#, to: #"{"address":\#(utica)}"#, at: 2)
    }
    #expect(assigned == [])
  }

  @Test func `What is left out says nothing of what it becomes`() throws {
    let codes = try trail {
      $0.insert(#"{"_id":1,"name":"Tony","any":5}"#, at: 1)
      $0.change(#"{"_id":1,"name":"Tony","any":5}"#, to: "{}", at: 2)
      $0.read(#"{"_id":1,"name":"Tony"}"#, at: 3)
      $0.change(#"{"_id":1,"name":"Tony"}"#, to: #"{"any":6}"#, at: 4)
      $0.read(#"{"_id":1,"name":"Tony","any":6}"#, at: 5)
    }.codes(isComplete: true)
    #expect(codes == [])
  }

  // MARK: What cannot be told

  @Test func `A value shown by another device long before an event left it cannot be told`() throws
  {
    let codes = try trail {
      $0.insert(Self.anthony, at: 1)
      $0.read(Self.tony, at: 2, device: "b")
      $0.change(Self.anthony, to: #"{"name":"Tony"}"#, at: 5_000_000)
    }.codes(isComplete: true)
    #expect(codes == [])
  }

  @Test func `An object seen long before it was created cannot be told`() throws {
    for device in ["a", "b"] as [Character] {
      let codes = try trail {
        $0.read(Self.anthony, at: 2, activity: "early", device: device)
        $0.insert(Self.anthony, at: 5_000_000)
      }.codes(isComplete: true)
      #expect(codes == [])
    }
  }

  @Test func `A value shown by a device long before it left it cannot be told`() throws {
    let codes = try trail {
      $0.insert(Self.anthony, at: 1)
      $0.read(Self.tony, at: 2, activity: "early")
      $0.change(Self.anthony, to: #"{"name":"Tony"}"#, at: 5_000_000)
    }.codes(isComplete: true)
    #expect(codes == [])
  }

  @Test func `A device that goes back to the older value of another one cannot be told`() throws {
    let codes = try trail {
      $0.insert(Self.anthony, at: 1)
      $0.change(Self.anthony, to: #"{"name":"Tony"}"#, at: 2, device: "b")
      $0.read(Self.tony, at: 3)
      $0.read(Self.anthony, at: 4)
      $0.change(Self.anthony, to: #"{"name":"Antonia"}"#, at: 5)
    }.codes(isComplete: true)
    #expect(codes == [])
  }

  @Test func `What stands for an object in another form is not compared, in a mixed value either`()
    throws
  {
    func codes(represented: JSON, office: String = #"{"_id":3}"#) throws -> [String] {
      let schema: JSON = [
        "schema": [
          "Person": [
            "primaryKey": "_id",
            "properties": ["_id": "int", "office": "Office?", "some": "mixed", "name": "string"],
          ],
          "Office": ["primaryKey": "_id", "properties": ["_id": "int"]],
        ], "configuration": ["representations": represented],
      ]
      func person(_ office: String, _ name: String) -> String {
        #"{"_id":1,"office":\#(office),"some":\#(office),"name":"\#(name)"}"#
      }
      var trail = SmallTrail(schema: schema)
      trail.insert(person("3", "Anthony"), at: 1)
      trail.write(#""insertions":[\#(office)]"#, at: 1, className: "Office")
      for (second, office) in ["null", "7", #""seven""#].enumerated() {
        trail.read(person(office, "Anthony"), at: 2 + second)
      }
      trail.read(person("3", "Tony"), at: 9)
      return try trail.codes(isComplete: true)
    }
    #expect(try codes(represented: ["Office": [["text": "7"]]]) == ["read-contradicts 6"])
    // The schema need not say it: the trail shows it.
    #expect(try codes(represented: [:], office: "7") == ["read-contradicts 6"])
    #expect(try codes(represented: [:]).contains("read-contradicts 4"))
  }
}
