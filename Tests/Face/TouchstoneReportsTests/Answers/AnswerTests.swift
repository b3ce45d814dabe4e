import Foundation
import JSON
import Testing
import TrailAnswers
import TrailReading

@testable import TouchstoneReports

/// Answers in the forms for machines and for people.
struct AnswerTests {
  private func csv(_ cells: AnswerCell...) -> String {
    AnswerRows([], as: .csv, clock: .zero).text(cells)
  }

  @Test func `A field of CSV is in quotes where it has to be`() {
    #expect(csv(.text("a"), .text("b c"), .none, .number(-5)) == "a,b c,,-5\r\n")
    #expect(
      csv(.text("a,b"), .text("say \"a\""), .text("1\n2"))
        == "\"a,b\",\"say \"\"a\"\"\",\"1\n2\"\r\n"
    )
    #expect(csv(.json(["a": 1])) == "\"{\"\"a\"\":1}\"\r\n")
    #expect(csv(.value(#"{"a":1}"#)) == csv(.json(["a": 1])))
    #expect(csv(.value("\"a,b\""), .value("-5")) == "\"a,b\",-5\r\n")
    #expect(AnswerRows(["a", "b"], as: .csv, clock: .zero).header == Array("a,b\r\n".utf8))
  }

  @Test(arguments: [
    ("user", "1 event of 1 user in 1 document"),
    ("who", "1 event of 1 combination of metadata in 1 document"),
  ])
  func `Combinations of metadata are not called users`(field: String, sentence: String) throws {
    let document: JSON = [
      "_id": ["$oid": "62b47ebc76cee8561a051601"], "activity": "work", "event": "log in",
      "_partition": "events-62b396f4ebe94d2b871889ba", "data": "",
      "timestamp": ["$date": "2022-06-23T14:54:37Z"],
    ]
    let input = TrailInput.bytes(Array(document.with(field, "Pam").text().utf8), name: "t")
    let list = try UserList(in: [input], TrailQuestion())
    #expect(list.table.sentences.first == sentence)
  }

  @Test(arguments: [
    "=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", " =1", "\n=1", "\u{FF1D}1", "\u{A0}=1",
    "\u{3000}-1", "\u{FEFF}@A1", "'", "'=1",
  ])
  func `A spreadsheet computes no text of a trail`(text: String) {
    let field = csv(.text(text))
    #expect(field.hasPrefix("'") || field.hasPrefix("\"'"))
    // What reads as a number is in quotes of its own.
    #expect(csv(.json(.string(text))) == (text == "-1" ? "\"\"\"-1\"\"\"\r\n" : field))
  }

  @Test func `A text that reads as another value is in quotes, and the value is not`() {
    func field(_ value: JSON) -> String { String(csv(.json(value)).dropLast()) }
    for text in ["5", "-1.5", "null", "true", "[1]", ""] {
      #expect(field(.string(text)) == "\"\"\"\(text)\"\"\"")
    }
    #expect(field(#""x""#) == "\"\"\"\\\"\"x\\\"\"\"\"\"")
    for (value, text): (JSON, String) in [(5, "5"), (-1.5, "-1.5"), (.null, "null"), ("x", "x")] {
      #expect(field(value) == text)
    }
  }

  @Test func `What is harmless stays as it is`() {
    for text in ["a=1", "", "5", "a'", "é", "2022-06-23", "\u{7F}=1", " ", "\u{A0}"] {
      #expect(csv(.text(text)) == text + "\r\n")
    }
    #expect(csv(.json(-5)) == "-5\r\n")
  }

  @Test func `A row of JSON does nothing to a terminal, and its values stay`() throws {
    let value = "{\"é\u{9B}31m\u{7F}\":\"\u{202E}\u{E0041}x\"}"
    let rows = AnswerRows(["a"], as: .jsonl, clock: .zero)
    var bytes: [UInt8] = []
    rows.append([.value(value)], to: &bytes)
    let line = String(decoding: bytes, as: UTF8.self)
    #expect(
      line
        == #"{"a":{"é\u009b31m\u007f":"\u202e\udb40\udc41x"}}"# + "\n"
    )
    #expect(try JSON(parsing: bytes) == ["a": JSON(parsing: value)])
  }

  @Test func `A row of JSON keeps types, and has every column`() {
    let rows = AnswerRows(["a", "b", "c", "d"], as: .jsonl, clock: .zero)
    #expect(rows.header.isEmpty)
    #expect(
      rows.text([.json(5), .json("5"), .none, .time(0)])
        == #"{"a":5,"b":"5","c":null,"d":"1970-01-01T00:00:00.000Z"}"# + "\n"
    )
  }

  @Test func `A table for people is aligned, and steers no terminal`() {
    let table = AnswerTable(
      sentences: ["2 events"],
      columns: ["user", "objects_seen"],
      rows: [[.text("a\u{1B}[2J"), .number(5)], [.text(""), .number(10)], [.none, .none]],
      notes: ["a note"]
    )
    let lines = table.text().split(separator: "\n").map(String.init)
    #expect(lines[1].hasSuffix("objects seen") && lines[2].hasSuffix(" 5"))
    #expect(lines[3].hasPrefix("\"\" ") && lines[4].hasPrefix("–") && lines.last == "a note")
    #expect(!table.text().contains("\u{1B}"))
  }

  // MARK: Pseudonyms

  /// RFC 4231, test cases 1, 2 and 6.
  @Test(arguments: [
    (
      [UInt8](repeating: 0x0B, count: 20), "Hi There",
      "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
    ),
    (
      Array("Jefe".utf8), "what do ya want for nothing?",
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    ),
    (
      [UInt8](repeating: 0xAA, count: 131),
      "Test Using Larger Than Block-Size Key - Hash Key First",
      "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
    ),
  ])
  func `Pseudonyms are made by HMAC-SHA-256`(key: [UInt8], text: String, digest: String) {
    let bytes = Pseudonyms.authenticate(Array(text.utf8), key: key)
    #expect(bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() == digest)
  }

  @Test func `A name has one pseudonym, which depends on the key and on the field`() throws {
    let key = Array("0123456789abcdef".utf8)
    let (one, other) = (
      try #require(Pseudonyms(key: key)), try #require(Pseudonyms(key: key.reversed()))
    )
    let name = one.pseudonym(of: "Jason", kind: "username")
    #expect(name == one.pseudonym(of: "Jason", kind: "username") && !name.contains("Jason"))
    #expect(name != other.pseudonym(of: "Jason", kind: "username"))
    #expect(name != one.pseudonym(of: "Jason", kind: "key"))
    #expect(name.wholeMatch(of: /p-[0-9a-f]{16}/) != nil)
    #expect(Pseudonyms(key: Array(key.dropLast())) == nil)
  }

  // MARK: Objects

  private func timelines(_ names: String...) throws -> (ObjectTimelines, TrailQuestion) {
    let payloads = [
      #"{"P":{"insertions":[{"_id":1,"n":"a"},{"_id":2,"n":"b"}]}}"#,
      #"{"P":{"deletions":[{"_id":2,"n":"b"}],"modifications":[{"oldValue":{"_id":1,"n":"a"},"newValue":{"n":"c"}}]}}"#,
      #"{"P":{"insertions":[{"_id":3,"n":"d"}]}}"#,
    ]
    let lines = payloads.enumerated().map { day, payload in
      let document: JSON = [
        "activity": "visit", "timestamp": ["$date": .string("2022-06-0\(day + 1)T10:00:00Z")],
        "event": "write", "data": .string(payload),
      ]
      return document.text()
    }
    var question = TrailQuestion()
    question.objects = try names.map { try #require(ObjectName($0) as ObjectName?) }
    if names.isEmpty { question.filter.classes = ["P"] }
    let input = TrailInput.bytes(Array(lines.joined(separator: "\n").utf8), name: "t")
    return (try ObjectTimelines(in: [input], question, limit: .max), question)
  }

  private func instant(_ day: String) throws -> Int64 {
    try #require(TrailFilter.instant("2022-06-\(day)T12:00:00Z", isEnd: false))
  }

  @Test func `The state of a class has the objects that there are and those that are deleted`()
    throws
  {
    let (lives, question) = try timelines()
    let table = ObjectAnswers(lives, question, showsValues: true).state(at: try instant("02"))
    #expect(table.sentences == ["2 objects at 2022-06-02T12:00:00.000Z: 1 present, 1 deleted"])
    #expect(
      table.rows.map { Array($0.prefix(4)) } == [
        [.text("P/1"), .text("present"), .text("_id"), .json(1)],
        [.text("P/1"), .text("present"), .text("n"), .json("c")],
        [.text("P/2"), .text("deleted"), .text("_id"), .json(2)],
        [.text("P/2"), .text("deleted"), .text("n"), .json("b")],
      ]
    )
    #expect(table.rows.allSatisfy { $0.count == table.columns.count })
  }

  @Test
  func `The rows of one object say to machines whether it is there, as sentences do to people`()
    throws
  {
    let (lives, question) = try timelines("P/2")
    let answers = ObjectAnswers(lives, question, showsValues: true)
    let state = answers.state(at: try instant("02"))
    #expect(
      state.rows.map { Array($0.prefix(3)) }.last == [
        .text("P/2"), .text("deleted"), .text("n"),
      ]
    )
    let lines = state.text().split(separator: "\n")
    #expect(lines[0].contains("deleted") && lines[1].hasPrefix("property  value"))
    let difference = answers.difference(from: try instant("01"), to: try instant("02"))
    #expect(
      difference.rows.map { Array($0.prefix(4)) } == [
        [.text("P/2"), .text("present"), .text("deleted"), .none]
      ]
    )
    #expect(!difference.text().contains("property  before"))
    let nothing = answers.difference(from: try instant("02"), to: try instant("03"))
    #expect(nothing.rows.isEmpty)
  }

  @Test func `An object that is asked for by name has a row, known or not`() throws {
    let (lives, question) = try timelines("P/1", "P/3")
    let table = ObjectAnswers(lives, question, showsValues: true).state(at: try instant("02"))
    #expect(table.rows.last?.prefix(3) == [.text("P/3"), .text("unknown"), .none])
  }

  @Test func `What differs of a class has a row for each property, and one for a deletion`() throws
  {
    let (lives, question) = try timelines()
    let table = ObjectAnswers(lives, question, showsValues: true)
      .difference(from: try instant("01"), to: try instant("02"))
    #expect(
      table.sentences == [
        "2 of 3 objects differ between 2022-06-01T12:00:00.000Z and 2022-06-02T12:00:00.000Z"
      ]
    )
    #expect(
      table.rows.map { Array($0.prefix(6)) } == [
        [.text("P/1"), .text("present"), .text("present"), .text("n"), .json("a"), .json("c")],
        [.text("P/2"), .text("present"), .text("deleted"), .none, .none, .none],
      ]
    )
    #expect(table.rows.allSatisfy { $0.count == table.columns.count })
  }

  // MARK: Events

  private func rows(showsValues: Bool) throws -> (rows: [[AnswerCell]], text: String) {
    let document: JSON = [
      "_id": ["$oid": "62b38b3c10846041166f5de0"], "activity": "visit",
      "timestamp": ["$date": "2022-06-23T10:00:00.000Z"], "event": "write",
      "data": .string(
        #"{"P":{"insertions":[{"_id":1,"n":"secret"}],"modifications":[{"oldValue":{"_id":2,"n":"secret"},"newValue":{"n":"hidden"}}]}}"#
      ),
    ]
    let question = TrailQuestion()
    let writer = EventRows(question, showsValues: showsValues)
    var result: (rows: [[AnswerCell]], text: String) = ([], "")
    _ = try EventStream(question).read([.bytes(Array(document.text().utf8), name: "t")]) {
      writer.forEachRow($0, $1) { result.rows.append($0) }
      writer.forEachLine($0, $1) { result.text += $0 + "\n" }
    }
    return result
  }

  @Test func `An event has a row for each object, with its data`() throws {
    let (rows, text) = try rows(showsValues: true)
    let value = try #require(EventRows.columns.firstIndex(of: "value"))
    #expect(rows.allSatisfy { $0.count == EventRows.columns.count })
    #expect(
      rows.map { $0[value] } == [
        .value(#"{"n":{"old":"secret","new":"hidden"}}"#), .value(#"{"_id":1,"n":"secret"}"#),
      ]
    )
    #expect(text.contains("changed P/2 – n: \"secret\" → \"hidden\""))
  }

  @Test func `The documents of an array on one line are told apart by their numbers`() throws {
    let question = TrailQuestion()
    let rows = EventRows(question, showsValues: true)
    let writer = AnswerRows(EventRows.columns, as: .csv, clock: question.offset)
    var lines = [String(decoding: writer.header, as: UTF8.self)]
    let array = #"[{"activity":"a"},{"activity":"b"}]"#
    _ = try EventStream(question).read([.bytes(Array(array.utf8), name: "t.json")]) { event, acts in
      rows.forEachRow(event, acts) { lines.append(writer.text($0)) }
    }
    #expect(lines.map { $0.hasSuffix("file,line,document\r\n") } == [true, false, false])
    #expect(lines.map { $0.hasSuffix("t.json,1,1\r\n") } == [false, true, false])
    #expect(lines.map { $0.hasSuffix("t.json,1,2\r\n") } == [false, false, true])
  }

  @Test func `Without values, an answer has none of them`() throws {
    let (rows, text) = try rows(showsValues: false)
    #expect(
      !text.contains("secret") && !text.contains("hidden") && text.contains("changed P/2 – n")
    )
    #expect(!"\(rows)".contains("secret") && !"\(rows)".contains("hidden"))
  }
}

extension AnswerRows {
  /// A row by itself.
  fileprivate func text(_ cells: [AnswerCell]) -> String {
    var bytes: [UInt8] = []
    append(cells, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}
