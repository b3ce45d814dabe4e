/// All that a person needs to see why a case did not pass: where it stands, what it does, which rule it is about,
/// and what happened instead.
package struct CaseExplanation: Sendable {
  private let entry: ReportEntry
  private let requirements: [String: RequirementSummary]
  private let style: ConsoleStyle

  /// Explains what a report keeps of a verdict.
  package init(
    _ entry: ReportEntry,
    requirements: [String: RequirementSummary],
    style: ConsoleStyle = .plain
  ) {
    self.entry = entry
    self.requirements = requirements
    self.style = style
  }

  /// The explanation as lines, safe to show on a terminal.
  package var lines: [String] {
    var lines = [heading]
    func section(_ title: String, _ content: [String]) {
      guard !content.isEmpty else { return }
      lines += ["", "  " + style.paint(title, .bold)]
      lines += content.map { $0.isEmpty ? "" : "    " + $0 }
    }
    lines += wrapped(entry.title).map { "  " + $0 }
    section("Setting", entry.setting)
    section("Given", entry.given)
    section("Steps", entry.steps)
    section("Requirements", entry.requirements.flatMap { Story.sentence(of: $0, in: requirements) })
    if entry.rows.isEmpty { section("Expected", Story.expected(of: entry.expected)) }
    section("Known failure", entry.known.map(wrapped) ?? [])
    section("Reason", entry.reason.map(wrapped) ?? [])
    section("Log", entry.log?.split(separator: "\n").flatMap { wrapped(String($0)) } ?? [])
    if entry.rows.contains(where: { $0.mark != .same }) {
      section("Trail", ComparisonTable(rows: entry.rows, style: style).lines)
    }
    section("Findings", entry.findings.flatMap { wrapped($0.line) })
    section("Where to look", entry.notes)
    return lines
  }

  /// The explanation as one text.
  package var text: String { lines.joined(separator: "\n") }

  private var heading: String {
    let (verdict, location) = (entry.verdict, entry.location)
    let sign = style.paint("\(verdict.sign) \(terminalSafe(entry.name))", verdict.ink)
    return sign + "  " + style.paint(terminalSafe("\(location.file):\(location.line)"), .dim)
  }

  private func wrapped(_ text: String) -> [String] {
    Paragraph.lines(of: text, width: min(style.width, 100) - 4, breakingWords: true)
  }
}
