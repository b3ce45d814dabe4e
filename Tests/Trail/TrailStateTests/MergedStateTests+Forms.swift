import Formats
import JSON
import Testing
import TrailReading

/// Values that a database writes otherwise than payloads do, or that no payload of an edition shows.
extension MergedStateTests {
  private static let table =
    "CREATE TABLE Q (_id INTEGER); CREATE TABLE P (_id INTEGER, any, n, m, tags, list, e, sum, weight); INSERT INTO P (_id, any) VALUES "

  @Test func `A decimal in a mixed value is the same in any form`() throws {
    func outcome(_ any: String) throws -> [String] {
      try self.outcome(
        Trail(
          testDescription: "",
          events: [(1, 1, #"{"P":{"insertions":[{"_id":1,"any":"1.50"}]}}"#)],
          rows: ["P": #"{"_id":1,"any":\#(any)}"#]
        )
      )
    }
    #expect(try outcome(#"{"$numberDecimal":"1.5"}"#) == [])
    #expect(try outcome(#"{"$numberDecimal":"1.6"}"#).count == 1)
  }

  @Test func `Texts that look alike are told apart in words`() throws {
    func outcome(_ text: String) throws -> [String] {
      try self.outcome(
        Trail(
          testDescription: "",
          events: [(1, 1, Self.insert("\"_id\":1,\"any\":\"caf\u{E9}\""))],
          rows: ["P": #"{"_id":1,"any":"\#(text)"}"#]
        )
      )
    }
    #expect(
      try outcome("cafe\u{301}").map { $0.suffix(50) }
        == [" has \"café\" (the same characters in another Unicode form)".suffix(50)]
    )
    #expect(try outcome("cafe").map { $0.hasSuffix("the database has \"cafe\"") } == [true])
  }

  @Test
  func `The number of a boolean may be there by an order that a clock which was set back hides`()
    throws
  {
    let trail = Trail(
      testDescription: "",
      events: [
        (1, 118, Self.insert(#""_id":9,"any":null"#)),
        (1, 119, Self.insert(#""_id":8,"any":null"#)),
        (1, 120, Self.insert(#""_id":1,"any":null"#)),
        (1, 62, Self.change(#""_id":1,"any":null"#, #""any":true"#)),
      ],
      rows: [:]
    )
    func found(_ number: Int) throws -> Bool {
      try outcome(trail, Self.table + "(1, \(number))")
        .contains { $0.hasPrefix("state-differs") && $0.contains(" any ") }
    }
    #expect(try !found(1))
    #expect(try found(0))
  }

  @Test func `SQLite keeps mixed booleans as numbers and collections as texts`() throws {
    for (payload, stored) in [("true", "1"), ("[1,\"a\"]", "'[1,\"a\"]'"), ("1", "1")] {
      let trail = Trail(
        testDescription: payload,
        events: [(1, 0, Self.insert(#""_id":1,"any":\#(payload)"#))],
        rows: [:]
      )
      let found = try outcome(trail, Self.table + "(1, \(stored))")
      #expect(found.filter { $0.contains(" any ") } == [])
      let other = try outcome(trail, Self.table + "(1, 7)")
      #expect(other.contains { $0.hasPrefix("state-differs") })
    }
  }

  @Test(arguments: [
    (#""sum":null"#, #""sum":{"$numberDecimal":"1.5"}"#, true),
    (#""list":[null,1]"#, #""list":[{"$numberDecimal":"1.5"},1]"#, true),
    (#""list":[null]"#, #""list":[[1]]"#, true), (#""any":"x""#, #""any":[1]"#, true),
    (#""any":"x""#, #""any":{"a":1}"#, true),
    (#""any":"x""#, #""any":{"$numberDecimal":"1.5"}"#, true),
    (#""any":"x""#, #""any":"1.5""#, false), (#""list":[null]"#, #""list":["x"]"#, false),
    (#""n":1"#, #""n":2"#, false),
  ])
  func `What only edition core leaves out is not held against its payloads`(
    event: String,
    row: String,
    isLeftOut: Bool
  ) throws {
    let trail = Trail(
      testDescription: "",
      events: [(1, 0, Self.insert(#""_id":1,\#(event)"#))],
      rows: ["P": #"{"_id":1,\#(row)}"#]
    )
    #expect(try outcome(trail, edition: .core).count == (isLeftOut ? 0 : 1))
    #expect(try outcome(trail).count == 1)
  }

  @Test(arguments: [
    ("+010000-01-01T00:00:00.000Z", "253402300800000", Edition.current),
    ("10000-01-01T00:00:00.000Z", "253402300800000", .core),
    ("-000001-01-01T00:00:00.000Z", "-62198755200000", .current),
    ("-1-01-01T00:00:00.000Z", "-62198755200000", .core),
    ("2022-06-23T14:54:37.756Z", "1655996077756", .core),
  ])
  func `A date of any year is the same instant in a payload, in a document and in a text`(
    text: String,
    instant: String,
    edition: Edition
  ) throws {
    let schema = """
      {"P": {"primaryKey": "_id", "properties": {"_id": "int", "at": "date", "days": "list<date>"}},
       "Q": {"primaryKey": "_id", "properties": {"_id": "int"}}, "N": {"properties": {}}}
      """
    let date = #"{"$date":{"$numberLong":"\#(instant)"}}"#
    let trail = Trail(
      testDescription: "",
      events: [(1, 0, Self.insert(#""_id":1,"at":"\#(text)","days":["\#(text)"]"#))],
      rows: ["P": #"{"_id":1,"at":\#(date),"days":[\#(date)]}"#]
    )
    #expect(try outcome(trail, schema: schema, edition: edition) == [])
    let sql =
      "CREATE TABLE Q (_id); CREATE TABLE P (_id, at, days); INSERT INTO P VALUES (1, \(instant)%, '[\"\(text)\"]')"
    #expect(
      try outcome(trail, sql.replacing("%", with: ""), schema: schema, edition: edition) == []
    )
    // One millisecond later.
    #expect(
      try outcome(trail, sql.replacing("%", with: " + 1"), schema: schema, edition: edition).count
        == 1
    )
  }

  @Test(arguments: [("sum", "'1.5'"), ("sum", "1"), ("any", "'1.5'"), ("list", #"'["1.5"]'"#)])
  func `SQLite keeps decimals that only edition core leaves out as texts`(
    column: String,
    stored: String
  ) throws {
    let trail = Trail(
      testDescription: "",
      events: [(1, 0, Self.insert(#""_id":1,"sum":null,"any":"x","list":[null]"#))],
      rows: [:]
    )
    let sql =
      "CREATE TABLE Q (_id); CREATE TABLE N (n); CREATE TABLE P (_id, any, n, m, tags, list, e, sum, weight); INSERT INTO P (_id, any, list) VALUES (1, 'x', '[null]'); UPDATE P SET \(column) = \(stored)"
    #expect(try outcome(trail, sql, edition: .core) == [])
    #expect(try outcome(trail, sql).count == 1)
  }

  @Test(arguments: [("5", []), ("6", ["state-differs"]), ("1.5", []), ("'5.00'", [])])
  func `SQLite keeps decimals as texts, or as integers, and not as fractions`(
    stored: String,
    codes: [String]
  ) throws {
    let trail = Trail(
      testDescription: "",
      events: [(1, 0, Self.insert(#""_id":1,"sum":"5.0""#))],
      rows: [:]
    )
    let found = try self.codes(
      of: trail,
      "CREATE TABLE Q (_id); CREATE TABLE N (n); CREATE TABLE P (_id, any, n, m, tags, list, e, sum, weight); INSERT INTO P (_id, sum) VALUES (1, \(stored))"
    )
    #expect(found == codes)
  }

  @Test(arguments: [("7", []), (#"{"_id":5}"#, ["state-differs"])])
  func `A link to what is represented in another form is not compared`(
    target: String,
    codes: [String]
  ) throws {
    let start = #"{"P":{"insertions":[{"_id":1,"to":5}]},"Q":{"insertions":[\#(target)]}}"#
    let found = try self.codes(
      of: Trail(
        testDescription: "",
        events: [(1, 0, start), (1, 1, #"{"type":"P","value":[{"_id":1,"to":7}]}"#)],
        rows: ["P": #"{"_id":1,"to":5}"#, "Q": #"{"_id":5}"#]
      ),
      schema: """
        {"P": {"primaryKey": "_id", "properties": {"_id": "int", "to": "Q?"}},
         "Q": {"primaryKey": "_id", "properties": {"_id": "int"}}, "N": {"properties": {"n": "int"}}}
        """
    )
    #expect(found == codes)
  }
}
