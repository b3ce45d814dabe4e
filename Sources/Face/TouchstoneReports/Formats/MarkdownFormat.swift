import Formats
import TouchstoneExplaining

extension ReportFormat {
  /// For the summary page of a build: a table of counts, and everything else to be unfolded.
  package static var markdown: Self { Self(name: "markdown") { MarkdownReport.text(of: $0) } }
}

/// A report as Markdown.
enum MarkdownReport {
  /// How much room explanations may take, in bytes: pages of builds end at about a megabyte.
  static let explanationRoom = 600_000
  /// How much room a list may take, in bytes; a run has three of them at the most.
  static let listRoom = 100_000

  static func text(of report: some Report) -> String {
    let statements = report.statements.enumerated().map { index, sentence in
      MarkdownText.escape(sentence, beginsLine: index > 0)
    }
    let subjects = report.subjects.map { MarkdownText.escape($0) }.joined(separator: ", ")
    let sum = statements + (subjects.isEmpty ? [] : [subjects])
    var blocks = ["## " + MarkdownText.escape(report.title)]
    blocks.append("**\(report.outcome)** · " + sum.joined(separator: "  \n"))
    if let overview = report.overview { blocks.append(table(overview)) }
    for section in report.sections { blocks += Self.blocks(of: section) }
    return blocks.joined(separator: "\n\n") + "\n"
  }

  private static func table(_ table: ReportTable) -> String {
    func row(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }
    let rows = table.rows.map { cells in
      row(
        cells.map { cell in
          switch cell {
          case .text(let text): MarkdownText.escape(text)
          case .number(let number): number.map(String.init) ?? ""
          case .total(let text): "**\(text)**"
          }
        }
      )
    }
    let head = [
      row(table.columns.map(\.title)), row(table.columns.map { $0.isNumber ? "---:" : "---" }),
    ]
    return (head + rows).joined(separator: "\n")
  }

  private static func blocks(of section: ReportSection) -> [String] {
    switch section {
    case .list(let title, let texts):
      return texts.isEmpty ? [] : ["### " + title, list(texts.map { ReportItem(text: $0) })]
    case .folded(let title, let items, let room):
      return items.isEmpty
        ? []
        : ["<details><summary>\(title)</summary>", list(items, room: room), "</details>"]
    case .explained(let title, let causes, let requirements):
      return causes.isEmpty ? [] : ["### " + title] + explanations(of: causes, requirements)
    }
  }

  private static func list(_ items: [ReportItem], room: Int = .max) -> String {
    var lines: [String] = []
    var room = room
    for item in items {
      let line =
        "- " + MarkdownText.escape(item.text)
        + item.points.map { "\n  - " + MarkdownText.escape($0) }.joined()
      room -= line.utf8.count + 1
      if room < 0 { break }
      lines.append(line)
    }
    let others = items.count - lines.count
    if others > 0 { lines.append("- … and \(others) more") }
    return lines.joined(separator: "\n")
  }

  /// As many explanations as there is room for; the others are listed.
  private static func explanations(
    of causes: [FailureCause],
    _ requirements: [String: RequirementSummary]
  ) -> [String] {
    var blocks: [String] = []
    var room = explanationRoom
    var unexplained: [ReportEntry] = []
    for cause in causes {
      let block = details(cause, requirements)
      guard block.utf8.count <= room else {
        unexplained += cause.entries
        continue
      }
      room -= block.utf8.count
      blocks.append(block)
    }
    return blocks
      + self.blocks(of: .cases(unexplained, "Not explained here", room: listRoom) { $0.summary })
  }

  private static func details(
    _ cause: FailureCause,
    _ requirements: [String: RequirementSummary]
  ) -> String {
    let entry = cause.entries[0]
    let text = cause.explanation(requirements: requirements).joined(separator: "\n")
    let fence = String(repeating: "`", count: max(3, longestRun(of: "`", in: text) + 1))
    let others = cause.entries.count - 1
    let head =
      "\(entry.verdict.sign) <code>\(MarkdownText.escape(entry.name))</code> "
      + (others > 0 ? "and \(Plural.of(others, "other case")): " : "")
      + MarkdownText.escape(entry.summary)
    return """
      <details><summary>\(head)</summary>

      \(fence)text
      \(text)
      \(fence)

      </details>
      """
  }

  private static func longestRun(of character: Character, in text: String) -> Int {
    var (longest, run) = (0, 0)
    for other in text {
      run = other == character ? run + 1 : 0
      longest = max(longest, run)
    }
    return longest
  }
}
