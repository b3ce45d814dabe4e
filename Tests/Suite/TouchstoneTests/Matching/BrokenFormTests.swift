import JSON
import TestSupport
import Testing

@testable import Touchstone

/// A value that has not the form of its type names what it breaks; one that is merely another value does not.
struct BrokenFormTests {
  private static let types: JSON = [
    "Ward": ["primaryKey": "_id", "properties": ["_id": "int", "name": "string"]],
    "Room": ["embedded": true, "properties": ["number": "int"]],
    "Patient": [
      "primaryKey": "id",
      "properties": [
        "id": "uuid", "sex": "string", "note": "string?", "alive": "bool", "age": "int",
        "weight": "double",
        "born": "date", "photo": "data", "chip": "objectId?", "price": "decimal128",
        "ward": "Ward?",
        "room": "Room?", "words": "list<string>", "marks": "set<int>", "pulse": "dictionary<int?>",
        "other": "mixed",
      ],
    ],
  ]

  private static let uuid: JSON = "0b2c3d4e-5f60-4718-8920-1a2b3c4d5e60"
  private static let date: JSON = "2001-01-01T00:00:00.000Z"

  private func requirement(_ expected: JSON?, _ actual: JSON?, at place: JSONPath) -> String? {
    let difference: Comparison =
      switch (expected, actual) {
      case (let expected?, let actual?):
        .different(expected: expected, actual: actual) { "" }
      case (let expected?, nil): .missing(expected: expected) { "" }
      case (nil, let actual): .extra(actual: actual ?? .null) { "" }
      }
    let testCase = Sample.makeCase(
      schema: Self.types,
      configuration: ["events": ["metadata": ["user": "tony"]]]
    )
    return BrokenForm(testCase).requirement(of: difference, at: place)
  }

  private func property(_ name: String, _ expected: JSON?, _ actual: JSON?) -> String? {
    let read = Self.data.appending("value").appending(0).appending(name)
    let found = requirement(expected, actual, at: read)
    #expect(actual == nil || found == requirement(expected, actual, at: Self.former(name)))
    return found
  }

  private static let data = JSONPath().appending("events").appending(0).appending("data")

  private static func former(_ name: String) -> JSONPath {
    data.appending("Patient").appending("modifications").appending(0).appending("oldValue")
      .appending(name)
  }

  @Test(
    arguments: [
      ("id", uuid, "0B2C3D4E-5F60-4718-8920-1A2B3C4D5E6F", "SERIAL-16"),
      ("sex", "", nil, "SERIAL-6"),
      ("alive", true, 1, "SERIAL-4"), ("age", 5, 5.5, "SERIAL-5"),
      ("weight", 1.5, "1.5", "SERIAL-7"),
      ("weight", nil, "NaN", "SERIAL-9"), ("born", date, "2022-01-01T00:00:00Z", "SERIAL-11"),
      ("born", "+010000-01-01T00:00:00.000Z", "10000-01-01T00:00:00.000Z", "SERIAL-12"),
      ("born", "+010000-01-01T00:00:00.000Z", 253_402_300_800_000, "SERIAL-11"),
      ("chip", "62b396f4ebe94d2b871889ba", ["$oid": "62b2"], "SERIAL-17"),
      ("price", "1.50", 1.5, "SERIAL-18"),
      ("note", nil, "", "SERIAL-3"), ("ward", nil, "", "SERIAL-24"), ("room", nil, 5, "SERIAL-23"),
      ("words", [], nil, "SERIAL-19"), ("marks", [1], ["1": true], "SERIAL-20"),
      ("pulse", ["a": 1], [["a", 1]], "SERIAL-21"), ("other", ["a"], "[1]", "SERIAL-27"),
      ("other", "", nil, "SERIAL-25"),
    ] as [(String, JSON, JSON, String)]
  )
  func `A value of another form names the requirement of its type`(
    _ name: String,
    _ expected: JSON,
    _ actual: JSON,
    _ id: String
  ) {
    #expect(property(name, expected, actual) == id)
  }

  @Test(
    arguments: [
      ("id", uuid, "0b2c3d4e-5f60-4718-8920-1a2b3c4d5e6f"), ("sex", "f", "m"), ("sex", "f", nil),
      ("note", nil, "late"), ("alive", true, false), ("age", 5, 6), ("weight", 1.5, 2),
      ("weight", 1.5, nil),
      ("born", date, "2022-01-01T00:00:00.000Z"), ("price", "1.50", "1.5"), ("ward", 1, 2),
      ("ward", 1, ["_id": 1, "name": "A"]), ("ward", 1, nil), ("words", ["a"], []),
      ("other", "a", 1),
      ("unknown", 1, "a"), ("weight", nil, 1.5), ("age", "five", "six"), ("words", "a", "b"),
      ("ward", ["a"], ["b"]),
    ] as [(String, JSON, JSON)]
  )
  func `A value that is merely another one names none`(
    _ name: String,
    _ expected: JSON,
    _ actual: JSON
  ) {
    #expect(property(name, expected, actual) == nil)
  }

  @Test func `What is left out, or should have been, names the requirement of that`() {
    #expect(property("note", .null, nil) == "SERIAL-3")
    let new = Self.data.appending("Patient").appending("modifications").appending(0)
      .appending("newValue").appending("note")
    #expect(requirement(.null, nil, at: new) == nil)
    #expect(property("note", "a", nil) == nil)
    #expect(property("photo", nil, "AA==") == "SERIAL-13")
    #expect(property("note", nil, "a") == nil)
    #expect(requirement("a", nil, at: Self.former("note")) == "WRITE-14")
    #expect(requirement(.null, nil, at: Self.former("note")) == "SERIAL-3")
    #expect(requirement(["A"], nil, at: Self.former("words").appending(0)) == nil)
  }

  @Test func `A former value that is the later one names that it is to be from before`() {
    var testCase = Sample.makeCase(schema: Self.types)
    testCase.expectation = [
      "events": [
        [
          "event": "write",
          "data": [
            "Patient": [
              "modifications": [["newValue": ["age": 6], "oldValue": ["age": 5, "sex": "f"]]]
            ]
          ],
        ]
      ]
    ]
    func requirement(_ name: String, _ expected: JSON, _ actual: JSON) -> String? {
      let entry = Self.data.appending("Patient").appending("modifications").appending(0)
      return BrokenForm(testCase).requirement(
        of: .different(expected: expected, actual: actual) { "" },
        at: entry.appending("oldValue").appending(name)
      )
    }
    #expect(requirement("age", 5, 6) == "WRITE-14")
    #expect(requirement("age", 5, 7) == nil)
    #expect(requirement("sex", "f", "m") == nil)
  }

  @Test(
    arguments: [
      (["_id"], "a", "b", "META-1"), (["_partition"], "events-<objectId>", "events", "META-2"),
      (["timestamp"], ["$$between": [1, 2]], ["$date": "1970-01-01T00:00:00Z"], "META-6"),
      (["metadata", "version"], nil, "7", "META-10"), (["data"], ["type": "Ward"], 7, "META-5"),
      (["data"], ["type": "Ward"], "{", "SERIAL-1"), (["data"], ["type": "Ward"], "{}", "META-23"),
      (["data"], JSON.null, "", "META-5"), (["event"], JSON.null, "", "META-4"),
      (["data", "value"], ["a"], ["_id": 1], "READ-17"), (["data", "count"], nil, 1, "READ-1"),
    ] as [([String], JSON?, JSON?, String)]
  )
  func `So does a field of an event`(
    _ keys: [String],
    _ expected: JSON?,
    _ actual: JSON?,
    _ id: String
  ) {
    let event = JSONPath().appending("events").appending(0)
    #expect(requirement(expected, actual, at: keys.reduce(event) { $0.appending($1) }) == id)
  }

  @Test(
    arguments: [
      (["_partition"], "a", "events-62b396f4ebe94d2b871889ba"),
      (["metadata", "user"], nil, "tony"),
      (["metadata", "user"], "tony", nil), (["activity"], "a", "b"), (["data"], "a", "b"),
      (["data"], JSON.null, #"{"type":"Ward","value":[]}"#), (["event"], JSON.null, "read"),
      (["data", "type"], "Ward", "Patient"), (["data", "value"], nil, ["_id": 1]),
      (["timestamp"], ["$date": "2022-01-01T00:00:00Z"], ["$date": "1970-01-01T00:00:00Z"]),
    ] as [([String], JSON?, JSON?)]
  )
  func `One that is well-formed names none`(_ keys: [String], _ expected: JSON?, _ actual: JSON?) {
    let event = JSONPath().appending("events").appending(0)
    #expect(requirement(expected, actual, at: keys.reduce(event) { $0.appending($1) }) == nil)
  }
}
