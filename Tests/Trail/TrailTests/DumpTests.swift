import Formats
import Foundation
import JSON
import Testing

@testable import TrailCheck
@testable import TrailReading
@testable import TrailSamples

/// Dumps are read as the exports of the same documents.
struct DumpTests {
  // MARK: Documents of BSON

  private static func number(_ value: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: value.littleEndian) { Array($0) }
  }

  private static func document(_ elements: [(type: UInt8, name: String, value: [UInt8])]) -> [UInt8]
  {
    let content = elements.flatMap { element -> [UInt8] in
      [element.type] + Array(element.name.utf8) + [0] + element.value
    }
    return number(Int32(content.count + 5)) + content + [0]
  }

  private static func text(_ text: String) -> [UInt8] {
    number(Int32(text.utf8.count + 1)) + Array(text.utf8) + [0]
  }

  /// What an export has, as `mongodump` would have written it.
  static func bson(_ json: JSON) -> [UInt8] {
    document((json.object ?? [:]).map { (element($1).type, $0, element($1).value) })
  }

  private static func element(_ json: JSON) -> (type: UInt8, value: [UInt8]) {
    switch (json, ExtendedValue(json)) {
    case (_, .objectId(let digits)?):
      let bytes = stride(from: 0, to: 24, by: 2).compactMap { place in
        UInt8(digits.dropFirst(place).prefix(2), radix: 16)
      }
      return (7, bytes)
    case (_, .date(let time)?): return (9, number(time.milliseconds))
    case (_, .binary(let base64, _)?):
      let bytes = Array(Data(base64Encoded: base64) ?? Data())
      return (5, number(Int32(bytes.count)) + [0] + bytes)
    case (.string(let text), _): return (2, self.text(text))
    case (.int(let value), _): return (0x12, number(value))
    case (.bool(let value), _): return (8, [value ? 1 : 0])
    case (.object, _): return (3, bson(json))
    case (.array(let elements), _):
      return (
        4, document(elements.enumerated().map { (element($1).type, String($0), element($1).value) })
      )
    default: return (0x0A, [])
    }
  }

  private func converted(_ bytes: [UInt8]) throws -> String {
    var text = ""
    try Bytes.withCopy(of: bytes) { bytes in
      try BSONText(depthLimit: 512).write(bytes) { text = String(decoding: $0, as: UTF8.self) }
    }
    return text
  }

  private static let values: [(type: UInt8, value: [UInt8], text: String)] = [
    (0x01, number(1.5.bitPattern), #"{"$numberDouble":"1.5"}"#),
    (0x01, number(Double.infinity.bitPattern), #"{"$numberDouble":"Infinity"}"#),
    (0x01, number(Double.nan.bitPattern), #"{"$numberDouble":"NaN"}"#),
    (0x02, text("a\"\\\n\u{1}é"), #""a\"\\\n\u0001é""#),
    (0x03, document([(8, "a", [1])]), #"{"a":true}"#),
    (0x04, document([(8, "0", [1]), (0x0A, "1", [])]), "[true,null]"),
    (0x05, number(Int32(3)) + [0x80, 1, 2, 3], #"{"$binary":{"base64":"AQID","subType":"80"}}"#),
    (
      0x05, number(Int32(5)) + [2] + number(Int32(1)) + [1],
      #"{"$binary":{"base64":"AQ==","subType":"02"}}"#
    ),
    (0x06, [], #"{"$undefined":true}"#),
    (0x07, Array(1...12), #"{"$oid":"0102030405060708090a0b0c"}"#),
    (0x08, [0], "false"),
    (0x09, number(Int64(1_655_996_077_756)), #"{"$date":"2022-06-23T14:54:37.756Z"}"#),
    (0x09, number(Int64(0)), #"{"$date":"1970-01-01T00:00:00.000Z"}"#),
    (0x09, number(Int64(951_782_400_000)), #"{"$date":"2000-02-29T00:00:00.000Z"}"#),
    (0x09, number(Int64(253_402_300_799_999)), #"{"$date":"9999-12-31T23:59:59.999Z"}"#),
    (0x09, number(Int64(253_402_300_800_000)), #"{"$date":{"$numberLong":"253402300800000"}}"#),
    (0x09, number(Int64.min), #"{"$date":{"$numberLong":"-9223372036854775808"}}"#),
    (0x0B, Array("a\\d\0i\0".utf8), #"{"$regularExpression":{"pattern":"a\\d","options":"i"}}"#),
    (
      0x0C, text("c") + Array(1...12),
      #"{"$dbPointer":{"$ref":"c","$id":{"$oid":"0102030405060708090a0b0c"}}}"#
    ),
    (0x0D, text("f()"), #"{"$code":"f()"}"#), (0x0E, text("s"), #"{"$symbol":"s"}"#),
    (0x0F, number(Int32(15)) + text("f") + document([]), #"{"$code":"f","$scope":{}}"#),
    (0x10, number(Int32(-7)), #"{"$numberInt":"-7"}"#),
    (0x11, number(UInt32(2)) + number(UInt32.max), #"{"$timestamp":{"t":4294967295,"i":2}}"#),
    (0x12, number(Int64.min), #"{"$numberLong":"-9223372036854775808"}"#),
    (0xFF, [], #"{"$minKey":1}"#), (0x7F, [], #"{"$maxKey":1}"#),
  ]

  @Test(arguments: values.indices)
  func `A value of each type of BSON is the Extended JSON of it`(index: Int) throws {
    let value = Self.values[index]
    let bytes = Self.document([(value.type, "é\"", value.value)])
    #expect(try converted(bytes) == #"{"é\"":\#(value.text)}"#)
    // It is a document of the parser as well, and every shorter one is damaged.
    _ = try JSON(parsing: try converted(bytes))
    for count in 0..<bytes.count {
      #expect(throws: BSONText.Fault.self) { try converted(Array(bytes.prefix(count))) }
    }
  }

  // From the tests that BSON's specification comes with.
  @Test(
    arguments: [
      (0x3040_0000_0000_0000, 0, "0"), (0xB040_0000_0000_0000, 0, "-0"),
      (0x303E_0000_0000_0000, 1, "0.1"), (0x3040_0000_0000_0000, 1, "1"),
      (0x3046_0000_0000_0000, 1, "1E+3"), (0x3034_0000_0000_0000, 0x4D2, "0.001234"),
      (0x302E_0000_0000_0000, 0x7B, "1.23E-7"), (0xB034_0000_0000_0000, 0x7B, "-0.000123"),
      (0x0000_0000_0000_0000, 1, "1E-6176"),
      (0x5FFE_314D_C644_8D93, 0x38C1_5B0A_0000_0000, "1.000000000000000000000000000000000E+6144"),
      (0x5FFF_ED09_BEAD_87C0, 0x378D_8E63_FFFF_FFFF, "9.999999999999999999999999999999999E+6144"),
      (0x7C00_0000_0000_0000, 0, "NaN"), (0x7800_0000_0000_0000, 0, "Infinity"),
      (0xF800_0000_0000_0000, 0, "-Infinity"), (0x6C10_0000_0000_0000, 0, "0"),
    ] as [(UInt64, UInt64, String)]
  )
  func `A decimal of 128 bits is the text of its specification`(
    high: UInt64,
    low: UInt64,
    text: String
  ) {
    #expect(BSONDecimal(high: high, low: low).description == text)
  }

  // MARK: Dumps of trails

  /// A sample with its defects, without the lines that no document of BSON can be.
  static func sample(_ edition: Edition, events: Int = 400) -> [JSON] {
    var sample = SampleTrail(
      events: events,
      seed: 7,
      edition: edition,
      defects: SampleDefect.history.keys.sorted() + SampleDefect.payloads.keys.sorted()
    )
    var bytes: [UInt8] = []
    while sample.next(into: &bytes) {}
    return bytes.split(separator: 0x0A).compactMap { try? JSON(parsing: $0) }
  }

  private func check(
    _ bytes: [UInt8],
    _ edition: Edition = .current,
    _ change: (inout TrailOptions) -> Void = { _ in }
  ) throws -> TrailCheck {
    var options = TrailOptions.forSample(edition)
    change(&options)
    return try SmallExport.check(bytes, options)
  }

  private func examples(_ check: borrowing TrailCheck) -> [TrailFinding] {
    check.findings.kinds.flatMap { check.findings.examples(of: $0) }
  }

  @Test(arguments: Edition.allCases)
  func `A dump is found to be what the export is found to be`(edition: Edition) throws {
    let documents = Self.sample(edition)
    let export = try check(Array(documents.map { $0.text() }.joined(separator: "\n").utf8), edition)
    let bson = documents.flatMap(Self.bson)
    for bytes in [bson, SmallExport.gzip(bson), Self.archive([("app", "AuditEvent", documents)])] {
      let dump = try check(bytes, edition)
      #expect(dump.documents == documents.count)
      #expect(dump.findings.counts == export.findings.counts)
      // The place of a document is its number.
      #expect(examples(dump) == examples(export))
    }
    #expect(!export.findings.counts.isEmpty)
  }

  // MARK: Archives

  private static let separator = number(UInt32.max)

  static func archive(
    _ collections: [(database: String, name: String, documents: [JSON])],
    checksum change: UInt64 = 0
  ) -> [UInt8] {
    var bytes = Self.number(UInt32(0x8199_E26D))
    bytes += Self.bson(["version": "0.1", "server_version": "6.0", "tool_version": "100"])
    for (database, name, _) in collections {
      bytes += Self.bson([
        "db": .string(database), "collection": .string(name), "metadata": "{}", "size": 1,
        "type": "collection",
      ])
    }
    bytes += Self.separator
    // In pieces of ten that take turns, as collections are dumped at once.
    let longest = collections.map(\.documents.count).max() ?? 0
    for start in stride(from: 0, to: longest, by: 10) {
      for (database, name, documents) in collections where start < documents.count {
        bytes += Self.header(database, name, isEnd: false, checksum: 0)
        bytes += documents[start..<min(start + 10, documents.count)].flatMap(Self.bson)
        bytes += Self.separator
      }
    }
    for (database, name, documents) in collections {
      var checksum = CRC64()
      Bytes.withCopy(of: documents.flatMap(Self.bson)) { checksum.add($0) }
      bytes += Self.header(database, name, isEnd: true, checksum: checksum.value &+ change)
      bytes += Self.separator
    }
    return bytes
  }

  private static func header(
    _ database: String,
    _ name: String,
    isEnd: Bool,
    checksum: UInt64
  ) -> [UInt8] {
    bson([
      "db": .string(database), "collection": .string(name), "EOF": .bool(isEnd),
      "CRC": .int(Int64(bitPattern: checksum)),
    ])
  }

  private func few(_ numbers: ClosedRange<Int>) throws -> [JSON] {
    try numbers.map { try JSON(parsing: SmallExport.document($0)) }
  }

  @Test func `Of an archive, the collection of events is read`() throws {
    let others: [JSON] = (0..<35).map { ["_id": .int($0)] }
    let events = try few(1...25)
    for name in ["AuditEvent", "Events"] {
      let collections =
        [("app", name, events)] + (name == "AuditEvent" ? [("app", "Person", others)] : [])
      let check = try check(Self.archive(collections))
      #expect(check.documents == 25)
      #expect(check.findings.counts.isEmpty)
    }
    #expect(throws: TrailError.self) {
      _ = try check(Self.archive([("app", "Events", events), ("app", "Person", others)]))
    }
  }

  @Test func `A checksum that is wrong shows that an archive was changed`() throws {
    let check = try check(Self.archive([("app", "AuditEvent", try few(1...3))], checksum: 1))
    #expect(check.documents == 3)
    #expect(check.findings.kinds.map(\.code) == [.fileCorrupt])
  }

  @Test func `The checksum is the one that its specification gives for digits`() {
    var checksum = CRC64()
    Bytes.withCopy(of: "123456789".utf8) { checksum.add($0) }
    #expect(checksum.value == 0x995D_C9BB_DF19_39FA)
  }

  // MARK: Damage

  @Test func `A document that is damaged within costs itself alone`() throws {
    var documents = try few(1...3).map(Self.bson)
    // The type of the first element.
    documents[1][4] = 0x20
    let check = try check(documents.flatMap { $0 })
    #expect(check.documents == 2)
    #expect(
      examples(check).map(\.sentence)
        == ["not BSON, byte 5: an element has the type 32, which BSON does not have"]
    )
    #expect(examples(check).map(\.position.lineOrDocument) == [2])
    #expect(examples(check).map(\.code) == [.lineDamaged])
  }

  @Test func `A wrong length is the end of what can be read`() throws {
    for length: Int32 in [4, 0, -1, -2, .max, 20_000_000] {
      var documents = try few(1...3).map(Self.bson)
      documents[1].replaceSubrange(0..<4, with: Self.number(length))
      let check = try check(documents.flatMap { $0 })
      #expect(check.documents == 1)
      #expect(examples(check).map(\.code) == [.fileCorrupt])
      #expect(examples(check).map(\.position.lineOrDocument) == [2])
    }
  }

  @Test func `A dump that is cut is truncated, wherever`() throws {
    let bson = try few(1...2).flatMap(Self.bson)
    let archive = Self.archive([("app", "AuditEvent", try few(1...2))])
    for bytes in [bson, archive] {
      for count in stride(from: 16, to: bytes.count, by: 3) {
        let isWhole = bytes == bson && count == bson.count / 2
        let found = try check(Array(bytes.prefix(count))).findings.kinds.map(\.code)
        #expect(found == (isWhole ? [] : [.fileTruncated]), "\(count)")
      }
    }
    let found = try check(Array(SmallExport.gzip(bson).dropLast(12))).findings.kinds.map(\.code)
    #expect(found == [.fileTruncated])
  }

  @Test func `What a document of BSON cannot be in an export either is found alike`() throws {
    let twice = Self.document([(2, "a", Self.text("x")), (2, "a", Self.text("y"))])
    #expect(try examples(check(twice)).map(\.code) == [.fieldTwice])
    let wrong = Self.document([(2, "a", Self.number(Int32(2)) + [0xFF, 0])])
    #expect(try examples(check(wrong)).map(\.code) == [.lineNotUTF8])
    var deep = Self.document([])
    for _ in 0..<600 { deep = Self.document([(3, "a", deep)]) }
    #expect(try examples(check(deep)).map(\.code) == [.lineDamaged])
    let long = try check(Self.bson(try JSON(parsing: SmallExport.document()))) {
      $0.limits.documentBytes = 50
    }
    #expect(long.findings.kinds.map(\.code) == [.lineTooLong])
  }

  @Test func `Changed bytes of a dump never crash a check`() throws {
    var generator = SplitMix64(seed: 17)
    let documents = Self.sample(.current, events: 20)
    for trail in [documents.flatMap(Self.bson), Self.archive([("app", "AuditEvent", documents)])] {
      for _ in 0..<(isSoak ? 50_000 : 300) {
        var bytes = trail
        for _ in 0...Int.random(in: 0...3, using: &generator) {
          let place = Int.random(in: bytes.indices, using: &generator)
          bytes[place] =
            [0, 1, 4, 0x7F, 0xFF, UInt8.random(in: 0...255, using: &generator)]
            .randomElement(using: &generator) ?? 0
        }
        // A changed beginning may be that of another format, which is an error in words.
        _ = try? check(bytes)
      }
    }
  }
}
