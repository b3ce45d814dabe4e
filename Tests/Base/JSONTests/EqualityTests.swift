import JSON
import Testing

/// Values are equal when their texts say the same.
@Suite struct EqualityTests {
  @Test(
    arguments: [
      (.int(1), .double(1)), (.int(1), .number("1")), (.double(0), .double(-0.0)),
      (.int(0), .bool(false)), (.null, .bool(false)),
      (.string("1"), .int(1)), (.string("\u{E9}"), .string("e\u{301}")),
      (.string("\u{212B}"), .string("A\u{30A}")),
      ([1, 2], [2, 1]), ([], [:]), (["a": 1], ["a": 1.0]), (["\u{E9}": 1], ["e\u{301}": 1]),
      ("", nil), ("1", .number("1")),
    ] as [(JSON, JSON)]
  )
  func `Different texts are different values`(_ left: JSON, _ right: JSON) {
    #expect(left != right)
    #expect(Set([left, right]).count == 2)
  }

  @Test(arguments: [
    (#""\u00e9/""#, #""é\/""#), ("[1 , 2]", "[1,2]"), (#"{"a":1,"b":2}"#, #"{"b":2,"a":1}"#),
    ("1.50", "1.5e0"), ("-0", "-0.0"),
  ])
  func `White space, escapes, order of keys and digits of a double do not count`(
    _ left: String,
    _ right: String
  ) throws {
    #expect(try JSON(parsing: left) == JSON(parsing: right))
    #expect(try JSON(parsing: left).hashValue == JSON(parsing: right).hashValue)
  }

  @Test func `Accessors give what is there and nil for the rest`() {
    let value: JSON = ["a": [true, 2, "x", nil, 1.5]]
    #expect(value["a"]?[0]?.bool == true)
    #expect(value["a"]?[1]?.int == 2)
    #expect(value["a"]?[2]?.string == "x")
    #expect(value["a"]?[3]?.isNull == true)
    #expect(value["a"]?[4]?.int == nil)
    #expect(value["a"]?[5] == nil)
    #expect(value["a"]?[-1] == nil)
    #expect(value[0] == nil)
    #expect(value["b"] == nil)
    #expect(value["a"]?["b"] == nil)
    #expect(value.array == nil)
    #expect(value.object?.count == 1)
    #expect(value["a"]?.array?.count == 5)
  }
}
