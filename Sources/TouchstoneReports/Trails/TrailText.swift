package import Touchstone
package import Trail

/// The outcome of a check for the console: a summary by code, with examples.
package struct TrailText {
  private static let width = 400

  private let report: TrailReport
  private let style: ConsoleStyle

  /// The text of a report in a style.
  package init(_ report: TrailReport, style: ConsoleStyle = .plain) {
    self.report = report
    self.style = style
  }

  /// The whole text.
  package var text: String {
    var lines: [String] = []
    for kind in report.findings.kinds { lines += block(kind) }
    lines.append(style.paint(report.sumSentence, report.isSound ? .green : .red))
    lines.append(style.paint(report.scopeSentence, .dim))
    return lines.joined(separator: "\n") + "\n"
  }

  private func block(_ kind: FindingSummary.Kind) -> [String] {
    let count = report.findings.counts[kind] ?? 0
    let ink: ConsoleStyle.Ink =
      kind.level == .error ? .red : kind.level == .warning ? .yellow : .dim
    var lines = [
      style.paint("\(kind.level.rawValue) \(kind.code.name)", ink)
        + " (\(count)×, \(kind.code.requirement)): \(kind.code.meaning)"
    ]
    let examples = report.findings.examples(of: kind)
    for finding in examples {
      let id = finding.id.map { " [\($0)]" } ?? ""
      lines.append("  " + safe("\(finding.position)\(id): \(finding.sentence)"))
      lines += finding.chain.map { "    " + safe($0) }
    }
    if examples.count < count { lines.append("  … and \(count - examples.count) more") }
    return lines + [""]
  }

  private func safe(_ text: String) -> String { Abbreviation.shorten(text, to: Self.width) }
}
