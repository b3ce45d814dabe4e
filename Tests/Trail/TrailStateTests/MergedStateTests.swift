import Foundation
import JSON
import Testing
import TrailCheck
import TrailReading

@testable import TrailState

/// Databases of several devices: what is right is not accused.
struct MergedStateTests {
  static let schema = """
    {"P": {"primaryKey": "_id", "properties": {
      "_id": "int?", "n": "int?", "m": "int?", "tags": "list<string>", "any": "mixed",
      "list": "list<mixed>", "e": "E?", "sum": "decimal128?", "weight": "double?"}},
     "E": {"embedded": true, "properties": {"q": "Q?", "lat": "double?"}},
     "Q": {"primaryKey": "_id", "properties": {"_id": "int"}},
     "N": {"properties": {"n": "int"}}}
    """

  static let right: [Trail] = [
    Trail(
      testDescription: "two devices delete an object, and one of them creates it again",
      events: [
        (1, 0, insert(#""_id":1,"n":0"#)), (1, 1, #"{"P":{"deletions":[{"_id":1,"n":0}]}}"#),
        (2, 2, #"{"P":{"deletions":[{"_id":1,"n":0}]}}"#), (1, 3, insert(#""_id":1,"n":0"#)),
      ],
      rows: [:]
    ),
    Trail(
      testDescription: "a device changes an object that it does not know to be another one",
      events: [
        (1, 0, insert(#""_id":1,"n":0,"m":0"#)),
        (
          1, 1,
          #"{"P":{"deletions":[{"_id":1,"n":0,"m":0}],"insertions":[{"_id":1,"n":5,"m":0}]}}"#
        ), (2, 2, change(#""_id":1,"n":0,"m":0"#, #""m":1"#)),
      ],
      rows: ["P": #"{"_id":1,"n":5,"m":0}"#]
    ),
    Trail(
      testDescription: "a device changes back what another one has changed with a fast clock",
      events: [
        (1, 0, insert(#""_id":1,"n":0"#)), (2, 600, change(#""_id":1,"n":0"#, #""n":1"#)),
        (1, 30, change(#""_id":1,"n":1"#, #""n":0"#)),
      ],
      rows: ["P": #"{"_id":1,"n":0}"#]
    ),
    Trail(
      testDescription: "a clock is set back between two changes of a device",
      events: [
        (1, 0, insert(#""_id":1,"n":0"#)), (1, 30, change(#""_id":1,"n":0"#, #""n":1"#)),
        (1, 10, change(#""_id":1,"n":1"#, #""n":2"#)),
      ],
      rows: ["P": #"{"_id":1,"n":2}"#]
    ),
    Trail(
      testDescription: "a device shows a list from before it was merged",
      events: [
        (1, 0, insert(#""_id":1,"n":0,"tags":["b"]"#)),
        (2, 1, insert(#""_id":1,"n":0,"tags":["a"]"#)),
        (2, 2, read(#""_id":1,"n":0,"tags":["a","b"]"#)),
        (3, 3, change(#""_id":1,"n":0,"tags":["a"]"#, #""n":1"#)),
      ],
      rows: ["P": #"{"_id":1,"n":1,"tags":["a","b"]}"#]
    ),
    Trail(
      testDescription: "three devices change a list at once, and one shows what it knows of",
      events: [
        (1, 0, insert(#""_id":1,"tags":[]"#)),
        (1, 1, change(#""_id":1,"tags":[]"#, #""tags":["a"]"#)),
        (2, 2, change(#""_id":1,"tags":[]"#, #""tags":["b"]"#)),
        (3, 3, change(#""_id":1,"tags":[]"#, #""tags":["c"]"#)),
        (1, 4, read(#""_id":1,"tags":["a","b"]"#)),
      ],
      rows: ["P": #"{"_id":1,"tags":["c"]}"#]
    ),
    Trail(
      testDescription: "links in an embedded object and in mixed values lose their target",
      events: [
        (1, 0, #"{"Q":{"insertions":[{"_id":9}]}}"#),
        (1, 1, insert(#""_id":1,"any":9,"list":["x",9],"e":{"q":9}"#)),
        (1, 1, insert(#""_id":2,"any":["x",9]"#)), (2, 2, #"{"Q":{"deletions":[{"_id":9}]}}"#),
      ],
      rows: [
        "P": #"""
        {"_id":1,"any":null,"list":["x"],"e":{"q":null}}
        {"_id":2,"any":["x",null]}
        """#
      ]
    ),
    Trail(
      testDescription: "a mixed link is shown with its object",
      events: [
        (1, 0, #"{"Q":{"insertions":[{"_id":9}]}}"#), (1, 1, insert(#""_id":1,"any":9"#)),
        (1, 2, read(#""_id":1,"any":{"_id":9}"#)),
      ],
      rows: ["P": #"{"_id":1,"any":9}"#, "Q": #"{"_id":9}"#]
    ),
    Trail(
      testDescription: "a primary key is null",
      events: [(1, 0, insert(#""_id":null,"n":1"#))],
      rows: ["P": #"{"_id":null,"n":1}"#]
    ),
    Trail(
      testDescription: "numbers in other forms",
      events: [
        (1, 0, insert(#""_id":1,"sum":"1.50","weight":-0.0"#)),
        (1, 1, insert(#""_id":2,"sum":"100","weight":0"#)),
      ],
      rows: [
        "P": #"""
        {"_id":1,"sum":{"$numberDecimal":"1.5"},"weight":0.0}
        {"_id":2,"sum":{"$numberDecimal":"1.00E+2"},"weight":-0.0}
        """#
      ]
    ),
    Trail(
      testDescription: "NaN in an embedded object",
      events: [(1, 0, insert(#""_id":1,"e":{"q":null,"lat":null}"#))],
      rows: ["P": #"{"_id":1,"e":{"lat":{"$numberDouble":"NaN"}}}"#]
    ),
    Trail(
      testDescription:
        "a scope records a deletion again after another device has created the object",
      events: [
        (1, 0, insert(#""_id":1,"n":0"#)), (2, 1, #"{"P":{"deletions":[{"_id":1,"n":0}]}}"#),
        (1, 2, insert(#""_id":1,"n":1"#)), (2, 3, #"{"P":{"deletions":[{"_id":1,"n":0}]}}"#),
      ],
      rows: ["P": #"{"_id":1,"n":1}"#]
    ),
    Trail(
      testDescription: "a scope records a life again that ended without a link",
      events: [
        (1, 0, #"{"Q":{"insertions":[{"_id":9}]}}"#), (1, 1, insert(#""_id":1,"e":{"q":9}"#)),
        (2, 2, #"{"Q":{"deletions":[{"_id":9}]}}"#),
        (1, 3, #"{"P":{"deletions":[{"_id":1,"e":{"q":null}}]}}"#),
        (1, 4, insert(#""_id":1,"e":{"q":9}"#)),
        (1, 4, #"{"P":{"deletions":[{"_id":1,"e":{"q":null}}]}}"#),
      ],
      rows: [:]
    ),
    Trail(
      testDescription: "a scope records a change again that another device has undone",
      events: [
        (1, 0, insert(#""_id":1,"n":0"#)), (1, 1, change(#""_id":1,"n":0"#, #""n":1"#)),
        (2, 2, change(#""_id":1,"n":1"#, #""n":0"#)), (1, 3, change(#""_id":1,"n":0"#, #""n":1"#)),
      ],
      rows: ["P": #"{"_id":1,"n":0}"#]
    ),
    Trail(
      testDescription: "a device shows what another one has left and replaced since",
      events: [
        (1, 0, insert(#""_id":1,"n":5"#)), (1, 1, change(#""_id":1,"n":5"#, #""n":null"#)),
        (2, 2, insert(#""_id":1,"n":null"#)), (2, 3, read(#""_id":1,"n":5"#)),
      ],
      rows: ["P": #"{"_id":1,"n":null}"#]
    ),
    Trail(
      testDescription: "two devices create an object, whose embedded object has values of both",
      events: [
        (1, 0, insert(#""_id":1,"e":{"q":null,"lat":1.5}"#)),
        (2, 0, insert(#""_id":1,"e":{"q":9,"lat":null}"#)),
        (1, 1, #"{"Q":{"insertions":[{"_id":9}]}}"#),
      ],
      rows: ["P": #"{"_id":1,"e":{"q":9,"lat":1.5}}"#, "Q": #"{"_id":9}"#]
    ),
    Trail(
      testDescription: "a clock is set back before a deletion",
      events: [
        (1, 0, insert(#""_id":1,"n":0"#)), (1, 30, read(#""_id":1,"n":0"#)),
        (1, 10, #"{"P":{"deletions":[{"_id":1,"n":0}]}}"#),
      ],
      rows: [:]
    ),
    Trail(
      testDescription: "a clock is set back to before the creation",
      events: [
        (1, 10, insert(#""_id":1,"n":0"#)), (1, 50, change(#""_id":1,"n":0"#, #""n":1"#)),
        (1, 5, change(#""_id":1,"n":1"#, #""n":2"#)), (1, 20, read(#""_id":1,"n":2"#)),
      ],
      rows: ["P": #"{"_id":1,"n":2}"#]
    ),
    Trail(
      testDescription: "a scope records again what came before another device's equal assignment",
      events: [
        (1, 0, insert(#""_id":1,"n":0"#)), (1, 1, change(#""_id":1,"n":0"#, #""n":1"#)),
        (2, 2, change(#""_id":1,"n":0"#, "")), (1, 3, insert(#""_id":1,"n":0"#)),
        (1, 3, change(#""_id":1,"n":0"#, #""n":1"#)),
      ],
      rows: ["P": #"{"_id":1,"n":0}"#]
    ),
  ]

  @Test func `A value that another device may have assigned again is a warning that says so`()
    throws
  {
    func found(_ change: String, device: Int) throws -> [String] {
      try outcome(
        Trail(
          testDescription: "",
          events: [
            (1, 0, Self.insert(#""_id":1,"n":0,"m":0"#)),
            (1, 1, Self.change(#""_id":1,"n":0,"m":0"#, #""n":1"#)),
            (device, 2, Self.change(#""_id":1,"n":0,"m":0"#, change)),
          ],
          rows: ["P": #"{"_id":1,"n":0,"m":5}"#]
        )
      )
    }
    let id = String(repeating: "0", count: 23) + "2"
    #expect(
      try found(#""m":5"#, device: 2) == [
        "state-differs: P/1: event \(id) at 2024-01-01T00:01:00.000Z left n = 1, and the database has 0"
          + "; a device that still had this at 2024-01-01T00:02:00.000Z may have assigned it again (MERGE-14)"
      ]
    )
    #expect(try found("", device: 2).filter { $0.contains(" n ") } == [])
    let late = Trail(
      testDescription: "",
      events: [
        (1, 0, Self.insert(#""_id":1,"n":0"#)), (2, 1, Self.read(#""_id":1,"n":0"#)),
        (1, 2, Self.change(#""_id":1,"n":0"#, #""n":1"#)),
        (2, 3, Self.read(#""_id":1,"n":0"#)),
      ],
      rows: ["P": #"{"_id":1,"n":0}"#]
    )
    #expect(try outcome(late).map { $0.contains("at 2024-01-01T00:03:00.000Z may") } == [true])
    let early = Trail(
      testDescription: "",
      events: Array(late.events.prefix(3)),
      rows: late.rows
    )
    #expect(try outcome(early).map { $0.hasSuffix("and the database has 0") } == [true])
    #expect(try found(#""m":5"#, device: 1) == [])
  }

  @Test(arguments: right)
  func `What merging leaves is not accused`(_ trail: Trail) throws {
    #expect(try outcome(trail) == [])
  }

  /// The same with one thing wrong that nothing explains.
  static let wrong: [(Trail, String)] = [
    (
      Trail(
        testDescription: "a value after a clock was set back",
        events: right[3].events,
        rows: ["P": #"{"_id":1,"n":1}"#]
      ), "state-differs"
    ),
    (
      Trail(
        testDescription: "a list that no device has left",
        events: [right[4].events[0]],
        rows: ["P": #"{"_id":1,"n":0,"tags":["z"]}"#]
      ), "state-differs"
    ),
    (
      Trail(
        testDescription: "an embedded object without its link, which leads to what is there",
        events: Array(right[6].events.prefix(2)),
        rows: [
          "P": #"{"_id":1,"any":9,"list":["x",9],"e":{"q":null}}"#, "Q": #"{"_id":9}"#,
        ]
      ), "state-differs"
    ),
    (
      Trail(
        testDescription: "a mixed text that became a number after an object was deleted",
        events: [
          (1, 0, #"{"Q":{"insertions":[{"_id":9}]}}"#), (1, 1, insert(#""_id":1,"any":"1""#)),
          (2, 2, #"{"Q":{"deletions":[{"_id":9}]}}"#),
        ],
        rows: ["P": #"{"_id":1,"any":1}"#]
      ), "state-differs"
    ),
    (
      Trail(
        testDescription: "another value of an object whose key is null",
        events: right[8].events,
        rows: ["P": #"{"_id":null,"n":2}"#]
      ), "state-differs"
    ),
    (
      Trail(
        testDescription: "an object that its only device deleted and created again",
        events: [right[0].events[0], right[0].events[1], right[0].events[3]],
        rows: [:]
      ), "state-missing"
    ),
  ]

  @Test(arguments: wrong)
  func `What nothing explains is found`(_ trail: Trail, code: String) throws {
    let found = try outcome(trail)
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix(code) == true)
  }

  @Test func `Where the documents are in no order that ids tell, no difference is an error`() throws
  {
    func level(_ order: [Int]) throws -> [FindingSummary.Kind] {
      let lines = order.map { number in
        let document: JSON = [
          "_id": ["$oid": .string("0000000000000000000000\(number + 10)")],
          "_partition": "events-1", "activity": "visit",
          "timestamp": ["$date": .string("2024-01-01T00:00:\(number + 10).000Z")],
          "event": "write", "data": .string(#"{"P":{"insertions":[{"_id":\#(number),"n":1}]}}"#),
        ]
        return document.text()
      }
      let folder = try TemporaryFolder()
      let rows = order.map { #"{"_id":\#($0),"n":\#($0 == 3 ? 2 : 1)}"# }
      for (name, rows) in [("P", rows), ("Q", []), ("N", [])] {
        try Data(rows.joined(separator: "\n").utf8)
          .write(to: URL(filePath: "\(folder.path)/\(name).ndjson"))
      }
      var options = TrailOptions()
      options.schema = try CaseSchema(JSON(parsing: Self.schema))
      options.isComplete = true
      let outcome = try Reconciliation(
        of: [NamedInput(.bytes(Array(lines.joined(separator: "\n").utf8), name: "trail"))],
        with: StateLocation(path: folder.path),
        options
      )
      #expect(
        outcome.trail.findings.kinds.contains { $0.code == .anyOrder } == (order != order.sorted())
      )
      return outcome.findings.kinds
    }
    let order = [4, 9, 2, 16, 7, 0, 12, 1, 14, 5, 11, 3, 8, 15, 6, 13, 10]
    #expect(try level(order) == [.init(code: .stateDiffers, level: .warning)])
    #expect(try level(order.sorted()) == [.init(code: .stateDiffers, level: .error)])
  }

  @Test func `A table of a class without a primary key belongs to the schema`() throws {
    let trail = Trail(
      testDescription: "",
      events: [(1, 0, #"{"N":{"insertions":[{"n":1}]}}"#)],
      rows: ["N": #"{"n":2}"#]
    )
    #expect(try outcome(trail) == [])
    let tables =
      "CREATE TABLE P (_id, any, n, m, tags, list, e, sum, weight); CREATE TABLE Q (_id); "
    #expect(try outcome(trail, tables + "CREATE TABLE N (n)") == [])
    #expect(try outcome(trail, tables + "CREATE TABLE E (n)").count == 1)
  }
}
