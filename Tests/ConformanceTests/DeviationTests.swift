import Foundation
import ReferenceAdapter
import ReferenceEvents
import Testing
import Touchstone

/// What wrong implementations are made of differs from the reference in the changed rule alone: with no rule changed it
/// passes every case too.
///
/// `TOUCHSTONE_SOAK=1` shows it for every edition.
struct DeviationTests {
  private static let isSoak = ProcessInfo.processInfo.environment["TOUCHSTONE_SOAK"] != nil

  @Test(arguments: Self.isSoak ? ["2022", "2023", "core"] : ["2023"])
  func `Deviating types that deviate in nothing keep class recording`(_ edition: String)
    async throws
  {
    let cases = try Suite.embedded().selecting(edition: edition, class: "recording").cases
    let reference = ReferenceImplementation { $0.alwaysDeviates = true }
    let runner = Runner(RunSelection(edition: edition), jobs: 2)
    let report = try await runner.run(cases, on: reference)
    let others = report.verdicts.filter { $0.verdict != .passed }
    #expect(others.map(\.testCase.name) == [])
    #expect(report.verdicts.count == cases.count)
  }

  @Test func `No edition deviates`() {
    for edition in Edition.all {
      #expect(!edition.hasRecordingDeviations, "\(edition.name)")
      #expect(!edition.hasCombiningDeviations, "\(edition.name)")
      #expect(!edition.hasLinkDeviations, "\(edition.name)")
    }
  }

  @Test func `A changed rule or the wish to deviate brings the deviating types in`() {
    var changed = Edition.edition2023
    changed.reads.lookups = false
    #expect(changed.hasRecordingDeviations && changed.hasCombiningDeviations)
    #expect(!changed.hasLinkDeviations)
    var wishing = Edition.edition2023
    wishing.alwaysDeviates = true
    #expect(wishing.hasRecordingDeviations && wishing.hasCombiningDeviations)
    #expect(wishing.hasLinkDeviations)
  }
}
