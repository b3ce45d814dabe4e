import Foundation
import OrderedCollections
import Touchstone

/// A run for people: a line a chapter, an explanation for each case that is not as expected, and the sum.
///
/// Two runs with the same verdicts read the same but for the last line, which tells the time they took.
struct RunText {
  /// How many cases are explained at length; the others are named.
  static let explanationLimit = 25

  let report: ReportFile
  let style: ConsoleStyle

  /// The report as lines, safe to show on a terminal.
  var lines: [String] {
    [heading, ""] + chapters + explanations + notRun + stale + faults + [""] + closing
  }

  private var heading: String {
    style.paint(report.title(atMost: 100), .bold)
      + ", class \(report.selection.conformanceClass), edition \(report.selection.edition)"
  }

  // MARK: Chapters

  private var chapters: [String] {
    let width = report.chapters.keys.map(\.count).max() ?? 0
    return report.chapters.map { name, entries in
      let summary = RunSummary(entries.map(\.verdict))
      let count = "\(summary[.passed])/\(summary.selected)"
      let others = Verdict.allCases.filter { $0 != .passed && summary[$0] > 0 }
      let marks = others.map { style.paint("\($0.sign) \(summary[$0]) \($0.word)", $0.ink) }
      let sign = others.isEmpty ? style.paint(Verdict.passed.sign, .green) : " "
      let start = "\(sign) \(TextWrapping.pad(terminalSafe(name), to: width))  "
      return start
        + (marks.isEmpty
          ? count : TextWrapping.pad(count, to: 7) + "  " + marks.joined(separator: "  "))
    }
  }

  // MARK: Explanations

  private var explanations: [String] {
    let unexpected = report.entries.filter(\.verdict.isUnexpected)
    var lines: [String] = []
    for entry in unexpected.prefix(Self.explanationLimit) {
      lines.append("")
      lines += entry.explanation(requirements: report.requirements, style: style)
    }
    let others = unexpected.dropFirst(Self.explanationLimit)
    if !others.isEmpty {
      lines += ["", "Not explained here, because there are so many:"]
      lines += others.map { "  \($0.verdict.sign) \(terminalSafe($0.name))" }
    }
    return lines
  }

  /// Cases that were not run, a line for each reason: the same one may stand behind a whole chapter.
  private var notRun: [String] {
    let skipped = report.entries.filter { $0.verdict == .unsupported }
    guard !skipped.isEmpty else { return [] }
    return ["", "Not run:"]
      + OrderedDictionary(grouping: skipped) { $0.reason ?? "unsupported" }.map { reason, cases in
        let first = terminalSafe(cases[0].name)
        let others = cases.count > 1 ? " and \(cases.count - 1) more" : ""
        return "  – \(terminalSafe(reason)): \(first)\(others)"
      }
  }

  /// What is wrong with the list of known failures.
  private var stale: [String] {
    guard !report.staleExpectations.isEmpty else { return [] }
    return ["", "Known failures that do not hold:"]
      + report.staleExpectations.map { style.paint("  ? \($0)", .red) }
  }

  /// What went wrong beside the cases.
  private var faults: [String] {
    guard !report.faults.isEmpty else { return [] }
    return ["", style.paint("What the implementation did wrong outside of any case:", .red)]
      + report.faults.flatMap {
        Paragraph.item($0, after: "  ! ", then: "    ", width: min(style.width, 100))
      }
  }

  private var closing: [String] {
    let time = "time " + String(format: "%.1f", report.seconds) + " s"
    return [report.sumSentence, report.classSentence(style: style), time]
  }
}
