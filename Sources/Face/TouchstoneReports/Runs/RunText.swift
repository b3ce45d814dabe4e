import Formats
import Foundation
import OrderedCollections

import Touchstone
package import TouchstoneExplaining

/// A run for people: a line a chapter, an explanation for each case that is not as expected, and the sum.
///
/// Two runs with the same verdicts read the same but for the last line, which tells the time they took.
package struct RunText {
  /// How many causes are explained at length unless something else is said; other cases are named.
  package static let explanationLimit = 25
  /// How many cases that were not run are named; of more, their chapters are.
  private static let nameLimit = 20

  let report: ReportFile
  let style: ConsoleStyle
  /// How many causes are explained at length.
  let explained: Int
  /// How many cases are listed with the time they took, the slowest first.
  let slowest: Int

  /// The text of a report.
  package init(
    _ report: ReportFile,
    style: ConsoleStyle,
    explained: Int = explanationLimit,
    slowest: Int = 0
  ) {
    self.report = report
    self.style = style
    self.explained = explained
    self.slowest = slowest
  }

  /// The report as one text that ends with a line break.
  package var text: String { lines.joined(separator: "\n") + "\n" }

  /// The report as lines, safe to show on a terminal.
  var lines: [String] {
    [heading, ""] + chapters + explanations + unsupported + notRun + gaps + stale + faults + slow
      + [""]
      + closing
  }

  private var heading: String {
    style.paint(report.title(atMost: 100), .bold)
      + ", class \(report.selection.conformanceClass), edition \(report.selection.edition)"
      + report.selection.profilePhrase
  }

  /// What was not run and had to be.
  private var gaps: [String] {
    guard !report.gaps.isEmpty else { return [] }
    return ["", style.paint("Not run, and had to be (--allow-unsupported lets it pass):", .red)]
      + report.gaps.map { style.paint("  ! " + terminalSafe($0), .red) }
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
    let causes = report.causes
    var lines: [String] = []
    for cause in causes.prefix(explained) {
      lines.append("")
      lines += cause.explanation(requirements: report.requirements, style: style)
    }
    let others = causes.dropFirst(explained).flatMap(\.entries)
    if !others.isEmpty {
      lines += ["", "Not explained here:"]
      lines += others.map { "  \($0.verdict.sign) \(terminalSafe($0.name))" }
    }
    return lines
  }

  /// Cases that are not supported, a line for each reason: the same one may stand behind a whole chapter.
  private var unsupported: [String] {
    let skipped = report.entries.filter { $0.verdict == .unsupported }
    guard !skipped.isEmpty else { return [] }
    return ["", "Not run:"]
      + OrderedDictionary(grouping: skipped) { $0.reason ?? "unsupported" }.map { reason, cases in
        let first = terminalSafe(cases[0].name)
        let others = cases.count > 1 ? " and \(cases.count - 1) more" : ""
        return "  – \(terminalSafe(reason)): \(first)\(others)"
      }
  }

  /// Cases that the run did not get to: their names, or the chapters of very many.
  private var notRun: [String] {
    let names = report.notRun
    guard !names.isEmpty else { return [] }
    let chapters = OrderedDictionary(grouping: names) { String($0.prefix { $0 != "/" }) }
    let lines =
      names.count <= Self.nameLimit
      ? names : chapters.map { "\($0): \(Plural.of($1.count, "case"))" }
    return ["", "Not run, \(report.stop.reason):"] + lines.map { "  – " + terminalSafe($0) }
  }

  /// The cases that took the longest.
  private var slow: [String] {
    guard slowest > 0 else { return [] }
    let entries = report.entries.sorted { $0.seconds > $1.seconds }.prefix(slowest)
    return ["", "Slowest:"]
      + entries.map { String(format: "%10.3f s  ", $0.seconds) + terminalSafe($0.name) }
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
