import Formats
package import Foundation
import JSON
import Touchstone
import TouchstoneCaseFiles
import TouchstoneWire
import TrailCheck
import TrailReading
import TrailSamples

extension InputKind {
  /// Where the inputs of this kind are that once did harm, and the sound ones that are not texts.
  package var corpus: URL {
    Self.root.appending(path: "Tests/FuzzingTests/Corpus/\(rawValue)")
  }

  /// What changed input is made from: sound input, and all of the corpus.
  package func seeds() throws -> [[UInt8]] {
    // A kind of which nothing did harm has no folder.
    let files =
      (try? FileManager.default.contentsOfDirectory(at: corpus, includingPropertiesForKeys: nil))
      ?? []
    let kept = try files.sorted { $0.path() < $1.path() }.map { Array(try Data(contentsOf: $0)) }
    return try kept + sound().map { Array($0.utf8) }
  }

  private func sound() throws -> [String] {
    switch self {
    case .trail:
      try [Sound.document, "[\(Sound.document)]"] + Self.documents() + Self.samples()
    case .report: [Sound.report]
    case .expectations: [Sound.expectations]
    case .casefile: [Sound.caseFile]
    case .answer: [Sound.answer]
    case .request: try Self.conversations()
    case .schema: [Sound.schema]
    case .mapping: [Sound.mapping, Sound.stateMapping]
    case .partial: try Self.partials()
    case .binary, .database, .store: []
    }
  }

  /// What the documents print.
  private static func documents() throws -> [String] {
    let folder = root.appending(path: "Golden/documents")
    return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .sorted { $0.path() < $1.path() }
      .map { try String(contentsOf: $0, encoding: .utf8) }
  }

  /// A few events at a time of trails with every defect.
  private static func samples() -> [String] {
    SampleTrail.editions.flatMap { edition in
      let lines = SampleTrail.lines(
        events: 300,
        seed: 7,
        edition: edition,
        defects: SampleTrail.defectCodes
      )
      return stride(from: 0, to: lines.count, by: 12).map { start in
        lines[start..<min(start + 12, lines.count)].joined(separator: "\n")
      }
    }
  }

  /// What is known of a few events.
  private static func partials() throws -> [String] {
    try samples().prefix(8).map { text in
      var options = TrailOptions()
      options.isPartial = true
      options.digestsInputs = true
      var check = TrailCheck(options)
      try check.check(.bytes(Array(text.utf8), name: "part"))
      return try check.partial().text()
    }
  }

  /// What the suite says to an implementation about one case in twenty.
  private static func conversations() throws -> [String] {
    let cases = try SuiteSource.builtIn.suite().cases
    return stride(from: 0, to: cases.count, by: 20).map { number in
      let editions = cases[number].editions ?? Suite.editions
      let requests = WireRequest.conversation(about: cases[number], edition: editions[0])
      return requests.map { $0.message.text() }.joined(separator: "\n") + "\n"
    }
  }

  /// The working copy that this was built from.
  private static let root = (0..<4).reduce(URL(filePath: #filePath)) { folder, _ in
    folder.deletingLastPathComponent()
  }
}

extension SampleTrail {
  static let editions: [Edition] = [.current, .draft, .core]

  /// The lines of a sample.
  static func lines(
    events: Int,
    seed: UInt64,
    edition: Edition = .current,
    defects: [String] = []
  ) -> [String] {
    var sample = SampleTrail(events: events, seed: seed, edition: edition, defects: defects)
    var bytes: [UInt8] = []
    while sample.next(into: &bytes) {}
    return bytes.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
  }
}
