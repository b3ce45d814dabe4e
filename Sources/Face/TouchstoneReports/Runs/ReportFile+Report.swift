import OrderedCollections

package import Pages
import Touchstone
package import TouchstoneExplaining

extension ReportFile: Report {
  package static var formats: [ReportFormat<ReportFile>] {
    var html = ReportFormat<ReportFile>.html
    html.comparison = { RunPage(reports: $0).page.text }
    return [.json, .junit, .tap, .markdown, html]
  }

  package var outcome: String { isAsExpected ? "As expected" : "Not as expected" }
  package var statements: [String] { [classSentence, sumSentence] }
  package var subjects: [String] { [] }
  package var page: Page { RunPage(reports: [self]).page }

  package func lines(style: ConsoleStyle) -> [String] { RunText(self, style: style).lines }

  package var overview: ReportTable? {
    let chapters = chapters.mapValues { RunSummary($0.map(\.verdict)) }
    guard !chapters.isEmpty else { return nil }
    let sum = summary
    let verdicts = Verdict.allCases.filter { $0 == .passed || sum[$0] > 0 }
    func row(_ name: ReportTable.Cell, _ summary: RunSummary) -> [ReportTable.Cell] {
      [name] + verdicts.map { .number(summary[$0] == 0 ? nil : summary[$0]) }
        + [.number(summary.selected)]
    }
    return ReportTable(
      columns: [ReportTable.Column(title: "chapter")]
        + (verdicts.map(\.word) + ["selected"]).map {
          ReportTable.Column(title: $0, isNumber: true)
        },
      rows: chapters.map { row(.text($0.key), $0.value) } + [row(.total("all"), sum)]
    )
  }

  package var sections: [ReportSection] {
    let room = MarkdownReport.listRoom
    return [
      .list(title: "Outside of any case", faults),
      .list(title: "Not run, and had to be", gaps),
      .list(title: "Behind the last case", leftBehind.map { [$0] } ?? []),
      .list(title: "Known failures that do not hold", staleExpectations),
      .explained(
        title: "Not as expected",
        causes,
        requirements: requirements
      ),
      .cases(entries.filter { $0.verdict == .knownFailure }, "Known failures", room: room) {
        $0.known ?? ""
      },
      .cases(entries.filter { $0.verdict == .unsupported }, "Not run", room: room) {
        $0.reason ?? ""
      },
    ]
  }
}

extension ReportSection {
  /// Cases by name, with some words on each.
  static func cases(
    _ entries: [ReportEntry],
    _ title: String,
    room: Int,
    _ words: (ReportEntry) -> String
  ) -> ReportSection {
    let items = entries.map { ReportItem(text: "\($0.name): \(words($0))") }
    return .folded(title: "\(title) (\(entries.count))", items, room: room)
  }
}
