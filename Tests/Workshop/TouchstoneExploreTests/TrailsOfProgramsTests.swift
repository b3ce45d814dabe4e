import Formats
import Foundation
import JSON
import ReferenceAdapter
import Testing
import Touchstone
import TrailCheck
import TrailReading
import TrailState

@testable import TouchstoneExplore

/// What the reference records of a random program is a right trail, whatever the program does.
struct TrailsOfProgramsTests {
  private static let environment = ProcessInfo.processInfo.environment
  /// More of them with `TOUCHSTONE_SOAK`; those from `TOUCHSTONE_SEED` on.
  private static let seeds: Range<UInt64> = {
    let first = environment["TOUCHSTONE_SEED"].flatMap { UInt64($0) } ?? 1
    return first..<first + (environment["TOUCHSTONE_SOAK"] == nil ? 30 : 10_000)
  }()

  /// The order in which an export has the events.
  enum Order: CaseIterable {
    case asRecorded, newestFirst, none

    func lines(_ trail: ProgramTrail) -> String {
      var random = SplitMix64(seed: trail.seed)
      let events: [JSON] =
        switch self {
        case .asRecorded: trail.events
        case .newestFirst: trail.events.reversed()
        case .none: trail.events.shuffled(using: &random)
        }
      return events.map { $0.text() + "\n" }.joined()
    }
  }

  /// What a right trail may have as well: custom representations, mixed values that were data before (SERIAL-26), metadata
  /// whose names differ by case (CONFIG-11), and scopes of one activity that were open at once (TRAIL-38).
  private static let explained: Set<FindingCode> = [
    .elementNoObject, .newKey, .metadataCase, .timeBackwards,
  ]

  @Test(arguments: Edition.allCases, Order.allCases)
  func `What a scope around a whole program records is complete, right, and accounts for the realm`(
    _ edition: Edition,
    _ order: Order
  ) async throws {
    let settings = ExploreSettings(edition: edition)
    let reference = ReferenceImplementation()
    _ = try await reference.initialize(edition: edition.rawValue)
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "programs-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    var (documents, databases) = (0, 0)
    for seed in Self.seeds {
      guard let trail = try await ProgramTrail(seed: seed, settings, reference) else { continue }
      var options = TrailOptions()
      options.edition = edition
      options.isComplete = true
      options.schema = trail.schema
      let lines = order.lines(trail)
      if let kept = Self.environment["TOUCHSTONE_KEEP"] {
        try Data(lines.utf8).write(to: URL(filePath: "\(kept)/\(edition) \(order) \(seed).ndjson"))
      }
      let input = TrailInput.bytes(Array(lines.utf8), name: "\(seed)")
      var found: [String] = []
      if let objects = trail.objects, trail.schema.hasComparedClasses {
        try write(objects, into: folder)
        let outcome = try Reconciliation(
          of: [NamedInput(input)],
          with: StateLocation(path: folder.path()),
          options
        )
        found = sentences(outcome.trail.findings) + sentences(outcome.findings)
        databases += 1
      } else {
        var check = TrailCheck(options)
        try check.check(input)
        try check.finish()
        found = sentences(check.findings)
      }
      documents += trail.events.count
      #expect(found == [], "seed \(seed)")
    }
    #expect(documents > 50)
    #expect(databases > 10)
  }

  private func sentences(_ findings: FindingSummary) -> [String] {
    findings.kinds.filter { $0.level > .info && !Self.explained.contains($0.code) }
      .flatMap { kind in
        findings.examples(of: kind).map { "\(kind.level) \(kind.code.rawValue): \($0.sentence)" }
      }
  }

  private func write(_ objects: [String: [JSON]], into folder: URL) throws {
    try? FileManager.default.removeItem(at: folder)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (name, documents) in objects {
      let text = documents.map { $0.text() + "\n" }.joined()
      try Data(text.utf8).write(to: folder.appending(path: "\(name).ndjson"))
    }
  }
}

extension CaseSchema {
  /// Whether a database has objects that can be told apart, and shown as they are.
  fileprivate var hasComparedClasses: Bool {
    classes.contains {
      !$0.value.isEmbedded && $0.value.primaryKey != nil && !$0.value.hasRepresentation
    }
  }
}
