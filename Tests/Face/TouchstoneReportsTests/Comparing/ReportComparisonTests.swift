import Testing

@testable import Touchstone
@testable import TouchstoneExplaining
@testable import TouchstoneReports

struct ReportComparisonTests {
  private func compare(_ before: [ReportEntry], _ after: [ReportEntry]) -> ReportComparison {
    ReportComparison(ReportSample.report(before), ReportSample.report(after))
  }

  private func entry(_ verdict: Verdict, _ message: String? = nil) -> ReportEntry {
    ReportSample.entry(
      "reads/a/x",
      verdict,
      findings: message.map { [Finding(place: "events[0]", message: $0)] } ?? []
    )
  }

  /// From a verdict to another: what that is called, and whether it is worse.
  @Test(arguments: [
    (Verdict.passed, Verdict.failed, ReportComparison.Kind?.some(.newlyFailing), true),
    (.passed, .errored, .newlyFailing, true),
    (.passed, .knownFailure, .newlyFailing, true),
    (.unexpectedPass, .failed, .newlyFailing, true),
    (.passed, .unsupported, .untested, true),
    (.failed, .unsupported, .untested, true),
    (.unsupported, .failed, .tested, false),
    (.failed, .errored, .different, false),
    (.failed, .passed, .newlyPassing, false),
    (.knownFailure, .unexpectedPass, .newlyPassing, false),
    (.unsupported, .passed, .newlyPassing, false),
    (.failed, .knownFailure, nil, false),
    (.passed, .unexpectedPass, nil, false),
    (.passed, .passed, nil, false),
    (.unsupported, .unsupported, nil, false),
  ])
  func `Every change has a name`(
    _ before: Verdict,
    _ after: Verdict,
    _ kind: ReportComparison.Kind?,
    _ isWorse: Bool
  ) {
    let comparison = compare([entry(before)], [entry(after)])
    #expect(comparison.changes.keys.first == kind)
    #expect(comparison.changes.count == (kind == nil ? 0 : 1))
    #expect((comparison.worse > 0) == isWorse)
  }

  @Test func `A failure that reads otherwise is a change, but no worse one`() {
    let comparison = compare([entry(.failed, "expected 1")], [entry(.failed, "expected 2")])
    #expect(comparison.changes[.different]?.map(\.words) == ["events[0]: expected 2"])
    #expect(comparison.worse == 0)
    #expect(compare([entry(.failed, "x")], [entry(.failed, "x")]).changes.isEmpty)
  }

  @Test func `What is gone is worse if it passed`() {
    #expect(compare([entry(.passed)], []).worse == 1)
    let failed = compare([entry(.failed)], [])
    #expect(failed.worse == 0)
    #expect(failed.changes[.gone]?.map(\.name) == ["reads/a/x"])
  }

  @Test func `What appeared is never worse`() {
    let comparison = compare([], [entry(.failed)])
    #expect(comparison.changes[.appeared]?.map(\.after) == [.failed])
    #expect(comparison.worse == 0)
  }

  @Test func `A comparison reads from what matters most to what matters least`() {
    let before = ["a", "b", "c"].map { ReportSample.entry("reads/x/\($0)") }
    let after = [
      ReportSample.entry("reads/x/a", .errored, reason: "gone\u{1B}[2J"),
      ReportSample.entry("reads/x/b"), ReportSample.entry("reads/x/d"),
    ]
    let lines = compare(before, after).lines
    #expect(
      lines == [
        "before  fake 1.0 (Swift): selected 3 = passed 3 + failed 0 + errored 0 + unsupported 0 + known 0",
        "after   fake 1.0 (Swift): selected 3 = passed 2 + failed 0 + errored 1 + unsupported 0 + known 0",
        "", "newly failing (1)", "  reads/x/a (passed → errored): gone\\u{1b}[2J", "", "gone (1)",
        "  reads/x/c (passed)", "", "appeared (1)", "  reads/x/d (passed)", "", "2 cases got worse",
      ]
    )
  }

  @Test func `Reports of different selections are told apart`() {
    var after = ReportSample.report([entry(.passed)])
    after.selection.edition = "core"
    after.selection.profile = .realm
    after.selection.filters = ["reads/**"]
    let comparison = ReportComparison(ReportSample.report([entry(.passed)]), after)
    #expect(
      comparison.differences == [
        "the edition was 2023, and is core", "the profile was none, and is realm",
        "the filter was none, and is reads/**",
      ]
    )
    #expect(comparison.lines.last == "nothing changed")
  }
}
