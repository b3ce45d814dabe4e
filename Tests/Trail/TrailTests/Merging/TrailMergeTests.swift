import Formats
import Foundation
import JSON
import Testing

@testable import TrailCheck
@testable import TrailReading
@testable import TrailSamples

/// A trail that is checked in parts has the report of the whole.
struct TrailMergeTests {
  private func lines(_ seed: UInt64, _ edition: Edition) -> [String] {
    var sample = SampleTrail(
      events: 500,
      seed: seed,
      edition: edition,
      defects: SampleDefect.history.keys.sorted() + SampleDefect.relations.keys.sorted()
        + ["time-far-off", "id-time", "metadata-case"]
    )
    var bytes: [UInt8] = []
    while sample.next(into: &bytes) {}
    var lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    // What is not about histories has to be merged, too.
    lines[40] = "{"
    lines[300] = lines[20]
    lines[310] = lines[20]
    return lines
  }

  private func check(_ options: TrailOptions, _ parts: [(name: String, lines: [String])]) throws
    -> TrailCheck
  {
    var check = TrailCheck(options)
    for part in parts {
      let bytes = Array(part.lines.joined(separator: "\n").utf8)
      try check.check(.bytes(bytes, name: part.name))
    }
    return check
  }

  /// A changed form has another number in both places, or those who hold results against the schema find none of them right.
  @Test func `The schema of partial results has the version that is written`() throws {
    let root = URL(filePath: #filePath).appending(path: "../../../../..").standardizedFileURL
    let schema = try Data(contentsOf: root.appending(path: "Spec/schemas/partial.schema.json"))
    let properties = try JSON(parsing: String(decoding: schema, as: UTF8.self))["properties"]
    #expect(properties?["partial"]?["const"] == .int(Int64(TrailMerge.version)))
  }

  private func merged(_ partials: [JSON]) throws -> TrailReport {
    var merge = TrailMerge()
    for partial in partials {
      // Through text, as it goes through files.
      try merge.add(try JSON(parsing: partial.text()))
    }
    return try merge.finish()
  }

  private func options(_ edition: Edition) -> TrailOptions {
    var options = TrailOptions.forSample(edition)
    options.isComplete = true
    options.examplesPerCode = 3
    options.digestsInputs = true
    options.schema = try? CaseSchema(SampleTrail.schema)
    return options
  }

  /// What a merge says of its parts together is what one check says.
  private func expectSameEvents(_ merged: TrailProvenance, _ whole: TrailProvenance) {
    #expect(merged.inputs == whole.inputs)
    #expect(merged.inputs.allSatisfy { $0.sha256 != nil })
    #expect(merged.first == whole.first && merged.first != nil)
    #expect(merged.last == whole.last && merged.last != nil)
    #expect(merged.devices == whole.devices && merged.devices.count > 1)
    #expect(merged.users == whole.users && !merged.users.isEmpty)
    #expect(merged.reads == whole.reads && merged.writes == whole.writes)
    #expect(merged.customs == whole.customs)
  }

  @Test(arguments: Edition.allCases, [1, 2, 3, 4] as [UInt64])
  func `Random parts in any order give the report of the whole`(
    edition: Edition,
    seed: UInt64
  ) throws {
    var random = SplitMix64(seed: seed)
    let lines = lines(seed, edition)
    // A folder of files, each a stretch of the trail.
    var files: [(name: String, lines: [String])] = []
    var start = 0
    while start < lines.count {
      let end = min(lines.count, start + random.between(1, 120))
      files.append(("part-\(1000 + start)", Array(lines[start..<end])))
      start = end
    }
    var whole = try check(options(edition), files)
    try whole.finish()

    var options = options(edition)
    options.isPartial = true
    var partials: [JSON] = []
    var rest = files
    while !rest.isEmpty {
      // Slices of neighbours: the times at the ends of slices in turn are not compared.
      let count = random.between(1, rest.count)
      let slice = Array(rest.prefix(count))
      rest.removeFirst(count)
      partials.append(try check(options, slice).partial())
    }
    for index in partials.indices { partials.swapAt(index, random.below(partials.count)) }
    let report = try merged(partials)
    #expect(report.documents == whole.documents)
    #expect(report.bytes == whole.bytes)
    #expect(report.inputs == files.map(\.name))
    expectSameEvents(report.provenance, TrailReport(whole, of: []).provenance)
    #expect(report.provenance.parts.flatMap(\.inputs).sorted() == files.map(\.name))
    #expect(report.findings.counts == whole.findings.counts)
    for kind in whole.findings.kinds {
      #expect(report.findings.examples(of: kind) == whole.findings.examples(of: kind))
    }
    #expect(whole.findings.counts.keys.contains { $0.code == .idTwice })
    let found = Set(whole.findings.counts.keys.map(\.code))
    #expect(
      found.isSuperset(of: [
        .changeStale, .expansionUnread, .expansionDiffers, .linkToDeleted, .linkUnknown,
        .timeFarOff, .idTime, .metadataCase,
      ])
    )
  }

  @Test func `Slices by partition keep everything that is found`() throws {
    let lines = lines(9, .current).filter { $0 != "{" }
    var whole = try check(options(.current), [("all", lines)])
    try whole.finish()
    var options = options(.current)
    options.isPartial = true
    let groups = Dictionary(grouping: lines) {
      (try? JSON(parsing: $0))?["_partition"]?.string ?? ""
    }
    let partials = try groups.sorted { $0.key < $1.key }.map { name, lines in
      try check(options, [(name, lines)]).partial()
    }
    let report = try merged(partials)
    // Places differ, because the slices are files of their own; what is found, and how often, does not.
    #expect(report.findings.counts == whole.findings.counts)
  }

  @Test(arguments: [6, 7, 8] as [UInt64])
  func `Where a file was cut, times are compared as they are within it`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let lines = lines(seed, .core).filter { $0 != "{" }
    var whole = try check(options(.core), [("all", lines)])
    try whole.finish()
    let cuts = [0, random.between(1, 200), random.between(201, 400), lines.count]
    var options = options(.core)
    options.isPartial = true
    var partials: [JSON] = []
    for (start, end) in zip(cuts, cuts.dropFirst()) {
      // Blank lines keep the places of the lines.
      let part = Array(repeating: "", count: start) + lines[start..<end]
      partials.append(try check(options, [("all", part)]).partial())
    }
    let report = try merged([partials[2], partials[0], partials[1]])
    #expect(report.findings.counts == whole.findings.counts)
    for kind in whole.findings.kinds {
      #expect(report.findings.examples(of: kind) == whole.findings.examples(of: kind))
    }
  }

  @Test(arguments: 1...6)
  func `The users who stand out at a cut are those who stand out within a file`(cut: Int) throws {
    // Once the last event stands out, once the next one.
    let seconds = [10, 20, 90, 30, 40, 5, 50]
    let lines = seconds.enumerated().map { number, second in
      SmallExport.document(
        number + 1,
        ["timestamp": ["$date": ["$numberLong": .string(String(second * 1000))]]]
      )
    }
    var whole = try check(TrailOptions(), [("all", lines)])
    try whole.finish()
    let kind = FindingSummary.Kind(code: .timeBackwards, level: .warning)
    #expect(whole.findings.examples(of: kind).map(\.position.lineOrDocument) == [3, 6])
    var options = TrailOptions()
    options.isPartial = true
    var partials: [JSON] = []
    for isFirst in [false, true] {
      let part = lines.enumerated().map { ($0.offset < cut) == isFirst ? $0.element : "" }
      partials.append(try check(options, [("all", part)]).partial())
    }
    let report = try merged(partials)
    #expect(report.findings.examples(of: kind) == whole.findings.examples(of: kind))
  }

  @Test func `Parts that take turns within a partition say what was not compared`() throws {
    let lines = lines(5, .core).filter { $0 != "{" }
    let even = lines.enumerated().filter { $0.offset % 2 == 0 }
    var options = options(.core)
    options.isPartial = true
    var partials: [JSON] = []
    for isEven in [true, false] {
      // Blank lines keep the places of the lines.
      let kept = lines.enumerated().map { ($0.offset % 2 == 0) == isEven ? $0.element : "" }
      partials.append(try check(options, [("all", kept)]).partial())
    }
    let report = try merged(partials)
    #expect(report.documents == lines.count && !even.isEmpty)
    #expect(report.findings.counts.keys.contains { $0.code == .historyUnfollowed })
  }

  /// Two files that contradict each other, the partial result of each, and what is merged of them.
  private func mergedFiles(
    _ trail: (NamedInput, NamedInput) throws -> [NamedInput]
  ) throws -> TrailReport {
    func file(_ name: String, _ number: Int, _ value: String, _ user: String) -> NamedInput {
      let text = SmallExport.document(
        number,
        [
          "event": "read", "data": .string(#"{"type":"A","value":[{"_id":1,"n":"\#(value)"}]}"#),
          "username": .string(user),
          "timestamp": ["$date": .string("2022-06-23T14:0\(number):00.000Z")],
        ]
      )
      return NamedInput(.bytes(Array(text.utf8), name: name))
    }
    let files = (file("1", 1, "a", "Pam"), file("2", 2, "b", "Jim"))
    var options = TrailOptions()
    options.isPartial = true
    options.digestsInputs = true
    var merge = TrailMerge()
    for file in [files.0, files.1] {
      var check = TrailCheck(options)
      try check.check(file.input)
      try merge.add(check.partial())
    }
    return try merge.finish(readingAgain: trail(files.0, files.1))
  }

  private func users(_ report: TrailReport) -> [String?] {
    let kind = FindingSummary.Kind(code: .readContradicts, level: .warning)
    return report.findings.examples(of: kind).flatMap(\.related).map { $0.event?.grounds }
  }

  @Test func `A merge that has the files says who it was, and one that has none does not`() throws {
    let (pam, jim) = (
      #"read under "read object" by username=Pam"#, #"read under "read object" by username=Jim"#
    )
    #expect(try users(mergedFiles { [$1, $0] }) == [pam, jim])
    #expect(try users(mergedFiles { _, second in [second] }) == [nil, jim])
    #expect(try users(mergedFiles { _, _ in [] }) == [nil, nil])
  }

  @Test func `A file that is not what a part was made of is refused`() throws {
    let changed = NamedInput(.bytes(Array("{}".utf8), name: "2"))
    let changes = try #require(throws: TrailError.self) { try mergedFiles { [$0, $1, changed] } }
    #expect("\(changes)".hasPrefix("2 is not what was checked: its SHA-256 is 44136fa355b3678a"))
    let other = NamedInput(.bytes([], name: "3"))
    let unknown = try #require(throws: TrailError.self) { try mergedFiles { [$0, $1, other] } }
    #expect("\(unknown)" == "3 is not in any part; they are of 1, 2")
    let missing = NamedInput(.file("/nowhere/2"), name: "2")
    let unread = try #require(throws: TrailError.self) { try mergedFiles { [$0, $1, missing] } }
    #expect("\(unread)" == "/nowhere/2 cannot be read: there is no such file")
  }

  @Test func `Parts that were checked with other options are refused`() throws {
    var options = options(.core)
    options.isPartial = true
    var merge = TrailMerge()
    try merge.add(try check(options, []).partial())
    options.isComplete = false
    let other = try check(options, []).partial()
    #expect(throws: TrailError.self) { try merge.add(other) }
  }

  @Test func `A part with more facts than can be kept is refused`() throws {
    var options = options(.core)
    options.isPartial = true
    options.limits.memory = 1 << 14
    let check = try check(options, [("all", lines(1, .core))])
    #expect(throws: TrailError.self) { try check.partial() }
  }

  @Test func `A partial result of another version is refused by its number`() throws {
    var merge = TrailMerge()
    let error = try #require(throws: TrailError.self) { try merge.add(["partial": 5]) }
    #expect(error.description.hasPrefix("it is a partial result of version 5, and"))
  }

  @Test(arguments: [
    "{}", "[]", #"{"partial":1}"#, #"{"partial":11}"#, #"{"partial":11,"check":{}}"#,
  ])
  func `What is not a partial result is refused`(text: String) throws {
    var merge = TrailMerge()
    let json = try JSON(parsing: text)
    #expect(throws: TrailError.self) { try merge.add(json) }
  }

  @Test func `Damaged partial results are refused, whatever is damaged`() throws {
    var options = options(.core)
    options.isPartial = true
    let text = try check(options, [("all", Array(lines(2, .core).prefix(30)))])
      .partial().text()
    var random = SplitMix64(seed: 1)
    var refused = 0
    for _ in 0..<200 {
      var bytes = Array(text.utf8)
      for _ in 0..<3 { bytes[random.below(bytes.count)] = UInt8(random.between(0x20, 0x7E)) }
      do {
        var merge = TrailMerge()
        try merge.add(try JSON(parsing: bytes))
        _ = try merge.finish()
      } catch { refused += 1 }
    }
    #expect(refused > 20)
  }
}
