import JSON
import Testing

@testable import TrailCheck
@testable import TrailReading

/// A list or set of objects has no null: a link that is gone is not an element, and an embedded object is always one.
struct NullElementTests {
  private func findings(_ property: String, _ value: String) throws -> [String] {
    var options = TrailOptions()
    options.schema = try CaseSchema([
      "P": [
        "primaryKey": "_id",
        "properties": [
          "_id": "int", "links": "list<P>", "set": "set<P>", "parts": "list<E>",
          "entries": "dictionary<P?>", "mixed": "list<mixed>", "ints": "list<int?>",
          "named": "list<N>",
        ],
      ],
      "N": ["primaryKey": "_id", "properties": ["_id": "string?"]],
      "E": ["embedded": true, "properties": ["z": "int"]],
    ])
    let payload = #"{"P":{"insertions":[{"_id":1,"\#(property)":\#(value)}]}}"#
    return try SmallExport.check(SmallExport.event("write", payload), options).findings.kinds
      .map(\.code.rawValue).filter { $0.hasPrefix("type-") }
  }

  @Test(arguments: [("links", "[null]"), ("set", "[1,null]"), ("parts", #"[{"z":1},null]"#)])
  func `Null in a list or set of objects is told`(property: String, value: String) throws {
    #expect(try findings(property, value) == ["type-null"])
  }

  @Test(arguments: [
    ("links", "[1]"), ("entries", #"{"a":null}"#), ("mixed", "[null]"), ("ints", "[null]"),
    // Null is the primary key of an object.
    ("named", "[null]"),
  ])
  func `Null elsewhere may be right`(property: String, value: String) throws {
    #expect(try findings(property, value) == [])
  }
}
