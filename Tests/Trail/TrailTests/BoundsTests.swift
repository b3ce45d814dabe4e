import Formats
import Foundation
import JSON
import Testing

@testable import TrailCheck
@testable import TrailReading

/// Whatever a trail says, it is read to its end, and each bound that it reaches is a finding.
struct BoundsTests {
  private func document(_ number: Int, at time: Int64, _ object: String) -> String {
    SmallExport.document(
      number,
      [
        "event": "read", "data": .string(#"{"type":"P","value":[\#(object)]}"#),
        "timestamp": ["$date": ["$numberLong": .string(String(time))]],
      ]
    )
  }

  private func check(
    _ files: [(name: String, text: String)],
    _ change: (inout TrailOptions) -> Void = { _ in }
  ) throws -> TrailCheck {
    var options = TrailOptions()
    change(&options)
    var check = TrailCheck(options)
    for file in files { try check.check(.bytes(Array(file.text.utf8), name: file.name)) }
    return check
  }

  private static let times: [Int64] = [.min, .min + 1, .min + 25_000_000, -1, 0, .max - 1, .max]

  @Test func `The first and the last instants of 64 bits are times like others`() throws {
    let lines = Self.times.indices.map {
      document($0 + 1, at: Self.times[$0], #"{"_id":1,"a":"\#($0)"}"#)
    }
    for trail in [lines, lines.reversed()] {
      let text = trail.joined(separator: "\n")
      for memory in [1 << 10, TrailLimits().memory] {
        var whole = try check([("t", text)]) { $0.limits.memory = memory }
        try whole.finish()
        #expect(whole.documents == lines.count)
        #expect(whole.findings.counts.keys.contains { $0.code == .readContradicts })
      }
    }
  }

  @Test func `Extreme numbers are read wherever they stand`() throws {
    let numbers = [
      "0", "-0", "9223372036854775807", "-9223372036854775808", "9223372036854775808", "1e308",
      "1e309", "-1e-400", "1.7976931348623157e308", "5e-324", "123456789012345678901234567890",
    ]
    var generator = SplitMix64(seed: 3)
    func number() -> String { numbers.randomElement(using: &generator) ?? "0" }
    for _ in 0..<300 {
      let object = #"{"_id":\#(number()),"a":\#(number()),"b":[\#(number())]}"#
      let other = #"{"_id":\#(number()),"a":\#(number())}"#
      let lines = [
        SmallExport.read(object + "," + other), SmallExport.modification(from: object, to: other),
        SmallExport.write(#""insertions":[\#(object)],"deletions":[\#(other)]"#),
        SmallExport.document().replacing(
          #""2022-06-23T14:54:37.756Z""#,
          with: [number(), #"{"$numberLong":"\#(number())"}"#].randomElement(using: &generator)
            ?? ""
        ),
      ]
      #expect(try SmallExport.check(lines.joined(separator: "\n")).documents == 4)
    }
  }

  // MARK: Many files

  private static let manyFiles: [(name: String, text: String)] = (0..<5000).map { number in
    let changed = number == 4990 ? "2" : "1"
    let line = SmallExport.document(
      number + 1,
      [
        "event": "read", "data": .string(#"{"type":"P","value":[{"_id":1,"a":\#(changed)}]}"#),
        "timestamp": ["$date": ["$numberLong": .string(String(1_600_000_000_000 + number))]],
      ]
    )
    return ("part-" + String(10_000 + number), line)
  }

  @Test func `Beyond four thousand files, findings name the right one`() throws {
    var whole = try check(Self.manyFiles)
    try whole.finish()
    let findings = whole.findings.kinds.flatMap { whole.findings.examples(of: $0) }
    // The value that differs is one that no event left; the former one was there before the trail began.
    #expect(findings.map(\.code) == [.readContradicts])
    #expect(findings.first?.position == TrailPosition(file: "part-14990", document: 1))
    #expect(
      findings.first?.related.map(\.position.file) == ["part-10000", "part-14990"]
    )

    var merge = TrailMerge()
    for start in stride(from: 0, to: 5000, by: 2500).reversed() {
      let files = Array(Self.manyFiles[start..<start + 2500])
      let part = try check(files) { $0.isPartial = true }
      try merge.add(try part.partial())
    }
    #expect(try merge.finish().findings.counts == whole.findings.counts)
  }

  // MARK: Many properties, many partitions

  private func object(_ properties: Range<Int>, _ value: Int = 1) -> String {
    "{\"_id\":1" + properties.map { ",\"p\($0)\":\(value)" }.joined() + "}"
  }

  @Test func `A property beyond those that are followed is a note`() throws {
    let limit = HistoryNames.maximumProperties
    for (count, codes) in [(limit, []), (limit + 2, ["history-unfollowed"])] {
      #expect(try SmallExport.codes(SmallExport.read(object(0..<count))) == codes)
    }
    var check = try SmallExport.check(SmallExport.read(object(0..<limit + 2)))
    let kind = try #require(check.findings.kinds.first)
    #expect(
      check.findings.examples(of: kind).map(\.sentence)
        == ["4096 properties of a class are followed; 2 values of further ones were not"]
    )
    try check.finish()
  }

  @Test func `Parts that together have too many properties say so as well`() throws {
    let half = HistoryNames.maximumProperties / 2 + 1
    var merge = TrailMerge()
    for (number, properties) in [0..<half, half..<2 * half].enumerated() {
      let name = "part-\(number)"
      let part = try check([(name, SmallExport.read(object(properties)))]) { $0.isPartial = true }
      try merge.add(try part.partial())
    }
    let findings = try merge.finish().findings
    #expect(
      findings.counts.map { ($0.key.code, $0.value) }.contains { $0 == (.historyUnfollowed, 1) }
    )
  }

  // MARK: Merging

  private func partial(_ change: (inout JSON) -> Void) throws -> JSON {
    let part = try check([("t", SmallExport.document())]) { $0.isPartial = true }
    var json = try part.partial()
    change(&json)
    return json
  }

  private static let huge = JSON.int(.max)

  @Test(arguments: ["documents", "bytes", "findings", "omitted"])
  func `Sums of parts that are too large are refused`(place: String) throws {
    let part = try partial { json in
      guard var object = json.object else { return }
      switch place {
      case "findings":
        object[place] = [
          ["code": "id-twice", "level": "error", "count": Self.huge, "examples": []]
        ]
      case "omitted":
        object["types"] = ["seen": [], "omitted": ["count": Self.huge, "first": nil]]
      default: object[place] = Self.huge
      }
      json = .object(object)
    }
    var merge = TrailMerge()
    #expect(throws: TrailError.self) { try merge.add(part) }
  }

  @Test func `ByteWords of a partial result that say something else are refused, or merged`() throws
  {
    let lines = (1...12).map { document($0, at: Int64($0), object(0..<3, $0)) }
    let part = try check([("t", lines.joined(separator: "\n"))]) { $0.isPartial = true }
    let json = try part.partial()
    let words = try #require(
      json["history"]?["facts"]?.array?.compactMap(\.string).first { !$0.isEmpty }
    )
    let bytes = Array(try #require(Data(base64Encoded: words)))
    var generator = SplitMix64(seed: 23)
    let extremes: [UInt64] = [0, 1, .max, 1 << 63, 0xFFFF << 48, 0xFFFF << 16, 0xFFFF, 1 << 40]
    for _ in 0..<400 {
      var changed = bytes
      for _ in 0...Int.random(in: 0...2, using: &generator) {
        let place = Int.random(in: 0..<bytes.count / 8, using: &generator) * 8
        let word = extremes.randomElement(using: &generator) ?? 0
        withUnsafeBytes(of: word.littleEndian) {
          changed.replaceSubrange(place..<place + 8, with: $0)
        }
      }
      let text = json.text().replacing(words, with: Data(changed).base64EncodedString())
      var merge = TrailMerge()
      do {
        try merge.add(try JSON(parsing: text))
        #expect(try merge.finish().documents == 12)
      } catch { #expect(error is TrailError) }
    }
  }

  @Test func `Numbers of lines may be as large as they can be written`() throws {
    let part = try partial { json in
      guard var object = json.object else { return }
      object["findings"] = [
        [
          "code": "id-twice", "level": "error", "count": 1,
          "examples": [
            [
              "code": "id-twice", "level": "error",
              "place": ["file": "t", "document": Self.huge, "line": nil], "_id": nil,
              "sentence": "x", "related": [],
            ]
          ],
        ]
      ]
      json = .object(object)
    }
    var merge = TrailMerge()
    try merge.add(part)
    #expect(try merge.finish().findings.count(of: .error) == 1)
  }
}
