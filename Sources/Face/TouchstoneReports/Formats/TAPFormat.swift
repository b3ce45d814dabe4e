import Formats
import Touchstone
import TouchstoneExplaining

extension ReportFormat where Subject == ReportFile {
  /// For consumers of the Test Anything Protocol, version 14.
  static var tap: Self { Self(name: "tap") { TAPText().text(of: $0) } }
}

/// A run as lines of the Test Anything Protocol.
///
/// What is unsupported is skipped; what is known to fail is a failing test with `TODO`, which consumers tolerate. What
/// is wrong with the run as a whole is a failing test behind those of the cases.
private struct TAPText {
  func text(of report: ReportFile) -> String {
    let problems = RunProblem.all(of: report)
    let count = report.entries.count + problems.count
    var lines = ["TAP version 14", "1..\(count)", "# \(report.title)"]
    if count == 0 { lines[1] += " # SKIP no case was selected" }
    for (index, entry) in report.entries.enumerated() {
      lines += test(entry, number: index + 1, report.requirements)
    }
    for (index, problem) in problems.enumerated() {
      lines.append("not ok \(report.entries.count + index + 1) - \(escape(problem.name))")
      lines += block(["message: \(quote(problem.message))", "severity: 'run'"])
    }
    if !report.notRun.isEmpty { lines.append("Bail out! Not all was run, \(report.stop.reason).") }
    lines += ["# " + report.sumSentence, "# " + terminalSafe(report.classSentence)]
    return lines.joined(separator: "\n") + "\n"
  }

  private func test(_ entry: ReportEntry, number: Int, _ requirements: [String: RequirementSummary])
    -> [String]
  {
    let line = "\(number) - \(escape(entry.name))"
    switch entry.verdict {
    case .passed: return ["ok \(line)"]
    case .unsupported: return ["ok \(line) # SKIP \(escape(entry.summary))"]
    case .knownFailure: return ["not ok \(line) # TODO \(escape(entry.known ?? ""))"]
    case .failed, .errored, .unexpectedPass:
      return ["not ok \(line)"] + diagnostics(entry, requirements)
    }
  }

  /// YAML whose every value is a scalar in single quotes: in those nothing but the quote itself has a meaning.
  private func diagnostics(_ entry: ReportEntry, _ requirements: [String: RequirementSummary])
    -> [String]
  {
    var lines = [
      "message: \(quote(entry.summary))", "severity: \(quote(entry.verdict.rawValue))",
      "title: \(quote(entry.title))",
      "at: \(quote("\(entry.location.file):\(entry.location.line)"))",
    ]
    lines += numbered(
      "requirements",
      entry.requirements.map { id in
        id + (requirements[id].map { " \($0.level.rawValue.uppercased()): \($0.text)" } ?? "")
      }
    )
    lines += numbered("findings", entry.findings.map(\.line))
    return block(lines)
  }

  private func block(_ lines: [String]) -> [String] {
    (["---"] + lines + ["..."]).map { "  " + $0 }
  }

  /// A list as a mapping from numbers: widespread readers trip over a sequence of texts with colons.
  private func numbered(_ key: String, _ texts: [String]) -> [String] {
    guard !texts.isEmpty else { return [] }
    return ["\(key):"] + texts.enumerated().map { "  \($0 + 1): \(quote($1))" }
  }

  private func quote(_ text: String) -> String {
    "'" + terminalSafe(text).replacing("'", with: "''") + "'"
  }

  /// A description or the reason of a directive: only `\` and `#` mean something there.
  private func escape(_ text: String) -> String {
    terminalSafe(text).replacing("\\", with: "\\\\").replacing("#", with: "\\#")
  }
}
