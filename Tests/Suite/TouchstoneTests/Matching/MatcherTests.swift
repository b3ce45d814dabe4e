import JSON
import TestSupport
import Testing

@testable import Touchstone

struct MatcherTests {
  @Test func `Unordered arrays match in any order, each element once`() {
    #expect(Sample.matches(["$$unordered": [1, 2, 2]], [2, 1, 2]))
    #expect(Sample.matches(["$$unordered": []], []))
    #expect(!Sample.matches(["$$unordered": [1, 2, 2]], [2, 1, 1]))
    #expect(!Sample.matches(["$$unordered": [1]], [1, 1]))
    #expect(!Sample.matches(["$$unordered": [1, 2]], [1]))
    #expect(!Sample.matches(["$$unordered": [1]], 1))
  }

  @Test
  func `A general element of an unordered array leaves the fitting one to the one that needs it`() {
    let expected: JSON = ["$$unordered": [["$$type": "string"], ["$$anyOf": ["a", "b"]], "a"]]
    #expect(Sample.matches(expected, ["a", "b", "c"]))
    #expect(Sample.matches(expected, ["c", "b", "a"]))
    #expect(!Sample.matches(expected, ["c", "d", "a"]))
  }

  @Test func `What is missing from an unordered array is named`() {
    #expect(
      Sample.valueFindings(["$$unordered": [["a": 1], ["a": 2]]], [["a": 2], ["b": 1, "c": 2]]) == [
        #"[0]: missing: expected {"a":1}"#,
        #"one element more than expected, [1] of the answer: {"b":1,"c":2}"#,
      ]
    )
  }

  @Test(
    arguments: [
      ("objectId", ["$oid": "62b38b3c10846041166f5deb"]),
      ("uuid", ["$uuid": "00000000-0000-0000-0000-000000000001"]),
      ("date", ["$date": "2022-06-23T14:54:37Z"]),
      ("string", ""), ("int", 0), ("number", 0), ("number", 0.5), ("bool", false),
    ] as [(JSON, JSON)]
  )
  func `A type matches the values of its form`(type: JSON, value: JSON) {
    #expect(Sample.matches(["$$type": type], value))
  }

  @Test(
    arguments: [
      ("objectId", "62b38b3c10846041166f5deb"), ("objectId", ["$oid": "62b38b3c10846041166f5de"]),
      ("uuid", ["$uuid": "00000000-0000-0000-0000-0000000000010"]),
      ("date", "2022-06-23T14:54:37.000Z"),
      ("date", ["$date": "2022-06-31T14:54:37Z"]), ("string", nil), ("int", 0.5), ("int", true),
      ("number", "1"), ("bool", 0), ("text", "a"),
    ] as [(JSON, JSON)]
  )
  func `A type matches no other value`(type: JSON, value: JSON) {
    #expect(!Sample.matches(["$$type": type], value))
  }

  @Test func `Inside payloads types have the forms of serialization`() {
    #expect(Sample.matches(["$$type": "objectId"], "62b38b3c10846041166f5deb", .payload))
    #expect(!Sample.matches(["$$type": "objectId"], "62B38B3C10846041166F5DEB", .payload))
    #expect(Sample.matches(["$$type": "uuid"], "00000000-0000-0000-0000-00000000000a", .payload))
    #expect(!Sample.matches(["$$type": "uuid"], "00000000-0000-0000-0000-00000000000A", .payload))
    #expect(Sample.matches(["$$type": "date"], "1969-12-31T23:59:59.999Z", .payload))
    #expect(!Sample.matches(["$$type": "date"], "1969-12-31T23:59:59Z", .payload))
    #expect(!Sample.matches(["$$type": "date"], ["$date": "1969-12-31T23:59:59.999Z"], .payload))
  }

  @Test func `An expression matches whole strings only`() {
    #expect(Sample.matches(["$$matches": "a+b"], "aab"))
    #expect(!Sample.matches(["$$matches": "a+b"], "aabc"))
    #expect(!Sample.matches(["$$matches": "a+b"], 1))
    #expect(!Sample.matches(["$$matches": "("], "("))
    #expect(!Sample.matches(["$$matches": "a*"], .string(String(repeating: "a", count: 20_000))))
  }

  @Test func `Absent means that the key is not there, null or not`() {
    #expect(Sample.matches(["a": ["$$absent": true]], [:]))
    #expect(!Sample.matches(["a": ["$$absent": true]], ["a": nil]))
    #expect(!Sample.matches(["a": ["$$absent": true]], ["a": 1]))
    #expect(!Sample.matches([["$$absent": true]], []))
  }

  @Test func `Any of several values matches`() {
    #expect(Sample.matches(["$$anyOf": [1, ["$$type": "string"]]], "x"))
    #expect(Sample.matches(["a": ["$$anyOf": [1, ["$$absent": true]]]], [:]))
    #expect(!Sample.matches(["a": ["$$anyOf": [1, nil]]], [:]))
    #expect(Sample.valueFindings(["$$anyOf": [1, "x"]], 2) == [#"expected 1 or "x", found 2"#])
  }

  @Test func `A range includes its ends`() {
    let dates: JSON = [
      "$$between": [["$date": "2022-01-01T00:00:00Z"], ["$date": "2022-01-01T00:00:01Z"]]
    ]
    #expect(Sample.matches(dates, ["$date": "2022-01-01T00:00:00.000Z"]))
    #expect(Sample.matches(dates, ["$date": "2022-01-01T00:00:01.000Z"]))
    #expect(!Sample.matches(dates, ["$date": "2022-01-01T00:00:01.001Z"]))
    #expect(Sample.matches(dates, "2022-01-01T00:00:00.500Z", .payload))
    #expect(!Sample.matches(dates, "2022-01-01T00:00:00.500Z"))
    #expect(Sample.matches(["$$between": [1, 2.5]], 2.5))
    #expect(!Sample.matches(["$$between": [1, 2.5]], "2"))
    #expect(!Sample.matches(["$$between": [2, 1]], 1))
  }

  @Test func `A matcher that does not exist matches nothing`() {
    #expect(!Sample.matches(["$$any": true], ["$$any": true]))
    #expect(!Sample.matches(["$$absent": false], ["$$absent": false]))
  }
}
