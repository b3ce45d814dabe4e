import Formats
@testable import TrailReading
import JSON
import Testing

@testable import TrailCheck

/// What may be written in `newValue` as it is in `oldValue`.
struct HiddenChangeTests {
  private static let schema = try? CaseSchema([
    "Person": [
      "primaryKey": "_id",
      "properties": [
        "_id": "int", "bool": "bool?", "int": "int?", "string": "string?", "date": "date?",
        "uuid": "uuid?", "objectId": "objectId?", "decimal128": "decimal128?", "float": "float?",
        "double": "double?", "mixed": "mixed", "ints": "list<int>", "doubles": "list<double>",
        "mixeds": "list<mixed>", "address": "Address?", "dog": "Dog?", "dogs": "list<Dog>",
        "places": "list<Address>", "badge": "Badge?", "badges": "dictionary<Badge?>",
        "set": "set<int>", "prices": "list<decimal128>", "owner": "Owner?",
      ],
    ],
    "Address": ["embedded": true, "properties": ["city": "string", "height": "double?"]],
    "Badge": ["embedded": true, "properties": ["text": "string", "photo": "data?"]],
    "Dog": ["primaryKey": "_id", "properties": ["_id": "int"]],
    "Owner": ["primaryKey": "_id", "properties": ["_id": "string?"]],
  ])

  private func findings(
    _ property: String,
    _ value: String,
    schema: CaseSchema? = schema,
    edition: Edition = .current,
    dogs: String? = nil,
    before: String? = nil
  ) throws -> [String] {
    let dogs = dogs.map { #""Dog":{\#($0)},"# } ?? ""
    let change =
      #"{"newValue":{"\#(property)":\#(value)},"oldValue":{"_id":1,"\#(property)":\#(before ?? value)}}"#
    let payload = #"{\#(dogs)"Person":{"modifications":[\#(change)]}}"#
    var options = TrailOptions()
    options.schema = schema
    options.edition = edition
    options.stage = .payload
    return try SmallExport.check(SmallExport.event("write", payload), options)
      .findings.kinds.map { "\($0.code.rawValue) \($0.level.rawValue)" }
  }

  @Test(arguments: ["bool", "int", "string", "date", "uuid", "objectId", "decimal128", "dog"])
  func `Null that stays null is not a change of a type that has no NaN`(property: String) throws {
    #expect(try findings(property, "null") == ["value-unchanged error"])
  }

  @Test func `Null may be the key of the object that a link leads to`() throws {
    #expect(try findings("owner", "null") == ["change-unseen info"])
    #expect(try findings("owner", #""null""#) == ["value-unchanged error"])
  }

  @Test(arguments: [
    ("double", "5", "5.0"), ("float", "0.0", "-0.0"), ("doubles", "[1,2.50]", "[1.0,2.5]"),
    ("address", #"{"city":"A","height":0.0}"#, #"{"city":"A","height":-0.0}"#),
    ("places", #"[{"city":"A","height":1e2}]"#, #"[{"city":"A","height":100}]"#),
    ("prices", #"["1.5","0"]"#, #"["1.50","0E+3"]"#),
  ])
  func `A number in another form is not a change`(property: String, before: String, value: String)
    throws
  {
    #expect(try findings(property, value, before: before) == ["value-unchanged error"])
  }

  @Test(arguments: [
    ("double", "5", "5.5"), ("string", #""1.5""#, #""1.50""#),
    ("address", #"{"city":"1.5","height":0.0}"#, #"{"city":"1.50","height":0.0}"#),
  ])
  func `Another number is a change, and so is another text`(
    property: String,
    before: String,
    value: String
  ) throws {
    #expect(try findings(property, value, before: before) == [])
  }

  @Test(arguments: ["float", "double", "mixed"])
  func `Null may have become NaN`(property: String) throws {
    #expect(try findings(property, "null") == ["change-unseen info"])
    #expect(try findings(property, "null", edition: .core) == ["change-unseen info"])
  }

  @Test(arguments: [
    ("dog", "null"), ("address", "null"), ("badge", "null"), ("badges", #"{"a":null}"#),
    ("address", #"{"city":null,"height":1.5}"#), ("places", #"[{"city":null,"height":1.5}]"#),
  ])
  func `Null of a link or an embedded object is not NaN in edition core`(
    property: String,
    value: String
  ) throws {
    #expect(try findings(property, value, edition: .core) == ["value-unchanged error"])
  }

  @Test(arguments: [
    ("address", #"{"city":"Scranton","height":null}"#),
    ("places", #"[{"city":"Scranton","height":null}]"#), ("doubles", "[null]"),
  ])
  func `Null within an embedded object or a list may be NaN in edition core`(
    property: String,
    value: String
  ) throws {
    #expect(try findings(property, value, edition: .core) == ["change-unseen info"])
  }

  @Test(arguments: [#""fragile""#, #""2022-06-23T14:54:37.756Z""#, "7"])
  func `A link or a date in a mixed property may have become its own text`(value: String) throws {
    #expect(try findings("mixed", value) == ["change-unseen info"])
    // Without the schema it is not known whether the property is mixed.
    #expect(try findings("mixed", value, schema: nil) == ["value-unchanged warning"])
    // core compares what is written.
    #expect(try findings("mixed", value, edition: .core) == ["value-unchanged error"])
  }

  @Test(arguments: ["true", "1.5"])
  func `No other mixed value is written like a bool or a fraction`(value: String) throws {
    #expect(try findings("mixed", value) == ["value-unchanged error"])
    #expect(try findings("mixed", value, schema: nil) == ["value-unchanged error"])
  }

  @Test(arguments: [
    ("string", #""fragile""#), ("int", "7"), ("ints", "[1,2]"), ("doubles", "[1.5]"),
  ])
  func `A value that can be written in one way only is unchanged`(property: String, value: String)
    throws
  {
    #expect(try findings(property, value) == ["value-unchanged error"])
  }

  @Test(arguments: [
    ("doubles", "[1.5,null]"), ("mixeds", "[true]"),
    ("address", #"{"city":"Scranton","height":null}"#), ("badge", #"{"text":"a"}"#),
    ("badges", #"{"a":{"text":"a"}}"#),
  ])
  func `A collection or an embedded object may hold what is left out`(
    property: String,
    value: String
  ) throws {
    #expect(try findings(property, value) == ["change-unseen info"])
  }

  @Test(arguments: [
    ("address", #"{"city":"Scranton","height":1.5}"#),
    ("places", #"[{"city":"Scranton","height":1.5}]"#),
    ("badge", "null"),
  ])
  func `An embedded object of which all is written is unchanged`(property: String, value: String)
    throws
  {
    #expect(try findings(property, value) == ["value-unchanged error"])
  }

  @Test(arguments: [
    ("set", "[1,2]", "[2,1]"), ("decimal128", #""1.5""#, #""1.50""#),
    ("decimal128", #""0""#, #""-0""#), ("prices", #"["1","2.0"]"#, #"["1.0","2"]"#),
  ])
  func `A set in another order and a decimal in another form are not a change`(
    property: String,
    before: String,
    after: String
  ) throws {
    #expect(try findings(property, after, before: before) == ["value-unchanged error"])
    #expect(try findings(property, after, schema: nil, before: before) == [])
  }

  @Test(arguments: [
    ("set", "[1,2]", "[2,2]"), ("ints", "[1,2]", "[2,1]"), ("decimal128", #""1.5""#, #""1.51""#),
    ("prices", #"["1","2"]"#, #"["2","1"]"#), ("string", #""1.5""#, #""1.50""#),
  ])
  func `A list in another order and a text in another form are changes`(
    property: String,
    before: String,
    after: String
  ) throws {
    #expect(try findings(property, after, before: before) == [])
  }

  @Test(arguments: [("dog", "5"), ("dogs", "[4,5]")])
  func `A link to an object that was created again leads elsewhere`(
    property: String,
    value: String
  ) throws {
    let again = #""deletions":[{"_id":5}],"insertions":[{"_id":5}]"#
    #expect(try findings(property, value, dogs: again) == ["change-unseen info"])
    #expect(try findings(property, value) == ["value-unchanged error"])
    #expect(
      try findings(property, value, dogs: #""insertions":[{"_id":5}]"#) == ["value-unchanged error"]
    )
    #expect(try findings(property, value, edition: .core, dogs: again) == ["value-unchanged error"])
  }

  @Test func `Without a schema null, lists and objects are left alone`() throws {
    for value in ["null", "[1]", #"{"a":1}"#] {
      #expect(try findings("any", value, schema: nil) == ["change-unseen info"])
    }
    #expect(try findings("any", "[1]", schema: nil, edition: .core) == ["value-unchanged error"])
    #expect(try findings("any", "[null]", schema: nil, edition: .core) == ["change-unseen info"])
  }

  @Test func `A decimal that became null is left out of the old values in edition core`() throws {
    func codes(_ edition: Edition, _ change: String) throws -> [FindingCode] {
      var options = TrailOptions()
      (options.schema, options.edition, options.stage) = (Self.schema, edition, .payload)
      let line = SmallExport.event(
        "write",
        #"{"Person":{"modifications":[{"newValue":{\#(change)},"oldValue":{"_id":1}}]}}"#
      )
      let findings = try SmallExport.check(line, options).findings
      return findings.kinds.map(\.code).filter { $0 == .newKey }
    }
    #expect(try codes(.core, #""decimal128":null"#) == [])
    #expect(try codes(.core, #""mixed":null"#) == [])
    #expect(try codes(.core, #""int":null"#) == [.newKey])
    #expect(try codes(.core, #""mixed":1"#) == [.newKey])
    #expect(try codes(.current, #""decimal128":null"#) == [.newKey])
  }
}
