import Formats
import JSON
import Testing

@testable import TrailAnswers
@testable import TrailCheck
@testable import TrailReading
@testable import TrailSamples

/// The same documents give the same report however the file spells them.
struct SpellingTests {
  /// One way to write documents down.
  struct Spelling: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let bytes: @Sendable ([JSON]) -> [UInt8]

    init(_ name: String, _ bytes: @escaping @Sendable ([JSON]) -> [UInt8]) {
      (testDescription, self.bytes) = (name, bytes)
    }
  }

  private static let spellings: [Spelling] = [
    Spelling("an array on one line") { text("[", $0.map { $0.text() }, ",", "]") },
    Spelling("an array on one line in the middle of a line") {
      text(" [ ", $0.map { $0.text() }, " , ", " ] ")
    },
    Spelling("an array with an element a line") { text("[\n", $0.map { $0.text() }, ",\n", "\n]") },
    Spelling("an array of indented documents") {
      text("[", $0.map { $0.text(.pretty) }, ",\n", "]\n")
    },
    Spelling("indented documents") { text("", $0.map { $0.text(.pretty) }, "\n", "\n") },
    Spelling("lines that end as on Windows") { text("", $0.map { $0.text() }, "\r\n", "\r\n") },
    Spelling("BSON") { $0.flatMap(DumpTests.bson) },
    Spelling("an archive") { DumpTests.archive([("app", "AuditEvent", $0)]) },
    Spelling("gzip of an array on one line") {
      SmallExport.gzip(text("[", $0.map { $0.text() }, ",", "]"))
    },
    Spelling("zstd of lines, where there is its library") { documents in
      let lines = text("", documents.map { $0.text() }, "\n", "")
      return ZstdTests.frame(lines) ?? lines
    },
    Spelling("fields in another order") { documents in
      var random = SplitMix64(seed: 3)
      return text("", documents.map { shuffled($0, &random).text() }, "\n", "")
    },
    Spelling("an array on one line, its fields in another order") { documents in
      var random = SplitMix64(seed: 4)
      return text("[", documents.map { shuffled($0, &random).text() }, ",", "]")
    },
  ]

  private static func text(
    _ start: String,
    _ documents: [String],
    _ separator: String,
    _ end: String
  ) -> [UInt8] {
    Array((start + documents.joined(separator: separator) + end).utf8)
  }

  private static func shuffled(_ document: JSON, _ random: inout SplitMix64) -> JSON {
    var fields = Array(document.object ?? [:])
    for place in fields.indices.reversed() {
      fields.swapAt(place, random.below(place + 1))
    }
    var object: JSONObject = [:]
    for (key, value) in fields { object[key] = value }
    return .object(object)
  }

  private static func options(_ edition: Edition) throws -> TrailOptions {
    var options = TrailOptions.forSample(edition)
    options.isComplete = true
    options.examplesPerCode = 1000
    options.schema = try CaseSchema(SampleTrail.schema)
    return options
  }

  /// What a report says, without how many bytes there were.
  private struct Said: Equatable {
    var findings: FindingSummary
    var documents: Int
    var first, last: TrailProvenance.Event?
    var users: [TrailProvenance.User]

    init(_ report: TrailReport) {
      findings = report.findings
      documents = report.documents
      (first, last) = (report.provenance.first, report.provenance.last)
      users = report.provenance.users
    }
  }

  private func report(_ bytes: [UInt8], _ edition: Edition) throws -> TrailReport {
    TrailReport(try SmallExport.check(bytes, try Self.options(edition)), of: ["trail"])
  }

  private func merged(_ bytes: [UInt8], _ edition: Edition) throws -> TrailReport {
    var options = try Self.options(edition)
    options.isPartial = true
    var check = TrailCheck(options)
    try check.check(.bytes(bytes, name: "trail"))
    var merge = TrailMerge()
    try merge.add(try JSON(parsing: try check.partial().text()))
    return try merge.finish()
  }

  @Test(arguments: Edition.allCases)
  func `Every spelling has the report of lines`(edition: Edition) throws {
    let documents = DumpTests.sample(edition, events: 400)
    let lines = Self.text("", documents.map { $0.text() }, "\n", "")
    let expected = Said(try report(lines, edition))
    #expect(!expected.findings.counts.isEmpty)
    for spelling in Self.spellings {
      let bytes = spelling.bytes(documents)
      #expect(Said(try report(bytes, edition)) == expected, "\(spelling.testDescription)")
      let merged = Said(try merged(bytes, edition))
      #expect(merged.findings.counts == expected.findings.counts, "\(spelling.testDescription)")
      #expect(
        merged.findings.kinds.flatMap { merged.findings.examples(of: $0) }.map(\.position)
          == expected.findings.kinds.flatMap { expected.findings.examples(of: $0) }.map(\.position),
        "\(spelling.testDescription)"
      )
    }
  }

  @Test(arguments: Edition.allCases)
  func `Every spelling has the answers of lines`(edition: Edition) throws {
    var random = SplitMix64(seed: 5)
    let documents = DumpTests.sample(edition, events: 400).map { document in
      guard case .object(var members) = document, random.chance(50) else { return document }
      // Two fields say who it was, in any order.
      members["a role"] = .string("nurse")
      return .object(members)
    }
    func answers(_ bytes: [UInt8]) throws -> [String] {
      let inputs = [TrailInput.bytes(bytes, name: "trail")]
      var question = TrailQuestion()
      question.edition = edition
      question.schema = try CaseSchema(SampleTrail.schema)
      let users = try UserList(in: inputs, question).entries.map { "\($0)" }
      let activities = try ActivityList(in: inputs, question).entries.map {
        "\($0.name ?? "-"): \($0.users.sorted { $0.key < $1.key }.map { "\($0)" })"
      }
      question.filter.classes = ["Patient"]
      let access = try AccessList(in: inputs, question).entries.map {
        "\($0.object) \($0.day) \($0.user): \($0.seen), \($0.created + $0.changed + $0.deleted)"
      }
      return users + activities + access
    }
    let expected = try answers(Self.text("", documents.map { $0.text() }, "\n", ""))
    #expect(expected.count > 20)
    for spelling in Self.spellings {
      let found = try answers(spelling.bytes(documents))
      #expect(found == expected, "\(spelling.testDescription)")
    }
  }

  // MARK: Files and partitions

  /// What is found, by the ids of documents instead of their places.
  private func found(_ check: borrowing TrailCheck) -> Set<String> {
    let findings = check.findings
    return Set(
      findings.kinds.flatMap { kind in
        findings.examples(of: kind).map {
          "\(kind.code.rawValue) \(kind.level) \($0.id ?? "") \($0.sentence)"
        }
      }
    )
  }

  private func check(_ files: [[JSON]], _ options: TrailOptions) throws -> TrailCheck {
    var check = TrailCheck(options)
    for (number, file) in files.enumerated() {
      let spelling = Self.spellings[number % Self.spellings.count]
      try check.check(.bytes(spelling.bytes(file), name: "part-\(number)"))
    }
    try check.finish()
    return check
  }

  /// The sample has no time that is far off: pieces of a partition that overlap in time do not tell which was first, so less is
  /// held against them than against the whole.
  @Test(arguments: Edition.allCases)
  func `A trail in several files has the findings of one, in whatever order they are read`(
    edition: Edition
  ) throws {
    let documents = DumpTests.sample(edition, events: 400)
    let options = try Self.options(edition)
    let whole = try check([documents], options)
    var random = SplitMix64(seed: 21)
    for _ in 0..<4 {
      var cuts = Set((0..<9).map { _ in random.below(documents.count) }).union([0]).sorted()
      cuts.append(documents.count)
      let files = zip(cuts, cuts.dropFirst()).map { Array(documents[$0..<$1]) }
      let parts = try check(files, options)
      #expect(found(parts) == found(whole))
      // The name of a file does not depend on when it is read.
      var other = TrailCheck(options)
      let numbers = files.indices.sorted { _, _ in random.below(2) == 0 }
      for number in numbers {
        let spelling = Self.spellings[number % Self.spellings.count]
        try other.check(.bytes(spelling.bytes(files[number]), name: "part-\(number)"))
      }
      try other.finish()
      #expect(found(other) == found(parts))
      #expect(other.findings.counts == parts.findings.counts)
    }
  }

  @Test(arguments: Edition.allCases)
  func `Whatever partitions are called, the same is found`(edition: Edition) throws {
    let documents = DumpTests.sample(edition, events: 400)
    var names: [String: String] = [:]
    for name in documents.compactMap({ $0["_partition"]?.string }) where names[name] == nil {
      // The time within it stays: it says when the partition was made.
      names[name] = String(name.dropLast(2)) + String(10 + names.count)
    }
    let renamed = documents.map { document -> JSON in
      guard var object = document.object, let name = document["_partition"]?.string else {
        return document
      }
      object["_partition"] = .string(names[name] ?? name)
      return .object(object)
    }
    let options = try Self.options(edition)
    func codes(_ check: borrowing TrailCheck) -> Set<String> {
      let findings = check.findings
      return Set(
        findings.kinds.flatMap { kind in
          findings.examples(of: kind).map { "\(kind.code.rawValue) \($0.position)" }
        }
      )
    }
    let before = try check([documents], options)
    let after = try check([renamed], options)
    #expect(codes(before) == codes(after))
    #expect(before.findings.counts == after.findings.counts)
  }

  @Test func `A sample without defects is clean in every spelling`() throws {
    var sample = SampleTrail(events: 1000, seed: 11)
    var bytes: [UInt8] = []
    while sample.next(into: &bytes) {}
    let documents = try bytes.split(separator: 0x0A).map { try JSON(parsing: $0) }
    for spelling in Self.spellings {
      let report = try report(spelling.bytes(documents), .current)
      #expect(report.findings.count(of: .error) == 0, "\(spelling.testDescription)")
      #expect(report.findings.count(of: .warning) == 0, "\(spelling.testDescription)")
    }
  }

  @Test func `A sample without defects has no errors in any order`() throws {
    var sample = SampleTrail(events: 1000, seed: 11)
    var bytes: [UInt8] = []
    while sample.next(into: &bytes) {}
    var documents = try bytes.split(separator: 0x0A).map { try JSON(parsing: $0) }
    for seed in 1...4 as ClosedRange<UInt64> {
      var random = SplitMix64(seed: seed)
      for place in documents.indices.reversed() {
        documents.swapAt(place, random.below(place + 1))
      }
      let report = try report(Self.text("", documents.map { $0.text() }, "\n", ""), .current)
      #expect(report.findings.kinds.map(\.code) == [.anyOrder])
    }
  }

  @Test func `The place of a document in an array is its number, with its line beside it`() throws {
    let wrong = SmallExport.document(2, ["_partition": "x"])
    let good = SmallExport.document(1)
    let last = SmallExport.document(3)
    func places(_ text: String) throws -> [String] {
      let findings = try SmallExport.check(text).findings
      return findings.kinds.flatMap { findings.examples(of: $0) }.map(\.position.description)
    }
    #expect(try places("\(good)\n\n\(wrong)\n\(last)") == ["trail:3"])
    #expect(try places("[\(good),\(wrong),\(last)]") == ["trail:1 (document 2)"])
    #expect(try places("[\n\(good),\n\(wrong),\n\(last)\n]") == ["trail:3 (document 2)"])
    // What is not a document is counted as well, as it is in lines.
    #expect(try places("[5,\(wrong)]").last == "trail:1 (document 2)")
  }

  @Test func `Lines are found however far apart documents are`() {
    var lines = ElementLines()
    lines.begin("a")
    lines.begin("b")
    let all = (1...2000).map { $0 * $0 * 3 }
    for (index, line) in all.enumerated() { lines.note(line, of: index + 1) }
    // What is said of a document a second time, or of none, changes nothing.
    lines.note(1, of: 5)
    lines.note(90_000_000, of: 2002)
    func line(_ number: Int, _ file: String = "b") -> Int? {
      var position = TrailPosition(file: file, document: number)
      lines.complete(&position)
      return position.line
    }
    #expect((1...2000).map { line($0) } == all)
    #expect(line(0) == nil && line(2001) == nil && line(1, "a") == nil && line(1, "c") == nil)
  }
}
