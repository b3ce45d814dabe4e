import JSON
import Testing

@testable import TrailAnswers
@testable import TrailCheck
@testable import TrailReading

/// What becomes of changes of several devices when they are merged is right, and is in no event.
struct MergedChangeTests {
  private static let schema: JSON = [
    "Person": [
      "primaryKey": "_id",
      "properties": [
        "_id": "int", "name": "string?", "words": "list<string>", "office": "Office?",
        "offices": "list<Office>",
      ],
    ],
    "Office": ["primaryKey": "_id", "properties": ["_id": "int"]],
  ]

  private static func person(
    _ name: String = #""A""#,
    words: String = "",
    office: String = "null",
    offices: String = ""
  ) -> String {
    #"{"_id":1,"name":\#(name),"words":[\#(words)],"office":\#(office),"offices":[\#(offices)]}"#
  }

  /// Codes, levels and lines of what is found in a complete trail.
  private func found(hasSchema: Bool = true, _ body: (inout SmallTrail) -> Void) throws
    -> [String]
  {
    var trail = SmallTrail(schema: hasSchema ? Self.schema : nil)
    body(&trail)
    return try trail.findings(isComplete: true)
      .map { "\($0.level) \($0.code.rawValue) \($0.position.document)" }.sorted()
  }

  // MARK: Lists

  @Test(arguments: [true, false])
  func `Two devices add to one list without knowing of each other`(hasSchema: Bool) throws {
    let merged = try found(hasSchema: hasSchema) {
      $0.insert(Self.person(), at: 1)
      $0.change(Self.person(), to: #"{"words":["a"]}"#, at: 2)
      $0.change(Self.person(), to: #"{"words":["b"]}"#, at: 3, device: "b")
      $0.read(Self.person(words: #""a","b""#), at: 4)
      $0.change(Self.person(words: #""a","b""#), to: #"{"words":["a","b","c"]}"#, at: 5)
      $0.read(Self.person(words: #""a","b","c""#), at: 6, device: "b")
    }
    #expect(merged == [])
  }

  @Test func `A list of which one device knew what the other had added is as the events left it`()
    throws
  {
    let found = try found {
      $0.insert(Self.person(), at: 1)
      $0.change(Self.person(), to: #"{"words":["a"]}"#, at: 2)
      $0.change(
        Self.person(words: #""a""#),
        to: #"{"words":["a","b"]}"#,
        at: 3,
        device: "b"
      )
      $0.read(Self.person(words: #""b""#), at: 4)
    }
    #expect(found == ["error read-contradicts 4"])
  }

  @Test func `A text that became null did not go out of view, whether parts were merged or not`()
    throws
  {
    let found = try found {
      $0.insert(Self.person(), at: 1)
      $0.read(Self.person("null"), at: 2, device: "b")
    }
    #expect(found == ["error read-contradicts 2"])
  }

  @Test func `A text that two devices changed is one of the two`() throws {
    let found = try found {
      $0.insert(Self.person(), at: 1)
      $0.change(Self.person(), to: #"{"name":"B"}"#, at: 2)
      $0.change(Self.person(), to: #"{"name":"C"}"#, at: 3, device: "b")
      $0.read(Self.person(#""BC""#), at: 4)
    }
    #expect(found == ["error read-contradicts 4"])
  }

  @Test func `Two devices create one object, each with a list`() throws {
    let found = try found {
      $0.insert(Self.person(words: #""a""#), at: 1)
      $0.insert(Self.person(words: #""b""#), at: 2, device: "b")
      $0.read(Self.person(words: #""a","b""#), at: 4)
    }
    #expect(found == [])
  }

  // MARK: Equal values

  @Test func `Another device assigned the value again, which counts as a change and lists nothing`()
    throws
  {
    func found(_ new: String, device: Character) throws -> [String] {
      try self.found {
        $0.insert(Self.person(), at: 1)
        $0.change(Self.person(), to: #"{"name":"B"}"#, at: 2)
        $0.change(Self.person(), to: new, at: 3, device: device)
        $0.read(Self.person(words: new == "{}" ? "" : #""a""#), at: 4)
      }
    }
    #expect(try found("{}", device: "b") == [])
    #expect(try found("{}", device: "a") == ["error change-stale 3"])
    // Beside a change that is listed it may have done so.
    #expect(try found(#"{"words":["a"]}"#, device: "b") == ["warning read-stale 4"])
  }

  @Test
  func `A device that changed the object before a value was replaced explains nothing`()
    throws
  {
    let found = try found {
      $0.insert(Self.person(), at: 1)
      $0.change(Self.person(), to: #"{"words":["a"]}"#, at: 2, device: "b")
      $0.change(Self.person(words: #""a""#), to: #"{"name":"B"}"#, at: 3)
      $0.read(Self.person(words: #""a""#), at: 4)
    }
    #expect(found == ["error read-stale 4"])
  }

  // MARK: Links

  @Test func `A link is cleared because another device deleted its target`() throws {
    func found(device: Character, office: String = "null") throws -> [String] {
      try self.found {
        $0.write(#""insertions":[{"_id":7}]"#, at: 1, className: "Office")
        $0.insert(Self.person(), at: 2, device: "b")
        $0.change(Self.person(), to: #"{"office":7}"#, at: 3, device: "b")
        $0.write(#""deletions":[{"_id":7}]"#, at: 4, device: device, className: "Office")
        $0.read(Self.person(office: office), at: 5, device: "b")
      }
    }
    #expect(try found(device: "a") == [])
    // The device that sets the link deletes its target: that event has the link as well.
    #expect(try found(device: "b") == ["warning read-stale 5"])
  }

  @Test func `A link that reads as null proves nothing: its target may be out of view`() throws {
    func found(_ read: String, hasSchema: Bool = true) throws -> [String] {
      try self.found(hasSchema: hasSchema) {
        $0.write(#""insertions":[{"_id":7}]"#, at: 1, className: "Office")
        $0.insert(Self.person(office: "7", offices: "7"), at: 2)
        $0.read(read, at: 3)
      }
    }
    #expect(try found(Self.person(offices: "7")) == ["warning read-contradicts 3"])
    #expect(try found(Self.person(office: "7")) == ["warning read-contradicts 3"])
    #expect(try found(Self.person(office: "7", offices: "7")) == [])
    // Only a link does so.
    let name = Self.person("null", office: "7", offices: "7")
    #expect(try found(name) == ["error read-contradicts 3"])
    #expect(try found(name, hasSchema: false) == ["warning read-contradicts 3"])
    let words = Self.person(words: #""a""#, office: "7", offices: "7")
    #expect(try found(words) == ["error read-contradicts 3"])
    #expect(try found(words, hasSchema: false) == ["warning read-contradicts 3"])
  }

  @Test func `One finding for several values is an error if one of them is not explained`() throws {
    let found = try found {
      $0.write(#""insertions":[{"_id":7}]"#, at: 1, className: "Office")
      $0.insert(Self.person(office: "7"), at: 2)
      $0.read(Self.person(#""B""#), at: 3)
    }
    #expect(found == ["error read-contradicts 3"])
  }

  @Test(arguments: [
    ("mixed", "7", "null", true, "warning"), ("mixed", "8", "null", false, "warning"),
    ("mixed", "6", "null", false, "error"), ("mixed", "7", "true", false, "error"),
    ("mixed", #"["x",7]"#, #"["x"]"#, true, "warning"),
    ("mixed", #"["x",7]"#, "[7]", false, "error"), ("mixed", "[8,7,8]", "[]", false, "warning"),
    ("mixed", #"["x",7]"#, #""x""#, false, "error"), ("mixed", "[8,7]", "[6]", false, "error"),
    ("mixed", #"{"a":7,"b":"x"}"#, #"{"a":null,"b":"x"}"#, true, "warning"),
    ("list<mixed>", #"["x",7]"#, #"["x"]"#, true, "warning"),
    ("list<mixed>", "[7,1,7]", "[1]", true, "warning"),
    ("list<mixed>", #"["x",8]"#, #"["x"]"#, false, "warning"),
    ("list<mixed>", "[7,1]", "[2]", false, "error"),
    ("set<mixed>", #"["x",7]"#, #"["x"]"#, true, "warning"),
    ("dictionary<mixed>", #"{"a":7,"b":"x"}"#, #"{"a":null,"b":"x"}"#, true, "warning"),
    ("dictionary<mixed>", #"{"a":7,"b":"x"}"#, #"{"a":7,"b":null}"#, false, "error"),
  ])
  func `A link in a mixed value is cleared because another device deleted its target`(
    type: JSON,
    before: String,
    after: String,
    isRight: Bool,
    level: String
  ) throws {
    func found(device: Character) throws -> [String] {
      var trail = SmallTrail(schema: [
        "Person": ["primaryKey": "_id", "properties": ["_id": "int", "any": type]],
        "Office": ["primaryKey": "_id", "properties": ["_id": "int"]],
      ])
      trail.write(#""insertions":[{"_id":7},{"_id":8}]"#, at: 1, className: "Office")
      trail.insert(#"{"_id":1,"any":\#(before)}"#, at: 2)
      trail.write(#""deletions":[{"_id":7}]"#, at: 3, device: device, className: "Office")
      trail.read(#"{"_id":1,"any":\#(after)}"#, at: 4)
      return try trail.findings(isComplete: true).map { "\($0.level) \($0.code.rawValue)" }
    }
    #expect(try found(device: "b") == (isRight ? [] : ["\(level) read-contradicts"]))
    #expect(try found(device: "a") == ["\(level) read-contradicts"])
  }

  @Test(arguments: [
    ("list<Office>", "[8,7]", "[8]", true), ("list<Office>", "[8,7]", "[7]", false),
    ("list<Office>", "[9,8,7]", "[8]", true), ("set<Office>", "[8,7]", "[8]", true),
    ("list<Office>", "[8,6]", "[6,8]", nil), ("set<Office>", "[8,6]", "[6,8]", true),
    ("dictionary<Office>", #"{"a":8,"b":6}"#, #"{"a":6,"b":8}"#, nil),
    ("list<Office>", "[6,9,8,7,5]", "[8]", true), ("list<Office>", "[6,9,8,7,5]", "[]", false),
    ("dictionary<Office>", #"{"a":7,"b":8}"#, #"{"a":null,"b":8}"#, true),
    ("dictionary<Office>", #"{"a":7,"b":9}"#, #"{"a":null,"b":null}"#, true),
    ("dictionary<Office>", #"{"a":7,"b":8}"#, #"{"a":7,"b":null}"#, false),
  ])
  func `A link leaves a collection because another device deleted its target`(
    type: JSON,
    before: String,
    after: String,
    isRight: Bool?
  ) throws {
    var trail = SmallTrail(schema: [
      "Person": ["primaryKey": "_id", "properties": ["_id": "int", "offices": type]],
      "Office": ["primaryKey": "_id", "properties": ["_id": "int"]],
    ])
    trail.write(
      #""insertions":[{"_id":5},{"_id":6},{"_id":7},{"_id":8},{"_id":9}]"#,
      at: 1,
      className: "Office"
    )
    trail.insert(#"{"_id":1,"offices":\#(before)}"#, at: 2)
    trail.write(
      #""deletions":[{"_id":5},{"_id":6},{"_id":7},{"_id":9}]"#,
      at: 3,
      device: "b",
      className: "Office"
    )
    trail.read(#"{"_id":1,"offices":\#(after)}"#, at: 4)
    let found = try trail.findings(isComplete: true).map { "\($0.level) \($0.code.rawValue)" }
    // What is out of view is not shown either; in another order, nothing is missing.
    let level = isRight == nil ? "error" : "warning"
    #expect(found == (isRight == true ? [] : ["\(level) read-contradicts"]))
  }

  /// A schema tells of which class the object was, and with it whether that was deleted.
  @Test func `Without a schema a link may have been cleared or be out of view`() throws {
    func sentences(schema: JSON?, _ value: String) throws -> [String] {
      var trail = SmallTrail(schema: schema)
      trail.insert(#"{"_id":1,"office":7}"#, at: 1)
      trail.read(#"{"_id":1,"office":\#(value)}"#, at: 2)
      return try trail.findings().map(\.sentence)
    }
    let schema: JSON = [
      "Person": ["primaryKey": "_id", "properties": ["_id": "int", "office": "Office?"]],
      "Office": ["primaryKey": "_id", "properties": ["_id": "int"]],
    ]
    let (cleared, hidden) = ("(MERGE-7)", "(FLEX-76)")
    let unknown = try #require(try sentences(schema: nil, "null").first)
    #expect(unknown.contains(cleared) && unknown.contains(hidden))
    let known = try #require(try sentences(schema: schema, "null").first)
    #expect(!known.contains(cleared) && known.contains(hidden))
    let other = try #require(try sentences(schema: nil, "8").first)
    #expect(!other.contains(cleared) && !other.contains(hidden))
  }

  @Test(arguments: [
    ("Office?", "7", "null", "9", "b", true), ("mixed", "7", "null", #""x""#, "b", true),
    ("list<Office>", "[8,7]", "[8]", "[9]", "b", true),
    // This one was not deleted.
    ("mixed", "8", "null", #""x""#, "b", false),
    // What a device has replaced itself was not cleared there since.
    ("mixed", "7", "null", #""x""#, "a", false),
  ])
  func `A device shows that a link was cleared, although another one has set another link since`(
    type: JSON,
    before: String,
    cleared: String,
    after: String,
    device: Character,
    isRight: Bool
  ) throws {
    var trail = SmallTrail(schema: [
      "Person": ["primaryKey": "_id", "properties": ["_id": "int", "any": type]],
      "Office": ["primaryKey": "_id", "properties": ["_id": "int"]],
    ])
    trail.write(#""insertions":[{"_id":7},{"_id":8},{"_id":9}]"#, at: 1, className: "Office")
    trail.insert(#"{"_id":1,"any":\#(before)}"#, at: 2)
    trail.write(#""deletions":[{"_id":7}]"#, at: 3, device: "c", className: "Office")
    trail.change(
      #"{"_id":1,"any":\#(before)}"#,
      to: #"{"any":\#(after)}"#,
      at: 4,
      device: device
    )
    trail.read(#"{"_id":1,"any":\#(cleared)}"#, at: 5)
    let found = try trail.findings(isComplete: true).map(\.code)
    #expect(found == (isRight ? [] : [.readContradicts]))
  }

  // MARK: Objects

  @Test func `A device that has not heard of a deletion shows what events left before it`() throws {
    func found(_ name: String, isBack: Bool = false) throws -> [String] {
      try self.found {
        $0.insert(Self.person(), at: 1)
        $0.change(Self.person(), to: #"{"name":"B"}"#, at: 2)
        $0.delete(Self.person(#""B""#), at: 3, device: "b")
        if isBack { $0.insert(Self.person(#""D""#), at: 4, device: "c") }
        $0.read(Self.person(name), at: 5)
        $0.change(Self.person(name), to: #"{"name":"C"}"#, at: 6)
        $0.read(Self.person(#""C""#), at: 7)
      }
    }
    #expect(try found(#""B""#) == [])
    #expect(try found(#""D""#, isBack: true) == [])
    // The change goes with what the read shows, and is not told again.
    #expect(try found(#""D""#) == ["error read-contradicts 4"])
  }

  @Test func `What a scope tells at the instant of its commit may lie apart`() throws {
    func found(knows: Bool) throws -> [String] {
      try self.found {
        let own = Self.person(knows ? #""B""# : #""A""#)
        $0.insert(Self.person(#""B""#), at: 1, device: "b")
        if knows { $0.read(own, at: 9) } else { $0.insert(own, at: 9) }
        $0.delete(own, at: 9)
        $0.read(Self.person(#""B""#), at: 9)
      }
    }
    #expect(try found(knows: false) == [])
    #expect(try found(knows: true) == ["error read-of-deleted 4"])
  }

  @Test func `Two scopes record what a device does that has not heard of a deletion`() throws {
    func found(_ changes: String) throws -> [String] {
      try self.found {
        $0.insert(Self.person(), at: 1)
        $0.delete(Self.person(), at: 2, device: "b")
        $0.write(changes, at: 3, activity: "inner")
        $0.write(changes, at: 4, activity: "outer")
        $0.read(Self.person(#""B""#), at: 5)
      }
    }
    let person = Self.person()
    let changed = #""modifications":[{"oldValue":\#(person),"newValue":{"name":"B"}}]"#
    #expect(try found(changed) == [])
    let again = #""deletions":[\#(person)],"insertions":[\#(Self.person(#""B""#))]"#
    #expect(try found(again) == [])
  }

  @Test func `A late creation has a link that was cleared before the object was shown`() throws {
    func found(_ office: String) throws -> [String] {
      try self.found {
        $0.write(#""insertions":[{"_id":7},{"_id":8}]"#, at: 1, className: "Office")
        $0.write(#""deletions":[{"_id":7}]"#, at: 2, device: "b", className: "Office")
        $0.read(Self.person(), at: 3, activity: "inner")
        $0.insert(Self.person(office: office), at: 4, activity: "outer")
      }
    }
    #expect(try found("7") == [])
    #expect(try found("8") == ["error inserted-twice 4"])
  }

  @Test func `Another device's deletion wins over the creation of an object with that key`() throws
  {
    func found(device: Character) throws -> [String] {
      try self.found {
        $0.insert(Self.person(), at: 1)
        $0.delete(Self.person(), at: 2, device: device)
        $0.insert(Self.person(#""B""#), at: 3, device: "b")
        $0.insert(Self.person(#""C""#), at: 4, device: "b")
      }
    }
    #expect(try found(device: "a") == ["warning inserted-twice 4"])
    #expect(try found(device: "b") == ["error inserted-twice 4"])
  }
}
