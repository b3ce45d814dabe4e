import Formats
import JSON
import Testing

@testable import Touchstone
@testable import TouchstoneExplaining
@testable package import TouchstoneReports

/// Reports in few words: what a test does not mention is as in any plain report.
enum ReportSample {
  /// Everything that could break out of where it is written to, in one text.
  static let hostile =
    "<script>alert(1)</script>]]>&amp;\"'`|*_[x](y)#\\ \u{202E}rtl\u{2066} \u{1B}[2J\u{0}\u{7F}\u{FFFE}\n\r\n- x: ```\n~~~ </details> # TODO"

  static func entry(
    _ name: String = "reads/plain/a-case",
    _ verdict: Verdict = .passed,
    title: String = "Something happens",
    requirements: [String] = ["READ-1"],
    findings: [Finding] = [],
    reason: String? = nil,
    known: String? = nil,
    rows: [ComparisonRow] = []
  ) -> ReportEntry {
    var entry = ReportEntry(
      name: name,
      title: title,
      verdict: verdict,
      level: .must,
      requirements: requirements,
      location: TextLocation(file: "Golden/cases/reads/plain.json", line: 12),
      expected: ["events": []],
      seconds: 0.25
    )
    entry.setting = ["class Person { _id: int (primary key) }"]
    entry.steps = ["realm.objects(Person)"]
    entry.actual = ["steps": [], "events": []]
    (entry.findings, entry.reason) = (findings, reason)
    (entry.known, entry.rows) = (known, rows)
    return entry
  }

  static func report(
    _ entries: [ReportEntry],
    name: String = "fake",
    classVerdict: ClassVerdict = .notJudged,
    stale: [String] = []
  ) -> ReportFile {
    ReportFile(
      implementation: ImplementationInfo(
        name: name,
        version: "1.0",
        language: "Swift",
        editions: ["2023"],
        classes: ["recording"],
        features: []
      ),
      selection: RunSelection(),
      requirements: ["READ-1": RequirementSummary(level: .must, text: "A read is recorded.")],
      entries: entries,
      classVerdict: classVerdict,
      staleExpectations: stale,
      started: Timestamp(milliseconds: 1_700_000_000_000),
      ended: Timestamp(milliseconds: 1_700_000_002_500)
    )
  }

  /// One of each verdict.
  static let everyVerdict = report(
    [
      entry("reads/plain/good"),
      entry(
        "reads/plain/bad",
        .failed,
        findings: [
          Finding(place: "events[0].data", message: "expected 1, found 2"),
          Finding(place: "events[1]", message: "missing"),
        ],
        rows: [ComparisonRow(expected: "data: 1", actual: "data: 2", mark: .different)]
      ),
      entry("reads/plain/broken", .errored, reason: "the process ended"),
      entry("scopes/far/away", .unsupported, reason: "does not offer rotation"),
      entry("scopes/far/known", .knownFailure, known: "ticket 12"),
      entry("scopes/far/stale", .unexpectedPass, known: "ticket 13"),
    ],
    classVerdict: .notAchieved(missing: 4)
  )

  /// Hostile texts wherever an implementation, a case or a list of known failures could put one.
  static let everyText = report(
    [.failed, .errored, .unsupported, .knownFailure, .unexpectedPass].enumerated().map {
      entry(
        "reads/\(hostile)/\($0)",
        $1,
        title: hostile,
        requirements: ["READ-1", hostile],
        findings: [Finding(place: hostile, message: hostile)],
        reason: hostile,
        known: hostile,
        rows: [ComparisonRow(expected: hostile, actual: nil, mark: .missing)]
      )
    },
    name: hostile,
    stale: [hostile]
  )

  /// A run in which all went wrong but the case that it got to.
  static let spoilt: ReportFile = {
    var spoilt = report([entry()], stale: ["a\nb"])
    spoilt.notRun = ["reads/plain/other", "scopes/far/away"]
    spoilt.faults = ["it answered twice"]
    return spoilt
  }()

  static func text(_ format: String, of report: ReportFile) -> String {
    ReportFormat<ReportFile>.named(format)?.text(report) ?? ""
  }
}

extension ReportFile: CustomTestStringConvertible {
  /// A name instead of all that is in it, some of which no console should be shown.
  package var testDescription: String { "a report of \(entries.count) cases" }
}
