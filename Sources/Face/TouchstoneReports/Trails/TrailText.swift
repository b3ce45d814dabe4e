import Formats
import Touchstone
import TrailReading
import TouchstoneExplaining
import TrailCheck

/// The outcome of a check for the console: each kind of finding with what it means and where it is, the sum, and what was
/// read.
struct TrailText {
  private static let width = 400
  /// How many files are listed; the other reports list all.
  private static let fileLimit = 20

  let report: TrailReport
  let style: ConsoleStyle

  /// The report as lines, safe to show on a terminal.
  var lines: [String] {
    report.kinds.flatMap(block) + provenance + [""]
      + wrap(report.sumSentence, ink: report.isPassed ? .green : .red)
      + wrap(report.conclusion) + wrap(report.scopeSentence, ink: .dim) + balance
  }

  private var balance: [String] {
    guard let balance = report.balance else { return [] }
    return [""] + BalanceWording(balance: balance).lines.flatMap { wrap(safe($0), margin: "  ") }
  }

  private var provenance: [String] {
    let wording = ProvenanceWording(report: report)
    let rows = wording.rows.filter { $0.title != "Checked against" && $0.title != "Documents" }
    let files = wording.files
    var lines = rows.flatMap { wrap(safe("\($0.title): \($0.text)"), margin: "  ") }
    for file in files.prefix(Self.fileLimit) {
      lines += wrap(safe("Read: \(file.name), \(file.size)"), margin: "  ")
      lines += wrap(file.digest, "  ", margin: "  ")
    }
    let others = files.count - Self.fileLimit
    if others > 0 { lines.append("… and \(Plural.of(others, "more file"))") }
    return lines
  }

  private func block(_ kind: TrailReport.CodeFindings) -> [String] {
    let ink: ConsoleStyle.Ink =
      switch kind.level {
      case "error": .red
      case "warning": .yellow
      default: .dim
      }
    var lines = wrap(
      "\(kind.levelWord) \(kind.code.rawValue) (\(kind.count)×, \(kind.code.requirement)): \(kind.code.meaning)",
      margin: "  ",
      ink: ink
    )
    for reason in kind.reasons {
      lines += wrap("\(reason.title): \(reason.text)", "  ", margin: "    ", ink: .dim)
    }
    for group in kind.groups {
      if group.documents.count == 1 {
        lines += wrap(safe(group.line), "  ", margin: "    ")
      } else {
        lines += wrap(safe("\(group.documents.count)× \(group.sentence):"), "  ", margin: "    ")
        lines += wrap(group.places, "    ", margin: "    ")
      }
      lines += group.chain.flatMap { wrap(safe($0), "    ", margin: "      ") }
    }
    if let more = kind.more { lines.append("  " + more) }
    return lines + [""]
  }

  /// A line, broken only where someone looks at a screen: other programs look for whole lines.
  private func wrap(
    _ text: String,
    _ mark: String = "",
    margin: String = "",
    ink: ConsoleStyle.Ink? = nil
  ) -> [String] {
    let lines =
      style.isTerminal
      ? Paragraph.item(text, after: mark, then: margin, width: style.width) : [mark + text]
    return lines.map { style.paint($0, ink) }
  }

  private func safe(_ text: String) -> String { Abbreviation.shorten(text, to: Self.width) }
}
