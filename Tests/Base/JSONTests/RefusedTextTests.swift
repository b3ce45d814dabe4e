import JSON
import Testing

/// Texts that are not JSON, and where exactly they stop being it.
///
/// `⟨` marks the place and is taken out.
@Suite struct RefusedTextTests {
  @Test(arguments: [
    ("⟨", "missing"), ("  ⟨", "missing"), ("⟨nul", "value"), ("⟨nulL", "value"), ("⟨True", "value"),
    ("⟨NaN", "value"), ("⟨Infinity", "value"), ("-⟨Infinity", "digit"), ("⟨'a'", "value"),
    ("⟨/**/1", "value"),
    ("⟨]", "value"), ("⟨,", "value"), ("12⟨x", "follows"),
    ("1 ⟨2", "follows"), ("{} ⟨}", "follows"), ("[]⟨]", "follows"), ("null⟨x", "follows"),
    ("1⟨\u{0}", "follows"),
    ("1⟨\u{A0}", "follows"), ("⟨\u{FEFF}1", "byte order mark"), ("⟨\u{FEFF}", "byte order mark"),
    ("⟨\u{B}1", "value"),
  ])
  func `A text is one value and nothing else`(_ marked: String, _ message: String) {
    expectRefusal(marked, message)
  }

  @Test(arguments: [
    ("[⟨", "missing"), ("[1⟨", "the array that begins at line 1, column 1 is not closed"),
    ("[1,⟨", "missing"),
    ("[1,⟨]", "value"), ("[⟨,1]", "value"), ("[1,⟨,2]", "value"), ("[1 ⟨2]", "',' or ']'"),
    ("[1⟨}", "',' or ']'"),
    ("[1⟨:2]", "',' or ']'"), ("[\n[1,\n 2,\n⟨]]", "value"),
    ("[1,[2]⟨", "array that begins at line 1, column 1"),
  ])
  func `Arrays have one comma between elements`(_ marked: String, _ message: String) {
    expectRefusal(marked, message)
  }

  @Test(arguments: [
    ("{⟨", "a key or '}'"), (#"{"a"⟨"#, "':'"), (#"{"a":⟨"#, "value"),
    (#"{"a":1⟨"#, "object that begins"),
    (#"{"a":1,⟨"#, "key"), (#"{"a":1,⟨}"#, "a key after the comma"), (#"{⟨,"a":1}"#, "key"),
    ("{⟨1:2}", "key"),
    ("{⟨a:1}", "key"), ("{⟨null:1}", "key"), (#"{"a"⟨}"#, "':'"), (#"{"a" ⟨1}"#, "':'"),
    (#"{"a":⟨}"#, "value"), (#"{"a":1⟨]"#, "',' or '}'"), (#"{"a":1 ⟨"b":2}"#, "',' or '}'"),
    (#"{"a":⟨:1}"#, "value"), (#"{"a"⟨,"b"}"#, "':'"),
  ])
  func `Objects have keys, colons and commas`(_ marked: String, _ message: String) {
    expectRefusal(marked, message)
  }

  @Test(arguments: [
    ("0⟨1", "leading zeros"), ("-0⟨1", "leading zeros"), ("0⟨0", "leading zeros"), ("⟨+1", "value"),
    ("⟨.5", "value"),
    ("1.⟨", "fraction"), ("1.⟨e5", "fraction"), ("-⟨", "digit"), ("-⟨.5", "digit"),
    ("-⟨-1", "digit"),
    ("1e⟨", "exponent"), ("1e+⟨", "exponent"), ("1E-⟨x", "exponent"), ("1.5⟨.5", "follows"),
    ("1e5⟨.5", "follows"),
    ("0⟨x1F", "follows"), ("1⟨_000", "follows"), ("[1⟨a]", "',' or ']'"), ("[-⟨]", "digit"),
  ])
  func `Numbers follow the grammar`(_ marked: String, _ message: String) {
    expectRefusal(marked, message)
  }

  @Test(arguments: [
    ("\"abc⟨", "the string that begins at line 1, column 1 is not closed"),
    ("[\"⟨", "line 1, column 2 is not closed"),
    (#""\⟨"#, "not closed"), (#""\u12⟨"#, "not closed"), (#""a\"⟨"#, "not closed"),
    ("\"a⟨\nb\"", "control"), ("\"⟨\t\"", "control"), ("\"12345678⟨\u{1F}\"", "control"),
    ("\"é⟨\u{0}\"", "control"),
    (#""⟨\x""#, "no such escape"), (#""⟨\U0041""#, "no such escape"),
    (#""a⟨\'""#, "no such escape"),
    (#""⟨\u12G4""#, "four hexadecimal"), (#""⟨\u 123""#, "four hexadecimal"),
    (#""⟨\u+123""#, "four hexadecimal"),
    (#""⟨\u123""#, "four hexadecimal"),
  ])
  func `Strings are closed and their escapes exist`(_ marked: String, _ message: String) {
    expectRefusal(marked, message)
  }

  @Test(arguments: [
    #""⟨\ud800""#, #""⟨\udbff""#, #""⟨\udc00""#, #""⟨\udfff""#, #""⟨\ud800x""#, #""⟨\ud800\n""#,
    #""⟨\ud800\u0041""#,
    #""⟨\ud800\ud800\udc00""#, #""\ud800\udc00⟨\udc00""#, #""⟨\udc00\ud800""#, #""⟨\ud800\u""#,
    #""⟨\uD800\uDFG0""#,
    #"{"⟨\ud800":1}"#,
  ])
  func `Half a surrogate pair is refused where its escape begins`(_ marked: String) {
    expectRefusal(marked, "surrogate")
  }

  @Test(arguments: [
    (#"{"a":1,⟨"a":1}"#, #""a""#), (#"{"a":1,"b":2, ⟨"a" :3}"#, #""a""#),
    (#"{"a":1,⟨"\u0061":2}"#, #""a""#),
    ("{\"é\":1,\n⟨\"\\u00e9\":2}", "é"), (#"{"":1,⟨"":2}"#, "\"\""),
    (#"[{"a":{"b":1,⟨"b":2}}]"#, #""b""#),
    (#"{"long enough not to be small":1,"x":0,⟨"long enough not to be small":1}"#, "long"),
    (#"{"a":1,"b":2,⟨"b":3,"a":4}"#, #""b""#),
  ])
  func `A duplicate key is refused where it stands`(_ marked: String, _ key: String) {
    expectRefusal(marked, "the key", key)
  }

  @Test(arguments: [
    #"{"a":1,⟨"a":2"#, #"{"a":1,⟨"a":x}"#, #"{"a":1,⟨"a":{"b":1,"b":2}}"#, #"{"a":[1],⟨"a":[}"#,
    #"{"b":{"a":1,⟨"a":2,"#, #"{"a":{"b":1,⟨"b":2},"a":1"#, #"{"a":1,⟨"a":{"b":1,"b":2,?"#,
  ])
  func `Of several faults the first one is reported`(_ marked: String) {
    expectRefusal(marked, "given twice")
  }

  @Test(arguments: [2, 16, 17, 18, 200])
  func `A duplicate key is found among any number of members`(_ count: Int) throws {
    let members = (0..<count).map { "\"k\($0)\":\($0)" }.joined(separator: ",")
    #expect(try JSON(parsing: "{\(members)}").object?.count == count)
    for repeated in [0, count / 2, count - 1] {
      expectRefusal("{\(members),⟨\"k\(repeated)\":0,\"z\":1}", "\"k\(repeated)\" is given twice")
      expectRefusal("{\(members),⟨\"k\(repeated)\":0,\"z\":?", "\"k\(repeated)\" is given twice")
    }
  }

  @Test func `Keys with the same length, beginning and end are two keys`() throws {
    let text = #"{"12345678a12345678":1,"12345678b12345678":2}"#
    #expect(try JSON(parsing: text).object?.count == 2)
  }

  @Test func `Keys that only look the same are two keys`() throws {
    let object = try #require(JSON(parsing: "{\"\u{E9}\":1,\"e\u{301}\":2}").object)
    #expect(object.count == 2)
    #expect(object["\u{E9}"] == 1)
    #expect(object["e\u{301}"] == 2)
  }

  @Test(
    arguments: [
      [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC2], [0xC2, 0x20], [0xE0, 0x9F, 0xBF],
      [0xE0, 0x80, 0x80], [0xE1, 0x80],
      [0xE1, 0x80, 0x20], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xF0, 0x8F, 0xBF, 0xBF],
      [0xF0, 0x90, 0x80],
      [0xF0, 0x90, 0x80, 0x20], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFE], [0xFF],
    ] as [[UInt8]]
  )
  func `Ill-formed UTF-8 is refused at its first byte`(_ sequence: [UInt8]) {
    for prefix in ["", "1234567", "é", "\\n"] {
      let head = Array("[\"\(prefix)".utf8)
      for tail in ["\"]", ""] {
        let error = #expect(throws: JSONError.self) {
          try JSON(parsing: head + sequence + Array(tail.utf8))
        }
        #expect(error?.position == .init(offset: head.count, line: 1, column: head.count + 1))
        #expect(error?.message.contains("UTF-8") == true)
      }
    }
  }

  @Test(
    arguments: [[0xFF], [0xC3, 0xA9], [0xFE, 0xFF, 0x00, 0x31], [0xFF, 0xFE, 0x31, 0x00]]
      as [[UInt8]]
  )
  func `Nothing but ASCII stands outside strings`(_ bytes: [UInt8]) {
    let error = #expect(throws: JSONError.self) { try JSON(parsing: bytes) }
    #expect(error?.position == .init(offset: 0, line: 1, column: 1))
  }

  @Test func `Columns count bytes and lines count line feeds`() {
    let error = #expect(throws: JSONError.self) { try JSON(parsing: "[\"é\",\r\n\"ü\", x]") }
    #expect(error?.position == .init(offset: 14, line: 2, column: 7))
    #expect(error?.description == "line 2, column 7: 'x' stands where a value is wanted")
  }

  private func expectRefusal(
    _ marked: String,
    _ fragments: String...,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let parts = marked.split(separator: "⟨", omittingEmptySubsequences: false)
    let text = parts.joined()
    let before = parts[0].utf8
    let error = #expect(throws: JSONError.self, "\(marked)", sourceLocation: sourceLocation) {
      try JSON(parsing: text)
    }
    let lines = before.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let column = (lines.last?.count ?? 0) + 1
    let position = JSONError.Position(offset: before.count, line: lines.count, column: column)
    #expect(
      error?.position == position,
      "\(marked)",
      sourceLocation: sourceLocation
    )
    for fragment in fragments {
      #expect(
        error?.message.contains(fragment) == true,
        "\(marked): \(error?.message ?? "")",
        sourceLocation: sourceLocation
      )
    }
  }
}
