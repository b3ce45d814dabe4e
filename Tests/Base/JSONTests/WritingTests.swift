import JSON
import Testing

/// What the writer makes of values.
@Suite struct WritingTests {
  @Test(
    arguments: [
      (.null, "null"), (true, "true"), (false, "false"), (0, "0"), (-1, "-1"), (10, "10"),
      (1234567, "1234567"),
      (.int(.max), "9223372036854775807"), (.int(.min), "-9223372036854775808"), (1.5, "1.5"),
      (.double(1), "1.0"),
      (.double(-0.0), "-0.0"), (1e16, "1e+16"), (.double(.leastNonzeroMagnitude), "5e-324"),
      (.double(.greatestFiniteMagnitude), "1.7976931348623157e+308"),
      (.double(0.1 + 0.2), "0.30000000000000004"), (.number("1e400"), "1e400"), ("", "\"\""),
      ([], "[]"), ([:], "{}"),
      ([1, [2], [:]], "[1,[2],{}]"), (["b": 1, "a": [nil]], #"{"b":1,"a":[null]}"#),
    ] as [(JSON, String)]
  )
  func `Each value has one compact text`(_ value: JSON, _ text: String) {
    #expect(value.text() == text)
    #expect(value.description == text)
    var bytes = Array("x".utf8)
    value.write(into: &bytes)
    #expect(bytes == Array(("x" + text).utf8))
  }

  @Test(arguments: [
    ("\"", #"\""#), ("\\", #"\\"#), ("/", "/"), ("\u{8}\u{C}\n\r\t", #"\b\f\n\r\t"#),
    ("\0", #"\u0000"#), ("\u{1F}", #"\u001f"#),
    ("\u{B}", #"\u000b"#), ("\u{7F}", "\u{7F}"), ("é😀\u{2028}", "é😀\u{2028}"),
    ("1234567\"", #"1234567\""#),
    ("12345678\"", #"12345678\""#), ("\"\"\"\"\"\"\"\"\"", #"\"\"\"\"\"\"\"\"\""#),
  ])
  func `Quotes, backslashes and control characters are escaped, nothing else`(
    _ string: String,
    _ body: String
  ) {
    #expect(JSON.string(string).text() == "\"\(body)\"")
    #expect(JSON.object([string: 1]).text() == "{\"\(body)\":1}")
    var bytes: [UInt8] = []
    JSON.writeString(string, into: &bytes)
    #expect(bytes == Array("\"\(body)\"".utf8))
  }

  @Test(arguments: 0..<33)
  func `An escape is found at any place`(_ place: Int) {
    let before = String(repeating: "a", count: place)
    for after in ["", "b", "bbbbbbbb", "bbbbbbbbbbbbbbbbb"] {
      for (string, text) in [
        (before + "\n" + after, "\"\(before)\\n\(after)\""),
        (before + after, "\"\(before)\(after)\""),
      ] {
        #expect(JSON.string(string).text() == text)
        var bytes: [UInt8] = []
        JSON.writeString(string, into: &bytes)
        #expect(bytes == Array(text.utf8))
      }
    }
  }

  @Test func `Nothing but escapes grows sixfold without trouble`() {
    let count = 100_000
    let text = JSON.string(String(repeating: "\u{1}", count: count)).text()
    #expect(text == "\"" + String(repeating: #"\u0001"#, count: count) + "\"")
  }

  @Test(arguments: [1, 70_000])
  func `A line in pieces is the line that is written at once`(length: Int) {
    let literal = JSON.string(String(repeating: "a\"é", count: length))
    let value = JSON.array((0..<20_000).map { .int($0) } + [literal, nil, literal])
    var pieces: [[UInt8]] = []
    value.writeLine { pieces.append($0) }
    #expect(Array(pieces.joined()) == Array("\(value.text())\n".utf8))
    #expect(pieces.count > 1)
    #expect(pieces.allSatisfy { !$0.isEmpty })
  }

  @Test func `A short line is one piece`() {
    var pieces: [[UInt8]] = []
    JSON.array([1, "x"]).writeLine { pieces.append($0) }
    #expect(pieces == [Array("[1,\"x\"]\n".utf8)])
  }

  @Test func `The styles lay the same members out`() {
    let value: JSON = ["b": [1, [], [:]], "a": ["z": 1, "é": 2, "B": 3]]
    #expect(value.text(.compact) == #"{"b":[1,[],{}],"a":{"z":1,"é":2,"B":3}}"#)
    #expect(
      value.text(.pretty) == """
        {
          "b": [
            1,
            [],
            {}
          ],
          "a": {
            "z": 1,
            "é": 2,
            "B": 3
          }
        }
        """
    )
  }

  @Test func `A double is appended with a fraction or an exponent`() {
    var bytes: [UInt8] = []
    for value in [1, 0.5, 1e300] { JSON.writeDouble(value, into: &bytes) }
    #expect(String(decoding: bytes, as: UTF8.self) == "1.00.51e+300")
  }
}
