import JSON
import Testing

/// Texts that are JSON, however unusual, and the values that they stand for.
@Suite struct AcceptedTextTests {
  @Test(
    arguments: [
      ("null", .null), ("true", true), ("false", false), (" \t\r\n1 \t\r\n", 1),
      ("[]", []), ("{}", [:]), ("[ ]", []), ("{ }", [:]), ("[[]]", [[]]), ("[{}]", [[:]]),
      ("[1,2]", [1, 2]), (" [ 1 , 2 ] ", [1, 2]), (#"{"":""}"#, ["": ""]),
      (#"{"a":{"b":[null]}}"#, ["a": ["b": [nil]]]),
      (#" { "a" : 1 , "b" : 2 } "#, ["a": 1, "b": 2]),
      (#"{"a":{"a":{"a":1}},"b":{"a":2}}"#, ["a": ["a": ["a": 1]], "b": ["a": 2]]),
      (#"["a","a"]"#, ["a", "a"]), (#"{"a":"a"}"#, ["a": "a"]),
      (#"{"a":1,"A":2}"#, ["a": 1, "A": 2]),
    ] as [(String, JSON)]
  )
  func `Containers, words and white space are read`(_ text: String, _ value: JSON) throws {
    #expect(try JSON(parsing: text) == value)
  }

  @Test(arguments: [
    ("\"\"", ""), (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u0041""#, "A"),
    (#""\u0000""#, "\0"), (#""a\u0000b""#, "a\0b"), (#""\u00e9\u00E9""#, "éé"),
    (#""\ud83d\ude00""#, "😀"), (#""\uD83D\uDE00x""#, "😀x"), (#""\udbff\udfff""#, "\u{10FFFF}"),
    (#""\ud7ff\ue000\uffff""#, "\u{D7FF}\u{E000}\u{FFFF}"), ("\"\u{7F}\"", "\u{7F}"),
    ("\"\u{2028}\u{2029}\"", "\u{2028}\u{2029}"), ("\"\u{FEFF}\"", "\u{FEFF}"),
    ("\"\u{10FFFF}\u{800}\u{80}\"", "\u{10FFFF}\u{800}\u{80}"), ("\"/\"", "/"),
    (#""\\u0041""#, "\\u0041"), (#""12345678\n12345678""#, "12345678\n12345678"),
  ])
  func `Strings hold what their escapes and bytes say`(_ text: String, _ value: String) throws {
    #expect(try JSON(parsing: text) == .string(value))
  }

  @Test(arguments: 0..<40)
  func `A string of any length ends where it should`(_ length: Int) throws {
    // Strings are looked at in words of eight bytes: each place in a word gets its turn.
    let plain = String(repeating: "x", count: length)
    #expect(try JSON(parsing: "\"\(plain)\"") == .string(plain))
    #expect(try JSON(parsing: "\"\(plain)\\n\(plain)\"") == .string("\(plain)\n\(plain)"))
    #expect(try JSON(parsing: "\"\(plain)é\(plain)\"") == .string("\(plain)é\(plain)"))
  }

  @Test func `Bytes, slices and texts are read alike`() throws {
    let text = #"{"a":[1,"é"]}"#
    let bytes = Array(text.utf8)
    let value: JSON = ["a": [1, "é"]]
    #expect(try JSON(parsing: bytes) == value)
    #expect(try JSON(parsing: bytes[...]) == value)
    #expect(try JSON(parsing: ContiguousArray(bytes)) == value)
    #expect(try JSON(parsing: bytes.lazy.map { $0 }) == value)
    #expect(try JSON(parsing: ("x" + text).dropFirst()) == value)
    #expect(try bytes.withUnsafeBufferPointer { try JSON(parsing: $0) } == value)
  }

  @Test func `Members keep the order of the text`() throws {
    let object = try #require(JSON(parsing: #"{"b":1,"a":2,"c":3}"#).object)
    #expect(object.keys == ["b", "a", "c"])
  }

  @Test(arguments: [
    (#"{"a":1,"b":2,"a":[3]}"#, #"{"a":[3],"b":2}"#),
    (#"[{"a":{"n":1,"\u006e":2},"a":{"n":3,"n":4}}]"#, #"[{"a":{"n":4}}]"#),
  ])
  func `A reader that allows keys twice keeps the last value of each`(
    _ text: String,
    _ same: String
  ) throws {
    #expect(try JSON(parsingLastOfEachKey: text) == JSON(parsing: same))
    #expect(throws: JSONError.self) { try JSON(parsingLastOfEachKey: "{\"a\":1,\"a\":x}") }
  }
}
