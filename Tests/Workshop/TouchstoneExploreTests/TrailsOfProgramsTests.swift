import Formats
import Foundation
import JSON
import ReferenceAdapter
import Testing
import Touchstone
import TrailReading
import TrailState

@testable import TouchstoneExplore
@testable import TrailCheck

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
    /// As recorded, in partitions that were full after a few events.
    case inPartitions

    func lines(_ trail: ProgramTrail) -> String {
      var random = SplitMix64(seed: trail.seed)
      let events: [JSON] =
        switch self {
        case .asRecorded: trail.events
        case .newestFirst: trail.events.reversed()
        case .none: trail.events.shuffled(using: &random)
        case .inPartitions: Self.rotated(trail.events, &random)
        }
      return events.map { $0.text() + "\n" }.joined()
    }

    private static func rotated(_ events: [JSON], _ random: inout SplitMix64) -> [JSON] {
      var number = 0
      return events.map { event in
        if random.chance(15) { number += 1 }
        guard case .object(var members) = event else { return event }
        members["_partition"] = .string("events-\(number)")
        return .object(members)
      }
    }
  }

  /// What a right trail may have as well: custom representations, mixed values that were data before (SERIAL-26), metadata
  /// whose names differ by case (CONFIG-11), scopes of one activity that were open at once (TRAIL-38), and mixed values of which
  /// no schema tells (TRAIL-10).
  private static let explained: Set<FindingCode> = [
    .elementNoObject, .newKey, .metadataCase, .timeBackwards, .typeInconsistent,
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

  @Test(arguments: Edition.allCases, [true, false])
  func `A trail is right by the classes that are inferred from it, and without any`(
    _ edition: Edition,
    _ isInferred: Bool
  ) async throws {
    let settings = ExploreSettings(edition: edition)
    let reference = ReferenceImplementation()
    _ = try await reference.initialize(edition: edition.rawValue)
    var documents = 0
    for seed in Self.seeds {
      guard let trail = try await ProgramTrail(seed: seed, settings, reference) else { continue }
      let input = TrailInput.bytes(Array(Order.asRecorded.lines(trail).utf8), name: "\(seed)")
      if trail.events.isEmpty || trail.schema.hasRepresentations { continue }
      var options = TrailOptions()
      options.edition = edition
      options.isComplete = true
      let keys = trail.schema.classes.compactMap { name, description in
        description.primaryKey.flatMap { NamedPrimaryKey("\(name)=\($0)") }
      }
      if isInferred {
        var inference = SchemaInference(edition: edition, primaryKeys: keys)
        try inference.read(input)
        // What it is not sure of is for a person to decide.
        let isSure = ["embedded class", "nearly all of its values"].allSatisfy {
          !inference.json.text().contains($0)
        }
        if inference.keyFault != nil || !isSure { continue }
        options.schema = try CaseSchema(inference.json)
      } else {
        options.primaryKeys = keys
      }
      var check = TrailCheck(options)
      do {
        try check.check(input)
        try check.finish()
      } catch {
        #expect(error.description.contains("no event mentions the class"), "seed \(seed)")
        continue
      }
      documents += trail.events.count
      // Nothing tells that a text has become a decimal of the same form.
      let found = sentences(check.findings).filter { !$0.contains(" value-unchanged: ") }
      #expect(found == [], "seed \(seed)")
    }
    #expect(documents > 50)
  }

  /// How an export has the events of two devices.
  enum Export: CaseIterable {
    case fileForEachDevice, asUploaded, byTime

    func files(_ first: ProgramTrail, _ second: ProgramTrail) -> [String] {
      var random = SplitMix64(seed: first.seed)
      let files: [[JSON]]
      switch self {
      case .fileForEachDevice: files = [first.events, second.events]
      case .asUploaded:
        var (mine, others) = (first.events[...], second.events[...])
        var all: [JSON] = []
        while let next = random.chance(50) && !mine.isEmpty || others.isEmpty
          ? mine.popFirst() : others.popFirst()
        {
          all.append(next)
        }
        files = [all]
      case .byTime:
        func time(_ document: JSON) -> String { document["timestamp"]?["$date"]?.string ?? "" }
        files = [
          (first.events + second.events).enumerated()
            .sorted { (time($0.element), $0.offset) < (time($1.element), $1.offset) }
            .map(\.element)
        ]
      }
      return files.map { $0.map { $0.text() + "\n" }.joined() }
    }
  }

  @Test(arguments: Edition.allCases, Export.allCases)
  func `Two devices that never hear of each other record a right trail`(
    _ edition: Edition,
    _ export: Export
  ) async throws {
    let settings = ExploreSettings(edition: edition)
    let reference = ReferenceImplementation()
    _ = try await reference.initialize(edition: edition.rawValue)
    var documents = 0
    for seed in Self.seeds {
      guard let first = try await ProgramTrail(seed: seed, settings, reference),
        !first.schema.hasRepresentations
      else { continue }
      var shared = settings
      shared.schema = first.program.schema
      let start = Timestamp(milliseconds: 1_709_251_190_000 + Int64(seed % 10_000))
      let second = try await ProgramTrail(
        seed: seed + 1 << 32,
        shared,
        reference,
        startingAt: start
      )
      guard let second,
        !second.schema.hasRepresentations
      else { continue }
      var options = TrailOptions()
      options.edition = edition
      options.isComplete = true
      options.schema = first.schema
      var check = TrailCheck(options)
      for (number, lines) in export.files(first, second).enumerated() {
        if let kept = Self.environment["TOUCHSTONE_KEEP"] {
          let name = "\(edition) \(export) \(seed) \(number)"
          try Data(lines.utf8).write(to: URL(filePath: "\(kept)/\(name).ndjson"))
        }
        try check.check(.bytes(Array(lines.utf8), name: "\(number)"))
      }
      try check.finish()
      documents += first.events.count + second.events.count
      // Two devices may do the same in the same millisecond (TRAIL-41).
      let found = sentences(check.findings).filter { !$0.hasPrefix("warning event-copied") }
      #expect(found == [], "seed \(seed)")
    }
    #expect(documents > 50)
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
