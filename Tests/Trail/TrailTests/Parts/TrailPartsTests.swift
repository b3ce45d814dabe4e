import Formats
import Foundation
import JSON
import Testing

@testable import TrailCheck
@testable import TrailReading
@testable import TrailSamples

/// However many threads check a trail, and wherever its files are cut, the report is the same.
struct TrailPartsTests {
  private static let jobs = [2, 3, 7, 2]

  /// What a report shows, but for how the check was called.
  private struct Outcome: Equatable {
    var report: TrailReport
    var examples: [[TrailFinding]]

    init(_ inputs: [NamedInput], _ options: TrailOptions, jobs: Int) throws {
      var check = TrailCheck(options)
      try check.check(inputs, jobs: jobs)
      try check.finish(jobs: jobs)
      report = TrailReport(check, of: inputs.map(\.name))
      examples = check.findings.kinds.map { check.findings.examples(of: $0) }
    }
  }

  private func options(_ edition: Edition, _ change: (inout TrailOptions) -> Void = { _ in })
    throws -> TrailOptions
  {
    var options = TrailOptions.forSample(edition)
    options.isComplete = true
    options.examplesPerCode = 3
    options.digestsInputs = true
    options.schema = try CaseSchema(SampleTrail.schema)
    change(&options)
    return options
  }

  private func lines(
    _ seed: UInt64,
    _ edition: Edition,
    events: Int = 330,
    _ defects: [String] = SampleTrail.defectCodes
  ) -> [String] {
    var lines = SampleTrailTests.lines(
      SampleTrail(events: events, seed: seed, edition: edition, defects: defects)
    )
    if lines.count > 320 {
      // Documents that stand twice, and damage.
      lines[300] = lines[20]
      lines[310] = lines[20]
      lines[30] = "{"
    }
    return lines
  }

  private func input(_ lines: [String], _ name: String = "all") -> NamedInput {
    NamedInput(.bytes(Array(lines.joined(separator: "\n").utf8), name: name))
  }

  /// One thread that reads everything, held against several with parts of that many bytes.
  private func expectSame(
    _ inputs: [NamedInput],
    _ options: TrailOptions,
    parts: [Int] = [4000, 15_000, 60_000],
    _ comment: Comment? = nil,
    location: SourceLocation = #_sourceLocation
  ) throws {
    let one = try Outcome(inputs, options, jobs: 1)
    for (partBytes, jobs) in zip(parts, Self.jobs) {
      var options = options
      options.limits.partBytes = partBytes
      let several = try Outcome(inputs, options, jobs: jobs)
      #expect(several == one, comment, sourceLocation: location)
    }
  }

  @Test(arguments: Edition.allCases, [1] as [UInt64])
  func `A file with every defect has one report, wherever it is cut`(
    edition: Edition,
    seed: UInt64
  ) throws {
    let input = input(lines(seed, edition))
    try expectSame([input], options(edition))
    try expectSame([input], options(edition) { $0.schema = nil }, parts: [3000])
    try expectSame([input], options(edition) { $0.limits.memory = 1 << 14 }, parts: [3000])
  }

  @Test(arguments: [11, 12, 13] as [UInt64])
  func `An order of documents has one report, wherever the file is cut`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let edition = Edition.allCases[Int(seed) % Edition.allCases.count]
    let recorded = lines(seed, edition, events: 300, ["time-backwards", "time-far-off"])
    // Devices take turns, clocks go wrong, and runs of documents are turned around.
    var mixed = recorded
    for _ in 0..<6 {
      let start = random.below(mixed.count)
      let end = min(mixed.count, start + random.between(2, 40))
      mixed[start..<end].reverse()
    }
    for _ in 0..<20 { mixed.swapAt(random.below(mixed.count), random.below(mixed.count)) }
    for lines in [recorded, recorded.reversed(), mixed, mixed.reversed()] {
      try expectSame([input(lines)], options(edition), parts: [4000, 11_000])
    }
  }

  @Test(arguments: [21, 22] as [UInt64])
  func `Files side by side have one report, cut or not, compressed or not`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let lines = lines(seed, .current)
    var inputs: [NamedInput] = []
    var start = 0
    while start < lines.count {
      let end = min(lines.count, start + random.between(1, 150))
      let text = Array(lines[start..<end].joined(separator: "\n").utf8)
      let bytes = random.below(3) == 0 ? SmallExport.gzip(text) : text
      // In an order that is not that of their names.
      inputs.append(NamedInput(.bytes(bytes, name: "part-\(9999 - start)")))
      start = end
    }
    try expectSame(inputs, options(.current), parts: [3000, 20_000])
    try expectSame(inputs.reversed(), options(.current), parts: [3000, 20_000])
  }

  @Test func `Files on disk are cut as bytes in memory are, and their values are read again`()
    throws
  {
    let folder = FileManager.default.temporaryDirectory.appending(path: "parts-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "trail.ndjson").path
    let text = Array((lines(31, .current).joined(separator: "\r\n") + "\n\n").utf8)
    try Data([0xEF, 0xBB, 0xBF] + text).write(to: URL(fileURLWithPath: path))
    try expectSame([NamedInput(.file(path))], options(.current), parts: [1000, 30_000])
    let outcome = try Outcome([NamedInput(.file(path))], options(.current), jobs: 2)
    let words = outcome.examples.joined().flatMap { [$0.sentence] + $0.related.map(\.statement) }
    #expect(!words.contains { $0.contains("\0") || $0.contains(ValuePlace.lostValue) })
    #expect(words.contains { $0.contains(" = ") })
  }

  @Test func `Lines that are longer than a part, and empty ones, are counted once`() throws {
    let long = SmallExport.read(#"{"_id":1,"a":"\#(String(repeating: "x", count: 5000))"}"#)
    let other = SmallExport.document(7, ["event": .null])
    let lines = ["", long, "", "", other, "{", long, other, long, ""]
    try expectSame([input(lines)], TrailOptions(), parts: [1, 64, 700, 6000])
    var options = TrailOptions()
    options.limits.documentBytes = 1000
    try expectSame([input(lines)], options, parts: [64, 700])
  }

  @Test func `Arrays, and documents of several lines, are not cut`() throws {
    let documents = (1...40).map { SmallExport.document($0) }
    let array = "[" + documents.joined(separator: ",\n") + "]"
    let pretty = documents.map { $0.replacing("{\"_id\"", with: "{\n\"_id\"") }
    try expectSame([input([array])], TrailOptions(), parts: [300])
    try expectSame([input(pretty)], TrailOptions(), parts: [300])
    let parts = TrailParts([input([array]), input(pretty, "other")], bytes: 300)
    #expect(parts?.cut.isEmpty == true)
  }

  @Test func `A limit that is reached in several parts leaves out what it leaves out in one`()
    throws
  {
    let limit = HistoryNames.maximumProperties
    func read(_ properties: Range<Int>) -> String {
      SmallExport.read(
        "{\"_id\":1" + properties.map { ",\"p\($0)\":1" }.joined() + "}"
      )
    }
    let lines = [
      read(0..<limit - 5), read(limit..<limit + 9), read(0..<9), read(limit - 9..<limit + 9),
    ]
    try expectSame([input(lines)], TrailOptions(), parts: [1000])
    let outcome = try Outcome([input(lines)], TrailOptions(), jobs: 1)
    #expect(outcome.report.findings.count(of: .historyUnfollowed) == 1)
  }

  @Test
  func
    `What cannot be read is the error of the first file that cannot, whatever the number of threads`()
    throws
  {
    let good = input(lines(41, .current, events: 60))
    let zip = NamedInput(.bytes([0x50, 0x4B, 3, 4] + Array(repeating: 0, count: 400), name: "zip"))
    let bzip = NamedInput(
      .bytes(Array("BZh91AY&SY".utf8) + Array(repeating: 0, count: 400), name: "bz")
    )
    for inputs in [[good, zip, bzip], [bzip, good, zip]] {
      var messages: [String] = []
      for jobs in [1, 2, 7] {
        var options = try options(.current)
        options.limits.partBytes = 500
        let error = #expect(throws: TrailError.self) { try Outcome(inputs, options, jobs: jobs) }
        messages.append("\(String(describing: error))")
      }
      #expect(Set(messages).count == 1)
    }
  }

  @Test func `A name that is given twice is read by one thread`() throws {
    let lines = lines(51, .current, events: 100)
    #expect(TrailParts([input(lines), input(lines)], bytes: 500) == nil)
    try expectSame([input(lines), input(lines)], options(.current), parts: [500])
  }
}
