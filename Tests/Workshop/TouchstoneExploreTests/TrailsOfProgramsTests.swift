import Formats
import Foundation
import JSON
import ReferenceAdapter
import Testing
import Touchstone
import TrailCheck
import TrailReading

@testable import TouchstoneExplore

/// What the reference records of a random program is a right trail, whatever the program does.
struct TrailsOfProgramsTests {
  private static let environment = ProcessInfo.processInfo.environment
  /// More of them with `TOUCHSTONE_SOAK`; those from `TOUCHSTONE_SEED` on.
  private static let seeds: Range<UInt64> = {
    let first = environment["TOUCHSTONE_SEED"].flatMap { UInt64($0) } ?? 1
    return first..<first + (environment["TOUCHSTONE_SOAK"] == nil ? 60 : 10_000)
  }()

  /// What a right trail may have as well: custom representations, mixed values that were data before (SERIAL-26), metadata
  /// whose names differ by case (CONFIG-11), and scopes of one activity that were open at once (TRAIL-38).
  private static let explained: Set<FindingCode> = [
    .elementNoObject, .newKey, .metadataCase, .timeBackwards,
  ]

  /// Whether the trail of a program is right for sure: a custom event that calls itself a read or a write has the wrong data,
  /// and by a clock that is set, perhaps back, nothing tells which of two scopes was first.
  private func isRight(_ program: CaseProgram) -> Bool {
    !program.steps.flatMap(\.withNested).contains { step in
      step.kind == .clock(.setClock)
        || step.kind == .recording(.recordEvent)
          && ["read", "write"].contains(step.json["eventType"]?.string)
    }
  }

  @Test(arguments: Edition.allCases)
  func `What a scope around a whole program records is complete, and right`(_ edition: Edition)
    async throws
  {
    let settings = ExploreSettings(edition: edition)
    let reference = ReferenceImplementation()
    _ = try await reference.initialize(edition: edition.rawValue)
    var documents = 0
    for seed in Self.seeds {
      var program = recordingProgram(seed: seed, settings).message
      program.steps =
        [Step(["do": "beginScope", "activity": "whole", "as": "whole"])] + program.given
        + program.steps + [Step(["do": "commitScope", "scope": "whole"])]
      program.given = []
      guard isRight(program),
        case .completed(let outcomes, let events) = try await reference.runCase(program),
        case .ok? = outcomes.last
      else { continue }
      var options = TrailOptions()
      options.edition = edition
      options.isComplete = true
      options.schema = try CaseSchema([
        "schema": program.schema.json, "configuration": program.configuration,
      ])
      let trail = events.map { $0.text() }.joined(separator: "\n")
      var check = TrailCheck(options)
      try check.check(.bytes(Array(trail.utf8), name: "\(seed)"))
      try check.finish()
      documents += events.count
      let kinds = check.findings.kinds.filter {
        $0.level > .info && !Self.explained.contains($0.code)
      }
      let found = kinds.flatMap { kind in
        check.findings.examples(of: kind).map {
          "\(kind.level) \(kind.code.rawValue): \($0.sentence)"
        }
      }
      #expect(found == [], "seed \(seed)")
    }
    #expect(documents > 100)
  }
}
