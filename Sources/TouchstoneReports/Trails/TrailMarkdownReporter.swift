import Touchstone
import Trail

/// For the summary page of a build: a table of the codes, and the examples to be unfolded.
struct TrailMarkdownReporter: TrailReporter {
  let format = "markdown"

  func text(of report: TrailReport) -> String {
    let inputs = report.inputs.prefix(20).map(MarkdownText.escape).joined(separator: ", ")
    var blocks = [
      "## " + MarkdownText.escape("Check of a trail"),
      "**\(report.isSound ? "No error" : "Errors")** · \(report.sumSentence)  \n"
        + "\(report.scopeSentence)  \n\(inputs)",
    ]
    let kinds = report.findings.kinds
    if !kinds.isEmpty {
      let rows = kinds.map { kind in
        "| \(kind.level.rawValue) | \(kind.code.name) | \(report.findings.counts[kind] ?? 0) "
          + "| \(kind.code.requirement) | \(MarkdownText.escape(kind.code.meaning)) |"
      }
      blocks.append(
        (["| level | code | count | requirement | meaning |", "| --- | --- | ---: | --- | --- |"]
          + rows).joined(separator: "\n")
      )
    }
    for kind in kinds {
      let items = report.findings.examples(of: kind).map { finding in
        "- " + MarkdownText.escape("\(finding.position): \(finding.sentence)")
          + finding.chain.map { "\n  - " + MarkdownText.escape($0) }.joined()
      }
      guard !items.isEmpty else { continue }
      blocks.append(
        "<details><summary>\(kind.code.name)</summary>\n\n" + items.joined(separator: "\n")
          + "\n\n</details>"
      )
    }
    return blocks.joined(separator: "\n\n") + "\n"
  }
}
