import Testing

@testable import Touchstone
@testable import TouchstoneExplaining
@testable import TouchstoneReports

struct RequirementRankingTests {
  private func entry(_ name: String, _ verdict: Verdict, _ requirements: String...) -> ReportEntry {
    ReportSample.entry(
      "reads/plain/\(name)",
      verdict,
      requirements: requirements,
      findings: verdict == .failed ? [Finding(place: "events[0].\(name)", message: "missing")] : []
    )
  }

  @Test func `The requirement of which no case passes comes first`() throws {
    let report = ReportSample.report([
      entry("a", .failed, "READ-1", "READ-2"),
      entry("b", .passed, "READ-1"),
      entry("c", .failed, "READ-2"),
    ])
    let explained = report.causes.map { $0.entries[0] }
    #expect(explained.map(\.requirements) == [["READ-2", "READ-1"], ["READ-2"]])
    #expect(explained.map(\.name) == ["reads/plain/a", "reads/plain/c"])
  }

  @Test func `The cause whose requirement most cases fail of is explained first`() throws {
    let report = ReportSample.report([
      entry("a", .failed, "READ-1"),
      entry("b", .passed, "READ-1"),
      entry("c", .failed, "READ-2"),
      entry("d", .failed, "READ-3", "READ-2"),
    ])
    #expect(
      report.causes.map { $0.entries[0].name } == [
        "reads/plain/c", "reads/plain/d", "reads/plain/a",
      ]
    )
    #expect(report.causes[1].entries[0].requirements == ["READ-2", "READ-3"])
  }

  @Test func `What is as likely stays in the order of the cases`() {
    let report = ReportSample.report([
      entry("a", .failed, "READ-2", "READ-1"), entry("b", .failed, "READ-1", "READ-2"),
      entry("c", .unsupported, "READ-1"),
    ])
    #expect(report.causes.map { $0.entries[0].name } == ["reads/plain/a", "reads/plain/b"])
    #expect(report.causes.map { $0.entries[0].requirements[0] } == ["READ-2", "READ-1"])
  }
}
