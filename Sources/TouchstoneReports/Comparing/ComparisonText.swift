import Touchstone

/// A comparison for people: the cases of each kind of change, and the sum.
package struct ComparisonText: Sendable {
  /// How many cases of one kind are named.
  static let limit = 200

  private let comparison: ReportComparison

  /// Renders a comparison.
  package init(_ comparison: ReportComparison) { self.comparison = comparison }

  /// The comparison as lines, safe to show on a terminal.
  package var lines: [String] {
    let (before, after) = (comparison.before, comparison.after)
    var lines = [
      "before  \(before.title): \(before.sumSentence)",
      "after   \(after.title): \(after.sumSentence)",
    ]
    lines += comparison.differences.map { "note: " + terminalSafe($0) }
    for kind in ReportComparison.Kind.allCases {
      let changes = comparison.changes[kind, default: []]
      guard !changes.isEmpty else { continue }
      lines += ["", "\(kind.rawValue) (\(changes.count))"]
      lines += changes.prefix(Self.limit).map(line)
      if changes.count > Self.limit { lines.append("  … and \(changes.count - Self.limit) more") }
    }
    return lines + ["", verdict]
  }

  /// The comparison as one text that ends with a line break.
  package var text: String { lines.joined(separator: "\n") + "\n" }

  private var verdict: String {
    let worse = comparison.worse
    if worse > 0 { return worse == 1 ? "1 case got worse" : "\(worse) cases got worse" }
    return comparison.changes.isEmpty ? "nothing changed" : "nothing got worse"
  }

  private func line(_ change: ReportComparison.Change) -> String {
    let verdicts = [change.before, change.after].compactMap { $0?.rawValue }.joined(
      separator: " → "
    )
    let words = change.words.isEmpty ? "" : ": " + Abbreviation.shorten(change.words, to: 200)
    return "  \(terminalSafe(change.name)) (\(verdicts))\(words)"
  }
}
