import Touchstone
import Trail

/// The outcome of a check for the console: a summary by code, with examples.
struct TrailText {
  private static let width = 400
  /// How many files are listed; the other reports list all.
  private static let fileLimit = 20

  let report: TrailReport
  let style: ConsoleStyle

  /// The report as lines, safe to show on a terminal.
  var lines: [String] {
    report.kinds.flatMap(block) + [
      style.paint(report.sumSentence, report.isSound ? .green : .red),
      style.paint(report.scopeSentence, .dim),
    ] + provenance
  }

  private var provenance: [String] {
    let wording = ProvenanceWording(report: report)
    let rows = wording.rows.filter { $0.title != "Held against" && $0.title != "Documents" }
    let files = wording.files
    let others = files.count - Self.fileLimit
    return rows.map { "\($0.title): \(safe($0.text))" }
      + files.prefix(Self.fileLimit).flatMap {
        ["Read: \(safe($0.name)), \($0.size)", "  \($0.digest)"]
      } + (others > 0 ? ["… and \(Plural.of(others, "more file"))"] : [])
  }

  private func block(_ kind: TrailReport.Kind) -> [String] {
    let ink: ConsoleStyle.Ink =
      switch kind.level {
      case "error": .red
      case "warning": .yellow
      default: .dim
      }
    var lines = [
      style.paint("\(kind.level) \(kind.code.rawValue)", ink)
        + " (\(kind.count)×, \(kind.code.requirement)): \(kind.code.meaning)"
    ]
    for finding in kind.examples {
      let id = finding.id.map { " [\($0)]" } ?? ""
      lines.append("  " + safe("\(finding.position)\(id): \(finding.sentence)"))
      lines += finding.chain.map { "    " + safe($0) }
    }
    if let more = kind.more { lines.append("  " + more) }
    return lines + [""]
  }

  private func safe(_ text: String) -> String { Abbreviation.shorten(text, to: Self.width) }
}
