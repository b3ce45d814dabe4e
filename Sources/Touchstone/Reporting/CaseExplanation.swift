/// All that a person needs to see why a case did not pass: where it stands, what it does, which rule it is about,
/// and what happened instead.
public struct CaseExplanation: Sendable {
  private let verdict: CaseVerdict
  private let requirements: [String: Requirement]
  private let style: ConsoleStyle

  /// Explains a verdict with the sentences of the specification.
  public init(
    _ verdict: CaseVerdict,
    requirements: [String: Requirement],
    style: ConsoleStyle = .plain
  ) {
    self.verdict = verdict
    self.requirements = requirements
    self.style = style
  }

  /// The explanation as lines, safe to show on a terminal.
  public var lines: [String] {
    let testCase = verdict.testCase
    var lines = [heading]
    func section(_ title: String, _ content: [String]) {
      guard !content.isEmpty else { return }
      lines += ["", "  " + style.paint(title, .bold)]
      lines += content.map { $0.isEmpty ? "" : "    " + $0 }
    }
    lines += wrapped(testCase.title).map { "  " + $0 }
    let story = Story(testCase, requirements: requirements)
    section("Setting", story.setting)
    section("Given", story.given)
    section("Steps", story.steps)
    section("Requirements", story.requirements)
    if verdict.trail == nil { section("Expected", story.expected) }
    if let reason = verdict.reason { section("Reason", wrapped(reason)) }
    if let trail = verdict.trail, !trail.isEqual {
      section("Trail", ComparisonTable(rows: trail.trailRows(), style: style).lines)
    }
    section("Findings", verdict.findings.flatMap(words))
    section("Where to look", story.notes)
    return lines
  }

  /// The explanation as one text.
  public var text: String { lines.joined(separator: "\n") }

  private var heading: String {
    let sign = style.paint(
      "\(verdict.verdict.sign) \(terminalSafe(verdict.testCase.name))",
      verdict.verdict.ink
    )
    let location = verdict.testCase.location
    return sign + "  " + style.paint(terminalSafe("\(location.file):\(location.line)"), .dim)
  }

  private func words(_ finding: Finding) -> [String] {
    let text = finding.place.isEmpty ? finding.message : "\(finding.place): \(finding.message)"
    return wrapped(text)
  }

  private func wrapped(_ text: String) -> [String] {
    TextWrapping.wrap(terminalSafe(text), to: min(style.width, 100) - 4)
  }
}
