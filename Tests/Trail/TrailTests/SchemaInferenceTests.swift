import Formats
@testable import TrailReading
import JSON
import Testing

@testable import TrailCheck
@testable import TrailSamples

/// The classes that a trail shows, and what it leaves open.
struct SchemaInferenceTests {
  private func inferred(_ lines: [String], _ edition: Edition = .current) throws -> JSON {
    var inference = SchemaInference(edition: edition)
    try inference.read(.bytes(Array(lines.joined(separator: "\n").utf8), name: "t"))
    return inference.json
  }

  private func types(_ objects: String) throws -> [String: String] {
    try types(try inferred([SmallExport.read(objects)]))
  }

  private func types(_ json: JSON, of name: String = "Person") throws -> [String: String] {
    _ = try CaseSchema(json)
    let properties = json["schema"]?[name]?["properties"]?.object ?? [:]
    return Dictionary(uniqueKeysWithValues: properties.map { ($0.key, $0.value.string ?? "") })
  }

  private func doubts(_ objects: String) throws -> [String] {
    try inferred([SmallExport.read(objects)])["unsure"]?.array?.compactMap(\.string) ?? []
  }

  @Test func `A class that dictionaries hold is what all of their entries are`() throws {
    let json = try inferred([
      SmallExport.read(#"{"_id":1,"a":{"x":{"z":null},"y":{"z":2}}},{"_id":2,"a":{}}"#)
    ])
    #expect(try types(json, of: "Person_a") == ["z": "int?"])
  }

  private static let oid = "62b396f4ebe94d2b871889ba"

  @Test(arguments: [
    ("true", "bool"), ("1", "int"), ("1.5", "double"), (#""a""#, "string"),
    (#""2022-06-23T14:54:37.756Z""#, "date"), (#""62b396f4ebe94d2b871889ba""#, "objectId"),
    (#""00000000-0000-0000-0000-00000000000a""#, "uuid"), ("null", "mixed"),
    ("[1,2]", "list<int>"), ("[]", "list<mixed>"), ("[1,null]", "list<int?>"),
    (#"[1,"a"]"#, "list<mixed>"), (#"[{"x":1}]"#, "list<Person_a>"), (#"{"x":1}"#, "Person_a?"),
    ("[[1]]", "list<mixed>"), ("{}", "dictionary<mixed>"), ("12345678901234567890", "double"),
  ])
  func `A value has the type whose form it has`(value: String, type: String) throws {
    #expect(try types(#"{"_id":1,"a":\#(value)}"#) == ["_id": "int", "a": type])
  }

  @Test(arguments: [
    ("1", "null", "int?"), ("1", "1.5", "double"), ("null", "1.5", "double?"),
    (#""a""#, "1", "mixed"),
    (#""2022-06-23T14:54:37.756Z""#, #""soon""#, "string"),
    (#"{"x":1}"#, #"{"y":2}"#, "dictionary<int>"),
    (#"{"x":1}"#, #"{"y":null}"#, "dictionary<int?>"),
    (#"{"x":1}"#, #"{"y":"a"}"#, "dictionary<mixed>"),
    (#"{"x":1}"#, #"{"y":1.5}"#, "dictionary<double>"),
    (#"{"x":{"z":null}}"#, #"{"y":{"z":2}}"#, "dictionary<Person_a>"),
    ("9", #"{"_id":"a"}"#, "mixed"), (#""b""#, #"{"_id":"a"}"#, "Person_a?"),
    (#"{"x":1}"#, #"{"x":2}"#, "Person_a?"), (#"{"x":1}"#, "null", "Person_a?"),
    ("[]", "null", "mixed"),
  ])
  func `Two values have the type that both can have`(first: String, second: String, type: String)
    throws
  {
    for (one, other) in [(first, second), (second, first)] {
      #expect(try types(#"{"_id":1,"a":\#(one)},{"_id":2,"a":\#(other)}"#)["a"] == type)
    }
    // What is left out of an object is a mixed value with data.
    #expect(try types(#"{"_id":1,"a":\#(first)},{"_id":2}"#)["a"] == "mixed")
  }

  @Test func `A link leads to the class whose objects and keys it shows`() throws {
    let office = SmallExport.document(
      2,
      [
        "event": "read",
        "data": #"{"type":"Office","value":[{"_id":"o1","floor":1},{"_id":"o2","floor":2}]}"#,
      ]
    )
    let expanded = SmallExport.read(#"{"_id":1,"a":{"_id":"o1","floor":1}},{"_id":2,"a":"o2"}"#)
    #expect(try types(inferred([expanded, office]))["a"] == "Office?")
    #expect(try types(inferred([expanded]))["a"] == "Person_a?")
    #expect(try types(inferred([expanded]), of: "Person_a") == ["_id": "string", "floor": "int"])
    // A key alone may be anything, and that is said.
    let key = SmallExport.read(#"{"_id":1,"a":"o1"}"#)
    let json = try inferred([key, office])
    #expect(try types(json)["a"] == "string")
    #expect(
      json["unsure"]?.text().contains("Person.a (Office): the primary keys of a class") ?? false
    )
  }

  @Test func `A link that is expanded only within another one leads to its class as well`() throws {
    let office = SmallExport.document(
      2,
      [
        "event": "read",
        "data":
          #"{"type":"Office","value":[{"_id":"o1","head":{"_id":1,"a":{"_id":"o1","head":1}}}]}"#,
      ]
    )
    let person = SmallExport.read(#"{"_id":1,"a":"o1"}"#)
    #expect(try types(inferred([person, office]))["a"] == "Office?")
    // Where it is not expanded it may be anything, as before.
    let plain = office.replacing(#"{\"_id\":\"o1\",\"head\":1}"#, with: #"\"o1\""#)
    #expect(plain != office)
    #expect(try types(inferred([person, plain]))["a"] == "string")
  }

  @Test func `A property that shows objects of several classes is mixed`() throws {
    func read(_ number: Int, _ name: String, _ objects: String) -> String {
      SmallExport.document(
        number,
        ["event": "read", "data": .string(#"{"type":"\#(name)","value":[\#(objects)]}"#)]
      )
    }
    let classes = [
      read(2, "Office", #"{"_id":1,"floor":1},{"_id":2,"floor":2}"#), read(3, "Day", #"{"_id":3}"#),
    ]
    func type(_ other: String) throws -> String? {
      let persons = SmallExport.read(#"{"_id":1,"a":{"_id":1,"floor":1}},{"_id":2,"a":\#(other)}"#)
      return try types(inferred([persons] + classes))["a"]
    }
    #expect(try type(#"{"_id":3}"#) == "mixed")
    #expect(try type(#"{"_id":2,"floor":2}"#) == "Office?")
  }

  @Test func `A text that cannot be a key of the class is not a link to it`() throws {
    let (one, two) = ("62b38b3c10846041166f5de1", "62b38b3c10846041166f5de2")
    func type(_ other: String) throws -> String? {
      let persons = SmallExport.read(
        #"{"_id":"\#(one)","a":{"_id":"\#(two)","a":null}},{"_id":"\#(two)","a":\#(other)}"#
      )
      return try types(inferred([persons]))["a"]
    }
    #expect(try type("\"\(one)\"") == "Person?")
    #expect(try type(#""b""#) == "mixed")
  }

  @Test func `A link whose key no object of the class has is said to be in doubt`() throws {
    func doubts(_ other: Int) throws -> [String] {
      let persons = #"{"_id":1,"a":{"_id":2,"a":null}},{"_id":2,"a":\#(other)}"#
      return try self.doubts(persons).filter { $0.contains("keys of no object") }
    }
    #expect(try doubts(1) == [])
    #expect(try doubts(3).map { $0.prefix(10) } == ["Person.a: "])
  }

  @Test(.timeLimit(.minutes(1)))
  func `A link may lead to one of very many classes, of which some are named`() throws {
    let classes = (100..<2_100).map { number in
      SmallExport.document(
        number,
        [
          "event": "read",
          "data": .string(
            #"{"type":"C\#(number)","value":[{"_id":1,"of":{"_id":1,"of":null}},{"_id":\#(number),"of":null}]}"#
          ),
        ]
      )
    }
    let key = SmallExport.read(#"{"_id":1,"a":1999,"b":1}"#)
    let json = try inferred([key] + classes)
    let unsure = (json["unsure"]?.array ?? []).compactMap(\.string)
    let doubt = try #require(unsure.first { $0.contains("the primary keys of a class") })
    #expect(doubt.contains("Person.a (C1999), Person.b ("))
    #expect(doubt.contains("(C100, C1000, C1001, C1002, C1003, C1004, C1005, C1006 and others)"))
    // Of classes that look alike, the first one has as many of the keys as any other.
    #expect(try types(json, of: "C500")["of"] == "C100?")
  }

  @Test func `New values count, and take nothing away`() throws {
    let line = SmallExport.modification(from: #"{"_id":1,"a":1,"b":"x"}"#, to: #"{"a":null}"#)
    #expect(try types(inferred([line])) == ["_id": "int", "a": "int?", "b": "string"])
  }

  @Test func `Every doubt is said once, with all that it is about`() throws {
    let found = try doubts(#"{"_id":1,"a":1,"b":2,"c":["x"],"d":"5"}"#)
    #expect(
      found.contains { $0.hasPrefix("Person.a, Person.b: int, because all numbers are whole") }
    )
    #expect(found.contains { $0.hasPrefix("Person.c: list") })
    #expect(found.contains { $0.hasPrefix("Person.d: string, but all texts are decimals") })
    #expect(try doubts(#"{"a":1}"#).contains { $0.hasPrefix("Person has no primary key here") })
    #expect(try doubts(#"{"_id":1},"x""#).contains { $0.contains("a custom representation") })
    // Once a fraction or a repeated element was seen, there is no doubt.
    let sure = try doubts(#"{"_id":1,"a":1.5,"c":["x","x"]},{"_id":2,"a":null,"c":[]}"#)
    #expect(!sure.contains { $0.contains("it may be a set") || $0.contains("it may be a double") })
  }

  @Test func `One wrong value among many is not a type`() throws {
    let objects = (0..<40).map { #"{"_id":\#($0),"a":\#($0 == 7 ? "true" : "1"),"b":"x"}"# }
    let json = try inferred([SmallExport.read(objects.joined(separator: ","))])
    #expect(try types(json) == ["_id": "int", "a": "int", "b": "string"])
    #expect(json["unsure"]?.text().contains("Person.a: has the type that nearly all") ?? false)
    // Of few values, one may be any.
    let few = objects.prefix(10).joined(separator: ",")
    #expect(try types(few)["a"] == "mixed")
  }

  @Test func `What cannot be read is said`() throws {
    var inference = SchemaInference()
    let lines = ["{", SmallExport.read(#"{"_id":1}"#), SmallExport.event("read", "{")]
    try inference.read(.bytes(Array(lines.joined(separator: "\n").utf8), name: "t"))
    #expect(inference.documents == 2 && inference.damaged == 2)
  }

  @Test(arguments: Edition.allCases, [1, 2, 3] as [UInt64])
  func `A trail agrees with the classes that are inferred from it`(edition: Edition, seed: UInt64)
    throws
  {
    var sample = SampleTrail(events: 600, seed: seed, edition: edition)
    var bytes: [UInt8] = []
    while sample.next(into: &bytes) {}
    var inference = SchemaInference(edition: edition)
    try inference.read(.bytes(bytes, name: "t"))
    var options = TrailOptions()
    options.edition = edition
    options.stage = .types
    options.schema = try CaseSchema(inference.json)
    let check = try SmallExport.check(bytes, options)
    let examples = check.findings.kinds.flatMap { check.findings.examples(of: $0) }
    #expect(examples.isEmpty, "\(examples.prefix(3).map(\.sentence))")
    // The classes are those of the sample; what is embedded in them has names of its own.
    let classes = (SampleTrail.schema.object ?? [:]).filter { $0.value["embedded"] == nil }
    let found = Set((inference.json["schema"]?.object ?? [:]).map(\.key))
    #expect(found.isSuperset(of: classes.map(\.key)))
  }

  @Test(arguments: [
    (#"{"Person":{"insertions":[{"_id":1}]}}"#, 0), (#"{"Person":{"updates":[{"_id":1}]}}"#, 1),
    (#"{"Person":5}"#, 1), ("{", 1),
  ])
  func `A payload that cannot be read as a whole is counted`(_ write: String, _ damaged: Int) throws
  {
    var inference = SchemaInference()
    try inference.read(.bytes(Array(SmallExport.event("write", write).utf8), name: "t"))
    #expect(inference.documents == 1 && inference.damaged == damaged)
  }
}
