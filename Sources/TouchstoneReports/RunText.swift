import Formats
import Foundation

package import Touchstone

/// A report for people: a line a chapter, an explanation for each case that is not as expected, and the sum.
///
/// Two runs with the same verdicts read the same but for the last line, which tells the time they took.
package struct RunText: Sendable {
  /// How many cases are explained at length; the others are named.
  static let explanationLimit = 25

  private let report: RunReport
  private let requirements: [String: Requirement]
  private let style: ConsoleStyle

  /// Renders a report with the sentences of the specification.
  package init(
    _ report: RunReport,
    requirements: [String: Requirement],
    style: ConsoleStyle = .plain
  ) {
    self.report = report
    self.requirements = requirements
    self.style = style
  }

  /// The report as lines, safe to show on a terminal.
  package var lines: [String] {
    [heading, ""] + chapters + explanations + notRun + stale + faults + [""] + closing
  }

  /// The report as one text that ends with a line break.
  package var text: String { lines.joined(separator: "\n") + "\n" }

  private var heading: String {
    let info = report.implementation
    let name = Abbreviation.shorten("\(info.name) \(info.version) (\(info.language))", to: 100)
    return style.paint(name, .bold)
      + ", class \(report.selection.conformanceClass), edition \(report.selection.edition)"
  }

  // MARK: Chapters

  private var chapters: [String] {
    var names: [String] = []
    var verdicts: [String: [Verdict]] = [:]
    for verdict in report.verdicts {
      let chapter = verdict.testCase.chapter
      if verdicts[chapter] == nil { names.append(chapter) }
      verdicts[chapter, default: []].append(verdict.verdict)
    }
    let width = names.map(\.count).max() ?? 0
    return names.map { name in
      let summary = RunSummary(verdicts[name, default: []])
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
    let unexpected = report.verdicts.filter {
      [.failed, .errored, .unexpectedPass].contains($0.verdict)
    }
    var lines: [String] = []
    for verdict in unexpected.prefix(Self.explanationLimit) {
      lines.append("")
      lines += CaseExplanation(verdict, requirements: requirements, style: style).lines
    }
    let others = unexpected.dropFirst(Self.explanationLimit)
    if !others.isEmpty {
      lines += ["", "Not explained here, because there are so many:"]
      lines += others.map { "  \($0.verdict.sign) \(terminalSafe($0.testCase.name))" }
    }
    return lines
  }

  /// Cases that were not run, a line for each reason: the same one may stand behind a whole chapter.
  private var notRun: [String] {
    var reasons: [String] = []
    var names: [String: [String]] = [:]
    for verdict in report.verdicts where verdict.verdict == .unsupported {
      let reason = verdict.reason ?? "unsupported"
      if names[reason] == nil { reasons.append(reason) }
      names[reason, default: []].append(verdict.testCase.name)
    }
    guard !reasons.isEmpty else { return [] }
    return ["", "Not run:"]
      + reasons.map { reason in
        let cases = names[reason, default: []]
        let first = terminalSafe(cases.first ?? "")
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
      + report.faults.flatMap { fault in
        let lines = TextWrapping.wrap(terminalSafe(fault), to: min(style.width, 100) - 4)
        return lines.enumerated().map { ($0.offset == 0 ? "  ! " : "    ") + $0.element }
      }
  }

  // MARK: The sum

  private var closing: [String] {
    let summary = report.summary
    var parts = [Verdict.passed, .failed, .errored, .unsupported, .knownFailure].map {
      "\($0.word) \(summary[$0])"
    }
    if summary[.unexpectedPass] > 0 {
      parts.append("unexpected passes \(summary[.unexpectedPass])")
    }
    if !report.isComplete { parts.append("not finished \(report.unfinished)") }
    return [
      "selected \(summary.selected + report.unfinished) = " + parts.joined(separator: " + "),
      classLine, timeLine,
    ]
  }

  private var classLine: String {
    let selection = report.selection
    let start = "class \(selection.conformanceClass), edition \(selection.edition): "
    switch report.classVerdict {
    case .achieved: return start + style.paint("achieved", .green)
    case .notAchieved(let missing):
      let cases = missing == 1 ? "1 must case has" : "\(missing) must cases have"
      return start + style.paint("not achieved", .red) + " (\(cases) not passed)"
    case .notJudged where !report.isComplete:
      return start + style.paint("not judged, because the run was interrupted", .red)
    case .notJudged: return start + "not judged, because only a part of its cases was selected"
    }
  }

  private var timeLine: String {
    let seconds = Double(report.ended.milliseconds - report.started.milliseconds) / 1000
    return "time " + String(format: "%.1f", max(0, seconds)) + " s"
  }
}
