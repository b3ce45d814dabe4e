import Formats
@testable import TrailReading
import JSON
import ReferenceAdapter
import TestSupport
import Testing
import Touchstone

@testable import TrailCheck

/// What the reference records in the cases of the suite is right, and so is every trail that looks like it.
struct GoldenTrailTests {
  @Test(arguments: ["2022", "2023", "core"], ["recording", "event-realm"])
  func `What a recorder writes that keeps the specification is never an error`(
    edition: String,
    conformanceClass: String
  ) async throws {
    let suite = try Suite.ofEverydaySizes().selecting(
      edition: edition,
      class: conformanceClass,
      filter: nil
    )
    let reference = ReferenceImplementation()
    _ = try await reference.initialize(edition: edition)
    var options = TrailOptions()
    options.edition = try #require(Edition(rawValue: edition))
    var (documents, complete) = (0, 0)
    var found: Set<String> = []
    for testCase in suite.cases {
      let program = CaseProgram(of: testCase)
      guard case .completed(_, let events) = try await reference.runCase(program) else { continue }
      options.schema = try CaseSchema([
        "schema": testCase.schema.json, "configuration": program.configuration,
      ])
      let trail = Array(events.map { $0.text() }.joined(separator: "\n").utf8)
      // What is right in a trail that is taken as complete is right in any.
      for isComplete in program.given.isEmpty ? [true, false] : [false] {
        options.isComplete = isComplete
        var check = TrailCheck(options)
        try check.check(.bytes(trail, name: testCase.name))
        try check.finish()
        let kinds = check.findings.kinds.filter { $0.level > .info }
        let isRight = isComplete && kinds.isEmpty
        documents += isComplete && !isRight ? 0 : check.documents
        // Objects that were created outside of every scope: the trail is not complete.
        if isComplete, kinds.contains(where: { $0.code.requirement == "TRAIL-37" }) { continue }
        complete += isComplete && check.documents > 0 ? 1 : 0
        let claim = isComplete ? "complete " : ""
        found.formUnion(kinds.map { "\(claim)\($0.level) \($0.code.rawValue) \(testCase.name)" })
        if isRight { break }
      }
    }
    #expect(documents > (conformanceClass == "recording" ? 500 : 10))
    #expect(complete > (conformanceClass == "recording" ? 15 : 10))
    let unexplained = found.subtracting(Self.known).filter { finding in
      !Self.knownChapters.contains { finding.hasPrefix($0) }
    }
    #expect(unexplained.sorted() == [])
  }

  /// What the Spec explains for all cases of a chapter: a custom representation may be anything.
  private static let knownChapters = [
    "warning element-no-object representation/", "warning new-key representation/",
  ]

  /// Where the trail itself gives reason for what is found.
  private static let known: Set<String> = [
    // The object was changed between two scopes, unrecorded.
    "warning read-contradicts scopes/recording/nothing-is-recorded-between-two-scopes",
    "warning change-contradicts writes/transactions/between-two-scopes",
    // The clock is set back.
    "warning time-backwards metadata/timestamps/milliseconds-and-leap-days-are-kept",
    // The clock goes back by decades.
    "warning time-far-off metadata/timestamps/milliseconds-and-leap-days-are-kept",
    // A mixed value was data before, which is left out.
    "warning new-key serialization/left-out/mixed-was-data",
    // A decimal was left out before, as edition core has it, and is null now.
    "warning new-key serialization/other-types-written-alike/decimal-becomes-null-core",
    // A custom representation may be anything, and end.
    "warning new-key serialization/other-types-written-alike/representation-ends-within-core",
    // Custom events that call themselves read or write; the last one in text, as edition 2022 has custom data.
    "warning payload-custom custom-events/recording/a-custom-event-of-type-read",
    "warning payload-custom custom-events/recording/a-custom-event-of-type-write",
    "warning payload-uncompressed custom-events/recording/a-custom-event-of-type-read-inside-a-scope",
    // Names of metadata that differ by case are two (CONFIG-11).
    "warning metadata-case event-realm/names/hostile-metadata-after-a-restart",
    "warning metadata-case event-realm/names/hostile-metadata-keys",
    "warning metadata-case configuration/metadata-keys/keys-that-differ-in-case-are-two",
    "complete warning metadata-case event-realm/names/hostile-metadata-after-a-restart",
    "complete warning metadata-case event-realm/names/hostile-metadata-keys",
    // The same events: the clock may go on between a custom event and the scope that it seems to belong to.
    "warning time-backwards custom-events/recording/a-custom-event-of-type-read",
    "warning time-backwards custom-events/recording/a-custom-event-of-type-read-inside-a-scope",
    "warning time-backwards custom-events/recording/a-custom-event-of-type-write",
    "complete warning time-backwards custom-events/recording/a-custom-event-of-type-read-inside-a-scope",
    // A custom event that calls itself read, with the data of a read that holds nothing.
    "error read-empty custom-events/recording/a-custom-event-of-type-read-inside-a-scope",
    "complete error read-empty custom-events/recording/a-custom-event-of-type-read-inside-a-scope",
  ]
}
