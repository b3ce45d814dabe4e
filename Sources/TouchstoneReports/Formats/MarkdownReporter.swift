import Touchstone

/// For the summary page of a build: a table of the chapters, and every failure to be unfolded.
struct MarkdownReporter: Reporter {
  let format = "markdown"

  /// How much room explanations may take, in bytes: pages of builds end at about a megabyte.
  static let explanationRoom = 600_000
  /// How much room a list may take, in bytes; there are three of them at the most.
  static let listRoom = 100_000

  func text(of report: ReportFile) -> String {
    var blocks = [
      "## " + MarkdownText.escape(report.title),
      "**\(report.isAsExpected ? "As expected" : "Not as expected")** · "
        + MarkdownText.escape(report.classSentence) + "  \n"
        + report.sumSentence,
    ]
    let chapters = ReportChapter.all(of: report)
    if !chapters.isEmpty { blocks.append(table(chapters, report.summary)) }
    if !report.faults.isEmpty {
      blocks.append("### Outside of any case")
      blocks.append(report.faults.map { "- " + MarkdownText.escape($0) }.joined(separator: "\n"))
    }
    if !report.staleExpectations.isEmpty {
      blocks.append("### Known failures that do not hold")
      blocks.append(
        report.staleExpectations.map { "- " + MarkdownText.escape($0) }.joined(separator: "\n")
      )
    }
    blocks += failures(report)
    let known = report.entries.filter { $0.verdict == .knownFailure }
    blocks += list(known, "Known failures") { $0.known ?? "" }
    let untested = report.entries.filter { $0.verdict == .unsupported }
    blocks += list(untested, "Not run") { $0.reason ?? "" }
    return blocks.joined(separator: "\n\n") + "\n"
  }

  private func table(_ chapters: [ReportChapter], _ sum: RunSummary) -> String {
    let verdicts = Verdict.allCases.filter { $0 == .passed || sum[$0] > 0 }
    func row(_ name: String, _ summary: RunSummary) -> String {
      let counts = verdicts.map { summary[$0] == 0 ? "" : String(summary[$0]) }
      return "| \(name) | " + (counts + [String(summary.selected)]).joined(separator: " | ") + " |"
    }
    let head = ["chapter"] + verdicts.map(\.word) + ["selected"]
    let rule = ["| --- |"] + (verdicts.map { _ in " ---: |" } + [" ---: |"])
    return
      (["| " + head.joined(separator: " | ") + " |", rule.joined()]
      + chapters.map { row(MarkdownText.escape($0.name), $0.summary) } + [row("**all**", sum)])
      .joined(separator: "\n")
  }

  private func failures(_ report: ReportFile) -> [String] {
    let unexpected = report.entries.filter(\.verdict.isUnexpected)
    guard !unexpected.isEmpty else { return [] }
    var blocks = ["### Not as expected"]
    var room = Self.explanationRoom
    var unexplained: [ReportEntry] = []
    for entry in unexpected {
      let block = details(entry, report.requirements)
      guard block.utf8.count <= room else {
        unexplained.append(entry)
        continue
      }
      room -= block.utf8.count
      blocks.append(block)
    }
    return blocks + list(unexplained, "Not explained here") { $0.summary }
  }

  private func details(_ entry: ReportEntry, _ requirements: [String: RequirementSummary]) -> String {
    let text = CaseExplanation(entry, requirements: requirements).text
    let fence = String(repeating: "`", count: max(3, longestRun(of: "`", in: text) + 1))
    let head =
      "\(entry.verdict.sign) <code>\(MarkdownText.escape(entry.name))</code> \(MarkdownText.escape(entry.summary))"
    return """
      <details><summary>\(head)</summary>

      \(fence)text
      \(text)
      \(fence)

      </details>
      """
  }

  private func list(
    _ entries: [ReportEntry],
    _ title: String,
    _ words: (ReportEntry) -> String
  ) -> [String] {
    guard !entries.isEmpty else { return [] }
    var lines: [String] = []
    var room = Self.listRoom
    for entry in entries {
      let line = "- " + MarkdownText.escape("\(entry.name): \(words(entry))")
      room -= line.utf8.count + 1
      if room < 0 { break }
      lines.append(line)
    }
    let others = entries.count - lines.count
    if others > 0 { lines.append("- … and \(others) more") }
    return [
      "<details><summary>\(title) (\(entries.count))</summary>", lines.joined(separator: "\n"),
      "</details>",
    ]
  }

  private func longestRun(of character: Character, in text: String) -> Int {
    var (longest, run) = (0, 0)
    for other in text {
      run = other == character ? run + 1 : 0
      longest = max(longest, run)
    }
    return longest
  }
}
