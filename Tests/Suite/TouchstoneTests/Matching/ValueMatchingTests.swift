import JSON
import TestSupport
import Testing

@testable import Touchstone

struct ValueMatchingTests {
  @Test(
    arguments: [
      (1, ["$numberLong": "1"]),
      (["$numberLong": "9223372036854775807"], 9_223_372_036_854_775_807),
      (2.0, 2), (2.0, ["$numberDouble": "2.0"]),
      (["$numberDouble": "NaN"], ["$numberDouble": "NaN"]),
      (1e3, 1000), (.number("1e400"), .number("1e400")),
      (
        ["$date": "2022-06-23T14:54:37.756Z"], ["$date": ["$numberLong": "1655996077756"]]
      ),
      (["$date": "2022-06-23T14:54:37.756Z"], ["$date": "2022-06-23T16:54:37.756+02:00"]),
      (["$oid": "62b38b3c10846041166f5deb"], ["$oid": "62B38B3C10846041166F5DEB"]),
      (
        ["$uuid": "00112233-4455-6677-8899-aabbccddeeff"],
        ["$binary": ["base64": "ABEiM0RVZneImaq7zN3u/w==", "subType": "04"]]
      ),
      (
        ["$binary": ["base64": "AQI=", "subType": "00"]],
        ["$binary": ["base64": "AQI=", "subType": "0"]]
      ),
      (["$numberDecimal": "1E+10"], ["$numberDecimal": "1e10"]),
      (["$ref": "person"], ["$ref": "person"]), (["a": 1, "b": [nil]], ["b": [nil], "a": 1]),
    ] as [(JSON, JSON)]
  )
  func `Two spellings of one value are equal`(expected: JSON, actual: JSON) {
    #expect(Sample.valueFindings(expected, actual) == [])
  }

  @Test(
    arguments: [
      (1, 1.0), (1, ["$numberLong": "2"]), (1, ["$numberDouble": "1"]), (1, true), (1, "1"),
      (nil, false), ("Caf\u{e9}", "Cafe\u{301}"),
      (2.0, 3), (0.1, .double(0.1.nextUp)), (["$numberDouble": "-0.0"], 0.0),
      (["$numberDouble": "-0.0"], 0),
      (["$numberDouble": "NaN"], nil),
      (["$date": "2022-06-23T14:54:37.756Z"], "2022-06-23T14:54:37.756Z"),
      (
        ["$date": "2022-06-23T14:54:37.756Z"], ["$date": "2022-06-23T14:54:37.757Z"]
      ),
      (["$oid": "62b38b3c10846041166f5deb"], "62b38b3c10846041166f5deb"),
      (["$numberDecimal": "1.50"], ["$numberDecimal": "1.5"]), (["$numberDecimal": "1"], 1),
      ([1, 2], [2, 1]), ([1], 1), (["a": 1], ["a": 1, "b": nil]), (["a": nil], [:]), ([:], []),
      ("Jose\u{301}", "Jos\u{e9}"),
    ] as [(JSON, JSON)]
  )
  func `Values that only look alike differ`(expected: JSON, actual: JSON) {
    #expect(!Sample.matches(expected, actual))
  }

  @Test func `Inside a payload an object with a dollar key is an object`() {
    #expect(!Sample.matches(1, ["$numberLong": "1"], .payload))
    #expect(Sample.matches(["$numberLong": "1"], ["$numberLong": "1"], .payload))
    #expect(!Sample.matches(["$numberLong": "1"], 1, .payload))
  }

  @Test func `A difference is told where it is`() {
    #expect(
      Sample.valueFindings(
        ["a": [1, ["b": "x"]], "c": 2],
        ["a": [1, ["b": "y"]], "d": 3],
        .payload
      ) == [
        #"a[1].b: expected "x", found "y""#, "c: missing: expected 2", "d: not expected: 3",
      ]
    )
  }

  @Test func `An element that is missing does not shift the others`() {
    #expect(
      Sample.valueFindings([["a": 1, "b": 1], ["a": 2, "b": 2]], [["a": 2, "b": 2]], .payload) == [
        #"[0]: missing: expected {"a":1,"b":1}"#
      ]
    )
    #expect(
      Sample.valueFindings([1, 3], [1, 2, 3], .payload) == [
        "one element more than expected, [1] of the answer: 2"
      ]
    )
  }

  @Test func `One letter in a long text is found`() {
    let text = String(repeating: "lorem ipsum ", count: 20)
    let findings = Sample.valueFindings(
      .string(text + "a" + text),
      .string(text + "b" + text),
      .payload
    )
    #expect(findings.count == 1)
    #expect(findings.first?.hasPrefix("differs from character 241 on: expected") == true)
    #expect(findings.first.map { $0.count < 200 } == true)
  }

  @Test func `Findings are counted when there are too many to read`() {
    let findings = Sample.valueFindings(
      .array((0..<100).map { .int($0) }),
      .array((0..<100).map { .int(-1 - $0) }),
      .payload
    )
    #expect(findings.count == CaseJudge.findingLimit + 1)
    #expect(findings.last == "and 80 more")
  }

  @Test func `A value too large to compare is a finding and not a wait`() {
    let expected: JSON = ["$$anyOf": .array((0..<3000).map { _ in ["$$unordered": [1, 2, 3]] })]
    let actual: JSON = .array((0..<3000).map { .int($0) })
    #expect(
      Sample.valueFindings(.array([expected, expected]), .array([actual, actual])).count == 2
    )
  }
}
