import Formats
import JSON
import ReferenceAdapter
import Testing
import Touchstone

@testable import Trail

/// What the reference records in the cases of the suite is right, and so is every trail that looks like it.
struct GoldenTrailTests {
  @Test(arguments: ["2022", "2023", "core"])
  func `No trail that the reference records in a case has an error`(edition: String) async throws {
    let suite = try Suite.embedded().selecting(edition: edition, class: "recording", filter: nil)
    let reference = ReferenceImplementation()
    _ = try await reference.initialize(edition: edition)
    var options = TrailOptions()
    options.edition = try #require(Edition(rawValue: edition))
    var documents = 0
    var found: Set<String> = []
    for testCase in suite.cases {
      guard
        case .completed(_, let events) = try await reference.runCase(CaseProgram(of: testCase))
      else { continue }
      var check = TrailCheck(options)
      let lines = events.map { $0.text() }.joined(separator: "\n")
      try check.check(.bytes(Array(lines.utf8), name: testCase.name))
      check.finish()
      documents += check.documents
      for kind in check.findings.kinds
      where kind.level == .error || kind.code.stage == .history {
        found.insert("\(kind.level) \(kind.code.rawValue) \(testCase.name)")
      }
    }
    #expect(documents > 500)
    #expect(found.subtracting(Self.known) == [])
  }

  /// Where the trail itself gives reason for what is found.
  private static let known: Set<String> = [
    // Somebody changed the object between two scopes, unrecorded.
    "warning read-contradicts scopes/recording/nothing-is-recorded-between-two-scopes",
    "warning change-contradicts writes/transactions/between-two-scopes",
    // The clock is set back.
    "warning time-backwards metadata/timestamps/milliseconds-and-leap-days-are-kept",
    // Custom events that call themselves read or write are taken for events of scopes.
    "error payload-no-json custom-events/recording/a-custom-event-of-type-read",
    "error payload-no-json custom-events/recording/a-custom-event-of-type-write",
    "error read-empty custom-events/recording/a-custom-event-of-type-read-inside-a-scope",
    // It stands before the read of the scope that it was recorded in, and is later unless both fell into one millisecond.
    "warning time-backwards custom-events/recording/a-custom-event-of-type-read-inside-a-scope",
  ]
}
