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
  /// The order in which an export has the events.
  enum Order: CaseIterable {
    case asRecorded, newestFirst, none
    /// As recorded, in partitions of which each was full after a few scopes.
    case inPartitions

    func lines(_ trail: ProgramTrail) -> [JSON] {
      var random = SplitMix64(seed: trail.seed)
      return switch self {
      case .asRecorded: trail.events
      case .newestFirst: trail.events.reversed()
      case .none: trail.events.shuffled(using: &random)
      case .inPartitions: Self.rotated(trail, &random)
      }
    }

    /// The events of a scope are stored at once.
    private static func rotated(_ trail: ProgramTrail, _ random: inout SplitMix64) -> [JSON] {
      var number = 0
      var last: JSON?
      return trail.events.map { event in
        let scope = trail.activity(of: event)
        if scope != last, random.chance(50) { number += 1 }
        last = scope
        guard case .object(var members) = event else { return event }
        members["_partition"] = .string("events-62b38b3c10846041166f5d\(10 + number % 90)")
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

  @Test(arguments: Edition.allCases)
  func `What a scope around a whole program records is complete, right, and accounts for the realm`(
    _ edition: Edition
  ) async throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "programs-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    var (documents, databases) = (0, 0)
    try await ProgramTrail.forEach(of: edition) { trail, options in
      documents += trail.events.count
      let objects = trail.schema.hasComparedClasses ? trail.objects : nil
      if let objects { try write(objects, into: folder) }
      for order in Order.allCases {
        let input = trail.input(order.lines(trail), "\(order)")
        var found: [String] = []
        if objects != nil {
          let outcome = try Reconciliation(
            of: [NamedInput(input)],
            with: StateLocation(path: folder.path()),
            options
          )
          found = sentences(outcome.trail.findings) + sentences(outcome.findings)
          databases += 1
        } else {
          found = try self.found(in: [input], options)
        }
        #expect(found == [], "\(order), seed \(trail.seed)")
      }
    }
    #expect(documents > 10)
    #expect(databases > 10)
  }

  @Test(arguments: Edition.allCases)
  func `A trail is right by the classes that are inferred from it, and without any`(
    _ edition: Edition
  ) async throws {
    var (documents, schemas) = (0, 0)
    try await ProgramTrail.forEach(of: edition) { trail, options in
      if trail.events.isEmpty || trail.schema.hasRepresentations { return }
      let input = trail.input(trail.events, "\(Order.asRecorded)")
      let names = try Set(trail.namesOfClasses())
      let keys = trail.schema.classes.compactMap { name, description in
        names.contains(name)
          ? description.primaryKey.flatMap { NamedPrimaryKey("\(name)=\($0)") } : nil
      }
      documents += trail.events.count
      var options = options
      (options.schema, options.primaryKeys) = (nil, keys)
      // Nothing tells that a text has become a decimal of the same form, or a link its key.
      func others(_ options: TrailOptions) throws -> [String] {
        try found(in: [input], options).filter { !$0.contains(" value-unchanged: ") }
      }
      #expect(try others(options) == [], "no schema, seed \(trail.seed)")

      var inference = SchemaInference(edition: edition, primaryKeys: keys)
      try inference.read(input)
      // What it is not sure of is for a person to decide.
      let isSure = [
        "embedded class", "nearly all of its values", "be a decimal128", "the keys of no object",
      ]
      .allSatisfy { !inference.json.text().contains($0) }
      if inference.keyFault != nil || !isSure { return }
      schemas += 1
      (options.schema, options.primaryKeys) = (try CaseSchema(inference.json), [])
      let strays = try others(options)
      #expect(strays == [], "inferred, seed \(trail.seed)")
    }
    #expect(documents > 10)
    #expect(schemas > 0)
  }

  /// How an export has the events of two devices.
  enum Export: CaseIterable {
    case fileForEachDevice, asUploaded, byTime

    func files(_ first: ProgramTrail, _ second: ProgramTrail) -> [[JSON]] {
      var random = SplitMix64(seed: first.seed)
      switch self {
      case .fileForEachDevice: return [first.events, second.events]
      case .asUploaded:
        var (mine, others) = (first.events[...], second.events[...])
        var all: [JSON] = []
        while let next = random.chance(50) && !mine.isEmpty || others.isEmpty
          ? mine.popFirst() : others.popFirst()
        {
          all.append(next)
        }
        return [all]
      case .byTime:
        func time(_ document: JSON) -> String { document["timestamp"]?["$date"]?.string ?? "" }
        return [
          (first.events + second.events).enumerated()
            .sorted { (time($0.element), $0.offset) < (time($1.element), $1.offset) }
            .map(\.element)
        ]
      }
    }
  }

  @Test(arguments: Edition.allCases)
  func `Two devices that never hear of each other record a right trail`(_ edition: Edition)
    async throws
  {
    let reference = ReferenceImplementation()
    _ = try await reference.initialize(edition: edition.rawValue)
    var documents = 0
    try await ProgramTrail.forEach(of: edition) { first, options in
      if first.schema.hasRepresentations { return }
      var shared = ExploreSettings(edition: edition)
      shared.schema = first.program.schema
      let second = try await ProgramTrail(
        seed: first.seed + 1 << 32,
        shared,
        reference,
        startingAt: Timestamp(milliseconds: 1_709_251_190_000 + Int64(first.seed % 10_000))
      )
      guard let second, !second.schema.hasRepresentations else { return }
      documents += first.events.count + second.events.count
      for export in Export.allCases {
        let inputs = export.files(first, second).enumerated().map {
          first.input($0.element, "\(export) \($0.offset)")
        }
        // Two devices may do the same in the same millisecond (TRAIL-41).
        let found = try found(in: inputs, options).filter { !$0.hasPrefix("warning event-copied") }
        #expect(found == [], "\(export), seed \(first.seed)")
      }
    }
    #expect(documents > 10)
  }

  private func found(in inputs: [TrailInput], _ options: TrailOptions) throws -> [String] {
    var check = TrailCheck(options)
    for input in inputs { try check.check(input) }
    try check.finish()
    return sentences(check.findings)
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
