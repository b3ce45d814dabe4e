import Formats
import JSON
import Testing

@testable import TrailCheck
@testable import TrailReading

struct ReadingTests {
  private let three = (1...3).map { SmallExport.document($0) }

  private func lines(_ text: String) throws -> [Int] {
    var lines: [Int] = []
    let reader = try TrailReader(.bytes(Array(text.utf8), name: "trail"))
    try reader.read { piece in
      if case .document(_, let place) = piece { lines.append(place.line ?? place.number) }
    }
    return lines
  }

  private func indented(_ documents: [String]) throws -> [String] {
    try documents.map { try JSON(parsing: $0).text(.pretty) }
  }

  @Test func `Documents of every layout are found on their lines`() throws {
    let pretty = try indented(three)
    let height = pretty[0].split(separator: "\n").count
    #expect(try lines(three.joined(separator: "\n")) == [1, 2, 3])
    #expect(try lines("\n" + three.joined(separator: "\r\n\r\n") + "\n") == [2, 4, 6])
    #expect(try lines("[" + three.joined(separator: ",") + "]") == [1, 1, 1])
    #expect(try lines("\n[\n" + three.joined(separator: ",\n") + "\n]\n") == [3, 4, 5])
    #expect(
      try lines(pretty.joined(separator: "\n")) == [1, 1 + height, 1 + 2 * height]
    )
    #expect(
      try lines("[" + pretty.joined(separator: ",\n") + "]") == [1, 1 + height, 1 + 2 * height]
    )
    #expect(try lines("[]") == [])
    #expect(try lines("\u{FEFF}" + three[0]) == [1])
  }

  @Test(arguments: [",", " ", "\n", ",\n"])
  func `What stands behind an array is a finding, and is read`(separator: String) throws {
    let behind = [three[1], "[\(three[1])]", "5", "]"]
    for (index, text) in behind.enumerated() {
      let check = try SmallExport.check("[\(three[0])]" + separator + text)
      #expect(check.documents == (index < 2 ? 2 : 1))
      #expect(check.findings.kinds.map(\.code) == [.arrayDamaged], "\(text)")
    }
    // White space is nothing.
    #expect(try SmallExport.codes("[\(three[0])] \r\n \n") == [])
  }

  @Test func `Canonical and relaxed documents are the same`() throws {
    let relaxed = SmallExport.document()
    let canonical = relaxed.replacing(
      "\"2022-06-23T14:54:37.756Z\"",
      with: #"{"$numberLong":"1655996077756"}"#
    )
    #expect(relaxed != canonical)
    #expect(try SmallExport.codes(canonical) == [])
  }

  @Test(arguments: ["1655996077756", #"{"$numberLong":"1655996077756"}"#, "-1", "0"])
  func `Dates as strict mode wrote them are read`(date: String) throws {
    let text = SmallExport.document().replacing("\"2022-06-23T14:54:37.756Z\"", with: date)
    #expect(try SmallExport.codes(text) == [])
  }

  @Test(arguments: [
    #"{"$numberLong":"+5"}"#, #"{"$numberLong":"007"}"#, #"{"$numberLong":" 7"}"#,
    #"{"$numberLong":"-0"}"#, #"{"$numberLong":"7.0"}"#, #"{"$numberLong":7}"#, "1.5", "null",
    "9223372036854775808",
  ])
  func `Dates in other forms are refused, and shown`(date: String) throws {
    let text = SmallExport.document().replacing("\"2022-06-23T14:54:37.756Z\"", with: date)
    let check = try SmallExport.check(text)
    #expect(check.findings.kinds.map(\.code) == [.timestampType])
    let sentences = check.findings.kinds.flatMap { check.findings.examples(of: $0) }.map(\.sentence)
    #expect(
      sentences == [#"timestamp is {"$date":\#(date)}, not a date that can be read"#]
    )
  }

  @Test(arguments: ["zz", "+1", "000", ""])
  func `Binary data of an unreadable subtype is shown`(subtype: String) throws {
    var options = TrailOptions()
    options.edition = .draft
    let text = SmallExport.document(
      1,
      [
        "activity": .none, "scope": "a",
        "data": ["$binary": ["base64": "AA==", "subType": .string(subtype)]],
      ]
    )
    let check = try SmallExport.check(text, options)
    #expect(check.findings.kinds.map(\.code) == [.dataType])
    let sentences = check.findings.kinds.flatMap { check.findings.examples(of: $0) }.map(\.sentence)
    #expect(sentences.allSatisfy { $0.contains(#""subType":"\#(subtype)""#) })
  }

  @Test func `A comma behind the last document is damage, and costs no document`() throws {
    for end in [",]", ",\n]", " , ]\n"] {
      let check = try SmallExport.check("[" + three.joined(separator: ",") + end)
      #expect(check.findings.kinds.map(\.code) == [.arrayDamaged])
      #expect(check.documents == 3)
    }
    #expect(try SmallExport.codes(three[0].dropLast() + ",}") == ["line-damaged"])
    #expect(try SmallExport.codes(SmallExport.read(#"{"_id":1},"#)) == ["payload-no-json"])
  }

  @Test(arguments: [1, 2, 3]) func `A damaged element costs itself alone`(victim: Int) throws {
    let pretty = try indented(three)
    for documents in [three, pretty] {
      for cut in ["0000", "\"activity\": \"", "events-62"] {
        var damaged = documents
        guard let range = damaged[victim - 1].firstRange(of: cut) else { continue }
        damaged[victim - 1].removeSubrange(range.lowerBound...)
        let text = "[\n" + damaged.joined(separator: ",\n") + "\n]\n"
        let check = try SmallExport.check(text)
        // Where the last one is cut off, its bracket may be taken for the array's.
        let names = check.findings.kinds.map(\.code.rawValue)
        #expect(names == ["line-damaged"] || victim == 3 && names.contains("file-truncated"))
        #expect(check.documents == 2)
      }
    }
  }

  @Test func `Compressed members follow each other`() throws {
    let members = three.flatMap { SmallExport.gzip(Array(($0 + "\n").utf8)) }
    let check = try SmallExport.check(members)
    #expect(check.documents == 3)
    #expect(check.findings.counts.isEmpty)
  }

  @Test func `A truncated file is read as far as it goes`() throws {
    let text = (1...2000).map { SmallExport.document($0) }.joined(separator: "\n")
    let whole = SmallExport.gzip(Array(text.utf8))
    let check = try SmallExport.check(Array(whole.dropLast(whole.count / 2)))
    #expect((1..<2000).contains(check.documents))
    let names = Set(check.findings.kinds.map(\.code.rawValue))
    #expect(names.isSuperset(of: ["file-truncated"]))
    #expect(names.isSubset(of: ["file-truncated", "line-damaged"]))
  }

  @Test func `A line that inflates a thousandfold is bounded`() throws {
    var options = TrailOptions()
    options.limits.documentBytes = 1 << 20
    let bomb = SmallExport.gzip(Array(repeating: UInt8(ascii: "{"), count: 40 << 20))
    #expect(bomb.count < 1 << 16)
    #expect(try SmallExport.codes(bomb, options) == ["line-too-long"])
  }

  @Test func `A line that is too long is one finding, and the next one is read`() throws {
    var options = TrailOptions()
    options.limits.documentBytes = 1 << 20
    for end in ["\n", "\n" + SmallExport.document(3)] {
      let long = SmallExport.document(2, ["data": .string(String(repeating: "x", count: 3 << 20))])
      let check = try SmallExport.check(SmallExport.document(1) + "\n" + long + end, options)
      #expect(check.findings.kinds.map(\.code) == [.lineTooLong])
      #expect(check.findings.examples(of: check.findings.kinds[0])[0].position.lineOrDocument == 2)
      #expect(check.documents == (end == "\n" ? 1 : 2))
    }
  }

  @Test func `Random bytes are findings`() throws {
    var generator = SplitMix64(seed: 5)
    for start in ["", "{", "[", "{\n", "[{", "\u{1F}"] {
      for _ in 0..<200 {
        let bytes = (0..<Int.random(in: 0...400, using: &generator)).map { _ in
          UInt8.random(in: 0...255, using: &generator)
        }
        // Two bytes can make a document without a field, and two others say that this is UTF-16.
        guard let check = try? SmallExport.check(Array(start.utf8) + bytes) else { continue }
        #expect(check.documents == 0 || check.findings.count(of: .error) > 0)
      }
    }
  }

  @Test func `Changed bytes of a sound trail never crash a check`() throws {
    var generator = SplitMix64(seed: 11)
    let trail =
      SmallExport.read(#"{"_id":1,"a":[1.5,"x\u00e9"]}"#) + "\n"
      + SmallExport.modification(from: #"{"_id":1,"a":2}"#, to: #"{"a":3}"#)
    for text in [trail, "[" + trail.replacing("\n", with: ",\n") + "]"] {
      for _ in 0..<(isSoak ? 50_000 : 500) {
        var bytes = Array(text.utf8)
        for _ in 0...Int.random(in: 0...2, using: &generator) {
          bytes[Int.random(in: bytes.indices, using: &generator)] = UInt8.random(
            in: 0...255,
            using: &generator
          )
        }
        let check = try SmallExport.check(bytes)
        #expect(check.documents == 2 || check.findings.count(of: .error) > 0)
      }
    }
  }

  @Test func `What is not a file is an error in words`() {
    #expect(throws: TrailError("/no/such/file cannot be read: there is no such file")) {
      var check = TrailCheck()
      try check.check(.file("/no/such/file"))
    }
    #expect(throws: TrailError("/ cannot be read: it is a folder; name the files in it")) {
      var check = TrailCheck()
      try check.check(.file("/"))
    }
  }
}
