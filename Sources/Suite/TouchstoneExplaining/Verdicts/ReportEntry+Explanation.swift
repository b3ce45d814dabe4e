import Formats
import Touchstone

extension ReportEntry {
  /// All that a person needs to see why the case did not pass: where it stands, what it does, which rule it is about,
  /// and what happened instead; as lines that are safe to show on a terminal.
  package func explanation(
    requirements sentences: [String: RequirementSummary],
    style: ConsoleStyle = .plain
  ) -> [String] {
    let sign = style.paint("\(verdict.sign) \(terminalSafe(name))", verdict.ink)
    let place = style.paint(terminalSafe("\(location.file):\(location.line)"), .dim)
    var lines = [sign + "  " + place]
    func section(_ title: String, _ content: [String]) {
      guard !content.isEmpty else { return }
      lines += ["", "  " + style.paint(title, .bold)]
      lines += content.map { $0.isEmpty ? "" : "    " + $0 }
    }
    func wrapped(_ text: String) -> [String] {
      Paragraph.lines(of: text, width: min(style.width, 100) - 4, breakingWords: true)
    }
    lines += wrapped(title).map { "  " + $0 }
    section("Setting", setting)
    section("Given", given)
    section("Steps", steps)
    for line in failing where steps.indices.contains(line) {
      let place = lines.count - steps.count + line
      lines[place] = "  " + style.paint("✗", .red) + " " + steps[line]
    }
    section("Requirements", requirements.flatMap { Story.sentence(of: $0, in: sentences) })
    if rows.isEmpty { section("Expected", Story.expected(of: expected)) }
    section("Known failure", known.map(wrapped) ?? [])
    section("Reason", reason.map(wrapped) ?? [])
    section("Log", log?.split(separator: "\n").flatMap { wrapped(String($0)) } ?? [])
    if rows.contains(where: { $0.mark != .same }) {
      section("Trail", ComparisonTable(rows: rows, style: style).lines)
    }
    section("Findings", findings.flatMap { wrapped($0.line) })
    section("Where to look", notes)
    return lines
  }
}
