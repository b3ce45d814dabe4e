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

  private func broken(_ name: String, _ form: String, _ requirements: String...) -> ReportEntry {
    ReportSample.entry(
      "reads/plain/\(name)",
      .failed,
      requirements: requirements,
      findings: [Finding(place: "events[0].\(name)", message: "wrong", requirement: form)]
    )
  }

  @Test
  func `What the form of half of the failing cases breaks leads, though they show other things`() {
    let report = ReportSample.report([
      entry("a", .failed, "READ-1"), broken("b", "SERIAL-16", "READ-1"),
      broken("c", "SERIAL-16", "READ-2", "SERIAL-16"), entry("d", .failed, "READ-1"),
    ])
    #expect(
      report.causes.map { $0.entries[0].name }.prefix(2) == ["reads/plain/b", "reads/plain/c"]
    )
    #expect(report.leadingRequirement == "SERIAL-16")
    #expect(report.causes[1].entries[0].requirements == ["SERIAL-16", "READ-2"])
  }

  @Test func `Cases that ended without an answer do not speak against what findings name`() {
    let report = ReportSample.report([
      entry("a", .errored, "READ-1"), entry("b", .errored, "READ-1"),
      broken("c", "SERIAL-16", "READ-2"),
    ])
    #expect(report.leadingRequirement == "SERIAL-16")
  }

  @Test func `A requirement leads whose violators fail the same cases`() throws {
    var report = ReportSample.report([
      entry("a", .failed, "READ-1"), entry("b", .failed, "READ-2", "READ-1"),
      entry("c", .passed, "READ-2"),
    ])
    #expect(report.leadingRequirement == "READ-1")
    report.requirements["READ-2"] = RequirementSummary(level: .must, text: "", likeness: 0.9)
    #expect(report.leadingRequirement == "READ-2")
    let text = Array(report.jsonText.utf8)
    #expect(try ReportFile(text: text, path: "report.json").leadingRequirement == "READ-2")
  }

  @Test func `Limits without an answer lead only where nothing else fails`() {
    func slow(_ name: String) -> ReportEntry {
      ReportSample.entry("limits/objects/\(name)", .errored, requirements: ["LIMIT-6"])
    }
    let limits = [slow("a"), slow("b")]
    #expect(ReportSample.report(limits).leadingRequirement == "LIMIT-6")
    let others = [entry("a", .failed, "READ-1"), entry("b", .passed, "READ-1")]
    #expect(ReportSample.report(limits + others).leadingRequirement == "READ-1")
  }

  @Test func `A requirement that all failing cases show comes before one that half of them show`() {
    let report = ReportSample.report(
      [entry("a", .failed, "READ-1", "READ-2"), entry("b", .failed, "READ-1")]
        + ["c", "d", "e"].map { entry($0, .passed, "READ-1") }
    )
    #expect(report.leadingRequirement == "READ-1")
  }

  @Test func `A failing case speaks against those of its requirements that its findings name`() {
    let report = ReportSample.report([
      entry("a", .failed, "READ-1", "READ-2"),
      broken("b", "READ-2", "READ-1", "READ-2"), entry("c", .failed, "READ-3"),
    ])
    #expect(report.leadingRequirement == "READ-2")
  }

  @Test func `What fewer break does not, and is not named beside what they show`() {
    let report = ReportSample.report([
      entry("a", .failed, "READ-1"), broken("b", "SERIAL-16", "READ-1"),
      entry("c", .failed, "READ-1"),
    ])
    #expect(report.leadingRequirement == "READ-1")
    #expect(report.causes.allSatisfy { $0.entries[0].requirements == ["READ-1"] })
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
