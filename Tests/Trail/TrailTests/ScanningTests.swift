import Formats
@testable import TrailCheck
import Foundation
import JSON
import Testing

@testable import TrailReading

/// A text is read where it stands if and only if the parser takes it, and is the same value then.
struct ScanningTests {
  private static let rounds =
    ProcessInfo.processInfo.environment["TOUCHSTONE_SOAK"] == nil ? 1 : 60

  /// Reads a document, and the payload in it, and checks both with the parser.
  private func compare(
    _ text: String,
    with reader: TextReader = TextReader(depthLimit: 512, readsPayloads: true),
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    compare(Array(text.utf8), with: reader, sourceLocation: sourceLocation)
  }

  private func compare(
    _ bytes: [UInt8],
    with reader: TextReader = TextReader(depthLimit: 512, readsPayloads: true),
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    Bytes.withCopy(of: bytes) { copy in
      let read = result { () throws(JSONError) in try reader.document(copy) }
      let parsed = result { () throws(JSONError) in try JSON(parsing: bytes) }
      let text = Comment(rawValue: String(decoding: bytes, as: UTF8.self))
      #expect(read.map(\.json) == parsed, text, sourceLocation: sourceLocation)
      let written = parsed.map { $0.text() }
      #expect(read.map(\.compactText) == written, text, sourceLocation: sourceLocation)
      if case .success(let document) = read { compareTexts(in: document, sourceLocation) }
      guard case .success(let document) = read, let data = document[Name("data")], data.isString
      else { return }
      let payload = result { () throws(JSONError) in try reader.payload(in: data) }
      let content = result { () throws(JSONError) in try JSON(parsing: data.string ?? "") }
      #expect(payload.map(\.json) == content, text, sourceLocation: sourceLocation)
      let writtenContent = content.map { $0.text() }
      #expect(payload.map(\.compactText) == writtenContent, text, sourceLocation: sourceLocation)
      if case .success(let payload) = payload { compareTexts(in: payload, sourceLocation) }
    }
  }

  /// Strings are read where they stand, whatever escapes they have, and hashed as what they say.
  private func compareTexts(in value: Value, _ sourceLocation: SourceLocation) {
    for child in value.children { compareTexts(in: child, sourceLocation) }
    guard value.isString, let text = value.json.string else { return }
    var (hash, wanted) = (StableHash(), StableHash())
    hash.add(textOf: value)
    wanted.add(text)
    let isSame = value.string.map { $0.utf8.elementsEqual(text.utf8) } ?? false
    #expect(isSame && hash.value == wanted.value, "\(text)", sourceLocation: sourceLocation)
  }

  @Test func `Escapes of texts are read in documents and in payloads`() {
    for escapes in [
      "", "\\", "\"", "\\\"", "\\\\\"x", "\n\\n", "\t/\r", "\u{1}\\u0041", "ä\\\n\"", "\\/",
    ] {
      let payload: JSON = [
        "a": [.string(escapes), .string("x\(escapes)y"), .string(escapes + escapes)]
      ]
      let document: JSON = ["data": .string(payload.text()), "note": .string(escapes)]
      compare(document.text())
      compare(document.text().replacing("/", with: "\\/"))
    }
  }

  private func result<Value>(
    _ body: () throws(JSONError) -> Value
  ) -> Result<Value, JSONError> {
    do throws(JSONError) { return .success(try body()) } catch { return .failure(error) }
  }

  @Test(arguments: ["{\\\"b\\\":[2,3],", "{\\\"b\\\":2} 3", "{\\\"b\\\":2}", "{"])
  func `A payload stays what it is if another key of its hash follows`(_ other: String) {
    let key = "jv0G3F0YwroDXP44"
    #expect(ByteWords.hash(of: key) == ByteWords.hash(of: "data"))
    compare(#"{"data":"{\"a\":1}","\#(key)":"\#(other)"}"#)
    compare(#"{"\#(key)":"\#(other)","data":"{\"a\":1}"}"#)
  }

  @Test func `An element stands under no key, whatever stands before it`() throws {
    let text = Array(#"{"a":[{"b":1},2,[3]],"c":4}"#.utf8)
    let reader = TextReader(depthLimit: 8, readsPayloads: false)
    // The second time, the keys are remembered.
    for _ in 1...2 {
      try Bytes.withCopy(of: text) { copy in
        let value = try reader.document(copy)
        let elements = try #require(value[Name("a")]).children
        #expect(elements.map(\.name) == ["", "", ""])
        for element in elements {
          #expect(element.keyNumber == nil && !element.isNamed(.type))
          #expect(value.children.allSatisfy { !$0.hasKey(of: element) })
          #expect(Members(of: value)[element] == nil)
        }
        #expect(try #require(value[Name("c")]).members.isEmpty)
      }
    }
  }

  @Test func `Every example of a code is read as the parser reads it`() {
    for example in CodeExampleTests.all where example.options.limits.depth == 512 {
      for bytes in [example.shows, example.fine] {
        for line in bytes.split(separator: 0x0A) {
          // The reader hands out lines without white space around them.
          let text = line.drop { $0.isJSONSpace }.reversed().drop { $0.isJSONSpace }.reversed()
          if !text.isEmpty { compare(Array(text)) }
        }
      }
    }
  }

  @Test func `Documents of every spelling are read`() {
    let reader = TextReader(depthLimit: 512, readsPayloads: true)
    let sound = [
      SmallExport.document(), SmallExport.document(1, ["data": "any \"text\"\n\u{1F600}é"]),
      SmallExport.read(#"{"_id":1,"a":[1.5,"x",null,true,{"b":{}}]},{"_id":2,"a":[]}"#),
      SmallExport.read(#" { "_id" : "x" , "é" : "\u00e9\ud83d\ude00\\\"\/" } "#),
      SmallExport.modification(from: #"{"_id":1,"a":1.5,"b":[1]}"#, to: #"{"b":[2],"a":-2.5}"#),
      SmallExport.write(#""deletions":[{"_id":1}],"insertions":[{"_id":1}]"#),
    ]
    for text in sound + sound { compare(text, with: reader) }
  }

  @Test func `A key that was seen without white space may come with it`() {
    let reader = TextReader(depthLimit: 512, readsPayloads: true)
    for space in ["", " ", "\n", "\t ", ""] {
      compare(SmallExport.read(#"{"_id":\#(space)1,\#(space)"a"\#(space):2}"#), with: reader)
      compare(#"{"_id":\#(space){"$oid":\#(space)"0"\#(space)},"a":\#(space)1}"#, with: reader)
    }
  }

  @Test(arguments: 0..<8) func `Made-up events are read as the parser reads them`(seed: UInt64) {
    for round in 0..<Self.rounds {
      var maker = TrailMaker(SplitMix64(seed: seed &+ 100 &* UInt64(round)))
      let reader = TextReader(depthLimit: 512, readsPayloads: true)
      for _ in 0..<1200 { compare(maker.document(1), with: reader) }
    }
  }

  @Test(arguments: 0..<4) func `Changed bytes are read as the parser reads them`(seed: UInt64) {
    for round in 0..<Self.rounds {
      var maker = TrailMaker(SplitMix64(seed: seed &+ 1000 &+ 100 &* UInt64(round)))
      let reader = TextReader(depthLimit: 512, readsPayloads: true)
      for _ in 0..<400 {
        // The second document is sound, so that what the first one leaves behind shows.
        var bytes = Array(maker.document(1).utf8)
        let interesting = Array(#""\{}[],:0123-.eEu ntr/"#.utf8) + [0x80, 0xC3, 0xED, 0x0A, 0]
        for _ in 0...Int.random(in: 0...2, using: &maker.generator) {
          let place = Int.random(in: bytes.indices, using: &maker.generator)
          let byte = interesting.randomElement(using: &maker.generator) ?? 0
          switch Int.random(in: 0..<3, using: &maker.generator) {
          case 0: bytes[place] = byte
          case 1: bytes.insert(byte, at: place)
          default: bytes.remove(at: place)
          }
        }
        // The reader hands out lines without white space around them.
        guard bytes.first?.isJSONSpace == false, bytes.last?.isJSONSpace == false else { continue }
        compare(bytes, with: reader)
        compare(maker.document(2), with: reader)
      }
    }
  }

  @Test(arguments: 0..<16) func `Escapes are right wherever they stand in a word`(indent: Int) {
    let pieces = [
      #"\""#, #"\\"#, #"\/"#, #"\n"#, #"\u00e9"#, #"\ud83d\ude00"#, "é", "a", "abc", "{:,}",
      #"\x"#, #"\u00g0"#, #"\ud83d"#, "\u{1}", #"""#, "\u{7F}",
    ]
    var random = SplitMix64(seed: UInt64(indent))
    for _ in 0..<500 {
      // The last ones are wrong, and one of them is enough.
      let count = Int.random(in: 1...20, using: &random)
      let choice = Int.random(in: 0..<3, using: &random) > 0 ? pieces.prefix(10) : pieces[...]
      let text = (0..<count).compactMap { _ in choice.randomElement(using: &random) }.joined()
      let spaces = String(repeating: " ", count: indent)
      let document = SmallExport.document(1, ["data": "@"]).replacing("@", with: spaces + text)
      compare(document)
    }
  }

  @Test func `An integer is what its digits say, however many, and nothing else is one`() throws {
    var texts = ["0", "1e2", "1.5", "-1.0", "true", "null", "\"12\"", "[1]"]
    for count in 1...20 {
      for digits in ["9", "1", "90", "1234567890"] {
        let text = String(String(repeating: digits, count: count).prefix(count))
        texts += [text, "-" + text, text + ".0", text + "e0"]
      }
    }
    texts += ["9223372036854775807", "9223372036854775808", "-9223372036854775808"]
    let reader = TextReader(depthLimit: 512, readsPayloads: true)
    for text in texts {
      // What stands behind it are digits, too.
      let bytes = Array("{\"a\":\(text),\"b\":12345678}".utf8)
      try Bytes.withCopy(of: bytes) { copy in
        let document = try reader.document(copy)
        let value = try #require(document[Name("a")])
        #expect(value.integer == (value.isString ? nil : Int64(text)), "\(text)")
      }
    }
  }

  @Test func `Keys without number are compared, not remembered`() throws {
    var lines: [String] = []
    for number in 0..<3000 {
      let entries = (0..<6).map { "\"k\(number * 7919 % 3001)-\($0)\":\($0)" }
      lines.append(
        SmallExport.document(
          number + 1,
          [
            "event": "read",
            "data": .string(
              #"{"type":"A","value":[{"_id":1,"d":{\#(entries.joined(separator: ","))}}]}"#
            ),
          ]
        )
      )
    }
    lines.append(SmallExport.read(#"{"_id":1,"d":{"x":1,"y":2,"x":3}}"#))
    #expect(
      try SmallExport.codes(lines.joined(separator: "\n")) == ["id-twice", "payload-key-twice"]
    )
  }

  @Test(arguments: [
    #""a""#, #""\u0061""#, #""q\"é/\n""#, #""q\u0022\u00e9\/\u000a""#, "1.50", "15e-1",
  ])
  func `A key is the same in every spelling`(key: String) throws {
    let spellings = [#""a""#, #""\u0061""#, #""q\"é/\n""#, #""\u0071\"é\/\n""#, "1.5", "150e-2"]
    for other in spellings {
      let isSame = try JSON(parsing: key) == JSON(parsing: other)
      let objects = #"{"_id":\#(key)},{"_id":\#(other)},{"_id":"b"}"#
      for document in [SmallExport.read(objects), SmallExport.read(" " + objects)] {
        let isFound = try SmallExport.codes(document).contains("key-twice")
        #expect(isFound == isSame, "\(other)")
      }
    }
  }

  @Test func `A list of many keys is looked through once`() throws {
    let objects = (0..<20_000).map { #"{"_id":\#($0)}"# }
    #expect(try SmallExport.codes(SmallExport.read(objects.joined(separator: ","))) == [])
    let twice = objects + [#"{"_id":77}"#]
    #expect(
      try SmallExport.codes(SmallExport.read(twice.joined(separator: ","))) == ["key-twice"]
    )
  }
}

/// Makes up events of few names and values, so that what may be wrong often is.
struct TrailMaker {
  var generator: SplitMix64

  init(_ generator: SplitMix64) { self.generator = generator }

  private mutating func pick(_ choices: [String]) -> String {
    choices.randomElement(using: &generator) ?? ""
  }

  private mutating func chance(_ percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &generator) < percent
  }

  private mutating func space() -> String { chance(3) ? pick([" ", "\n", "\t", "\r\n  "]) : "" }

  mutating func document(_ number: Int) -> String {
    let event = pick(["read", "write", "write", "custom"])
    let data: JSON =
      event == "custom" || chance(3)
      ? .string(pick(["any\n\u{1F600}", "{", payload("read")])) : .string(payload(event))
    var text = SmallExport.document(
      chance(98) ? number + 1 : 1,
      chance(95) ? ["event": .string(event), "data": data] : ["data": data]
    )
    // Another writer's spelling of the same text.
    if chance(5) { text = text.replacing("é", with: "\\u00e9") }
    if chance(3) { text = text.replacing("\\n", with: "\\u000a") }
    if chance(3) { text = text.replacing("a", with: "\\u0061", maxReplacements: 3) }
    if chance(3) { text = text.replacing("/", with: "\\/") }
    return text
  }

  private mutating func payload(_ event: String) -> String {
    if chance(2) { return value(0) }
    if event == "read" {
      let type = #""type":"\#(pick(["A", "B", "é"]))""#
      let value = #""value":\#(list { $0.object() })"#
      return "{" + space() + (chance(90) ? type + "," + value : value + space() + "," + type) + "}"
    }
    let classes = (0..<(chance(90) ? 1 : Int.random(in: 0...5, using: &generator))).map { _ in
      #""\#(pick(["A", "B", "C", "D", "type", "value"]))":\#(changes())"#
    }
    return "{" + classes.joined(separator: "," + space()) + "}" + space()
  }

  private mutating func changes() -> String {
    let names = ["insertions", "modifications", "deletions", "modification"]
    let lists = (0..<(chance(80) ? 1 : Int.random(in: 0...3, using: &generator))).map { _ in
      let name = names[chance(98) ? Int.random(in: 0..<3, using: &generator) : 3]
      return "\"\(name)\":" + space()
        + list { name == "modifications" ? $0.modification() : $0.object() }
    }
    return "{" + lists.joined(separator: ",") + "}"
  }

  private mutating func list(_ element: (inout TrailMaker) -> String) -> String {
    let count = chance(95) ? Int.random(in: 1...3, using: &generator) : 0
    return "[" + (0..<count).map { _ in element(&self) }.joined(separator: "," + space()) + "]"
  }

  private mutating func modification() -> String {
    if chance(2) { return object() }
    let old = #""oldValue":\#(object())"#
    let new =
      #""newValue":{\#((0..<Int.random(in: 0...2, using: &generator)).map { _ in member(1) }.joined(separator: ","))}"#
    return chance(50) ? "{\(old),\(new)}" : "{\(new),\(old)}"
  }

  private mutating func object() -> String {
    if chance(2) { return value(0) }
    let id =
      chance(90) ? [#""_id":\#(pick(["1", "2", "3", "4", "5", "6", #""1""#, "1.0", "null"]))"#] : []
    let members = (0..<Int.random(in: 0...4, using: &generator)).map { _ in member(0) }
    return "{" + (id + members).joined(separator: "," + space()) + "}"
  }

  private mutating func member(_ depth: Int) -> String {
    "\"\(pick(["a", "b", "c", "d", "e", "f", "g", "é", "\\u0061"]))\"" + space() + ":" + space()
      + value(depth)
  }

  private mutating func value(_ depth: Int) -> String {
    if chance(12), depth < 4 {
      let elements = (0..<Int.random(in: 0...2, using: &generator)).map { _ in value(depth + 1) }
      return "[" + elements.joined(separator: ",") + "]"
    }
    if chance(8), depth < 4 {
      let members = (0..<Int.random(in: 0...2, using: &generator)).map { _ in member(depth + 1) }
      return "{" + members.joined(separator: ",") + "}"
    }
    return pick([
      "1", "2", "-3", "0", "-0", "01", "1.5", "1.50", "2.5", "15e-1", "1E5", "12345678901234567890",
      "1e400", "true", "false", "null", "nul", #""x""#, #""y""#, #""\u0078""#, #""é""#,
      #""e\u0301""#,
      #""\"\\\/\b\f\n\r\t""#, #""\ud83d\ude00""#, #""\ud83d""#, #""""#, "1.", "-",
    ])
  }
}
