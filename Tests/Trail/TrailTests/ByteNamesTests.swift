import Formats
@testable import TrailReading
import JSON
import Testing

@testable import TrailCheck

/// Names are compared by their bytes, as JSON does: `é` composed and decomposed are two names.
struct ByteNamesTests {
  private static let composed = "Caf\u{E9}"
  private static let decomposed = "Cafe\u{301}"

  private func codes(
    _ lines: [String],
    _ schema: JSON? = nil
  ) throws -> [String] {
    var options = TrailOptions()
    options.schema = try schema.map { try CaseSchema($0) }
    // The keys of objects are not asked for here.
    return try SmallExport.codes(lines.joined(separator: "\n"), options)
      .filter { $0 != "class-unfollowed" }
  }

  private func schema(_ name: String, _ property: String = "a", key: String = "_id") -> JSON {
    var properties: JSONObject = [:]
    for name in [key, property] { properties[name] = "int" }
    let description: JSON = ["primaryKey": .string(key), "properties": .object(properties)]
    var schema: JSONObject = [:]
    schema[name] = description
    return .object(schema)
  }

  private func read(_ number: Int, _ object: String, of name: String = "A") -> String {
    SmallExport.document(
      number,
      ["event": "read", "data": .string(#"{"type":"\#(name)","value":[\#(object)]}"#)]
    )
  }

  @Test func `A schema has the class and the property of its own bytes alone`() throws {
    let (one, other) = (Self.composed, Self.decomposed)
    let object = #"{"_id":1,"a":1}"#
    #expect(try codes([read(1, object, of: one)], schema(one)) == [])
    #expect(try codes([read(1, object, of: other)], schema(one)) == ["class-unknown"])
    let named = #"{"_id":1,"\#(one)":1}"#
    #expect(try codes([read(1, named)], schema("A", one)) == [])
    #expect(
      try codes([read(1, named)], schema("A", other)) == ["property-missing", "property-unknown"]
    )
    // Both forms are properties of one class.
    var properties: JSONObject = [:]
    properties[one] = "int"
    properties[other] = "string"
    let both = try CaseSchema(["A": ["properties": .object(properties)]]).classes["A"]
    #expect(both?.properties[one]?.base == "int")
    #expect(both?.properties[other]?.base == "string")
  }

  @Test func `A contradiction of two texts that look alike says how they differ`() throws {
    func sentences(_ later: String) throws -> [String] {
      let lines = [
        read(1, #"{"_id":1,"a":"\#(Self.composed)"}"#), read(2, #"{"_id":1,"a":"\#(later)"}"#),
      ]
      let findings = try SmallExport.check(lines.joined(separator: "\n")).findings
      return findings.kinds.filter { $0.code == .readContradicts }
        .flatMap { findings.examples(of: $0) }.map(\.sentence)
    }
    let remark = " (the same characters in another Unicode form)"
    #expect(try sentences(Self.decomposed).map { $0.contains(remark) } == [true])
    #expect(try sentences("Cafe").map { $0.contains(remark) } == [false])
  }

  @Test func `A primary key has the bytes that the schema says`() throws {
    let (one, other) = (Self.composed, Self.decomposed)
    func twice(_ name: String) -> String { #"{"\#(name)":1},{"\#(name)":1}"# }
    #expect(try codes([read(1, twice(one))], schema("A", one, key: one)) == ["key-twice"])
    let found = try codes([read(1, twice(other))], schema("A", one, key: one))
    #expect(Set(found) == ["property-missing", "property-unknown"])
  }

  @Test func `Types are compared within one property of one class`() throws {
    let (one, other) = (Self.composed, Self.decomposed)
    #expect(try codes([read(1, #"{"\#(one)":1},{"\#(one)":"1"}"#)]) == ["type-inconsistent"])
    #expect(try codes([read(1, #"{"\#(one)":1},{"\#(other)":"1"}"#)]) == [])
    #expect(
      try codes([read(1, #"{"a":1}"#, of: one), read(2, #"{"a":"1"}"#, of: other)]) == []
    )
    // Escapes are another spelling of the same bytes.
    #expect(
      try codes([read(1, #"{"Caf\u00e9":1},{"\#(one)":"1"}"#)]) == ["type-inconsistent"]
    )
  }

  @Test func `Histories are those of one class, one key, one property, one value`() throws {
    let (one, other) = (Self.composed, Self.decomposed)
    func pair(_ first: String, _ second: String, _ classes: (String, String) = ("A", "A"))
      -> [String]
    {
      [read(1, first, of: classes.0), read(2, second, of: classes.1)]
    }
    let (old, new) = (#"{"_id":1,"a":1}"#, #"{"_id":1,"a":2}"#)
    #expect(try codes(pair(old, new, (one, one))) == ["read-contradicts"])
    #expect(try codes(pair(old, new, (one, other))) == [])
    #expect(
      try codes(pair(#"{"_id":"\#(one)","a":1}"#, #"{"_id":"\#(other)","a":2}"#)) == []
    )
    #expect(
      try codes(pair(#"{"_id":1,"\#(one)":1}"#, #"{"_id":1,"\#(other)":2}"#)) == []
    )
    #expect(
      try codes(pair(#"{"_id":1,"a":"\#(one)"}"#, #"{"_id":1,"a":"\#(other)"}"#))
        == ["read-contradicts"]
    )
  }

  @Test func `Times are compared within one activity and one user`() throws {
    let (one, other) = (Self.composed, Self.decomposed)
    func document(_ number: Int, _ second: Int, _ activity: String, _ user: String) -> String {
      SmallExport.document(
        number,
        [
          "activity": .string(activity), "user": .string(user),
          "timestamp": ["$date": .string("2022-06-23T14:54:0\(second).000Z")],
        ]
      )
    }
    #expect(
      try codes([document(1, 2, one, "u"), document(2, 1, one, "u")]) == ["time-backwards"]
    )
    #expect(try codes([document(1, 2, one, "u"), document(2, 1, other, "u")]) == [])
    #expect(try codes([document(1, 2, "a", one), document(2, 1, "a", other)]) == [])
  }

  @Test func `Files of two forms of a name are two files`() throws {
    let names = [Self.decomposed, Self.composed]
    var check = TrailCheck()
    for (number, name) in names.enumerated() {
      try check.check(
        .bytes(Array(read(number + 1, #"{"_id":1,"a":\#(number)}"#).utf8), name: name)
      )
    }
    try check.finish()
    let kind = try #require(check.findings.kinds.first)
    let related = check.findings.examples(of: kind).flatMap(\.related).map(\.position.file)
    #expect(related.map { Array($0.utf8) } == names.map { Array($0.utf8) })
  }
}
