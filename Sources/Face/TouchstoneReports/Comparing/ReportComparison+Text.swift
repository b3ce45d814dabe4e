import Formats
import Touchstone

extension ReportComparison {
  /// How many cases of one kind are named.
  static let nameLimit = 200

  /// The comparison for people, as one text that ends with a line break.
  package var text: String { lines.joined(separator: "\n") + "\n" }

  /// The cases of each kind of change, and the sum, as lines that are safe to show on a terminal.
  var lines: [String] {
    var lines = [
      "before  \(before.title): \(before.sumSentence)",
      "after   \(after.title): \(after.sumSentence)",
    ]
    lines += differences.map { "note: " + terminalSafe($0) }
    for kind in Kind.allCases {
      let changes = changes[kind, default: []]
      guard !changes.isEmpty else { continue }
      lines += ["", "\(kind.rawValue) (\(changes.count))"]
      lines += changes.prefix(Self.nameLimit).map(\.line)
      let others = changes.count - Self.nameLimit
      if others > 0 { lines.append("  … and \(others) more") }
    }
    return lines + ["", verdict]
  }

  private var verdict: String {
    if worse > 0 { return Plural.of(worse, "case") + " got worse" }
    return changes.isEmpty ? "nothing changed" : "nothing got worse"
  }
}

extension ReportComparison.Change {
  fileprivate var line: String {
    let verdicts = [before, after].compactMap { $0?.rawValue }.joined(separator: " → ")
    let words = words.isEmpty ? "" : ": " + Abbreviation.shorten(words, to: 200)
    return "  \(terminalSafe(name)) (\(verdicts))\(words)"
  }
}
