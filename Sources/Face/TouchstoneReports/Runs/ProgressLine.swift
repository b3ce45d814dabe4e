package import Touchstone
package import TouchstoneExplaining

/// How far a run is, as one line of a terminal.
package struct ProgressLine: Sendable {
  private static let barWidth = 24

  private let total: Int
  private let style: ConsoleStyle
  private var counts: [Verdict: Int] = [:]

  /// A run of so many cases that has just begun.
  package init(total: Int, style: ConsoleStyle) {
    self.total = total
    self.style = style
  }

  private var done: Int { counts.values.reduce(0, +) }

  /// Takes note of a verdict.
  package mutating func count(_ verdict: Verdict) { counts[verdict, default: 0] += 1 }

  /// The line after so much time, never wider than the terminal.
  package func text(after elapsed: Duration) -> String {
    var parts: [Part] = [("\(padded(done))/\(total)", nil), (bar, .dim)]
    for verdict in [Verdict.failed, .errored, .unsupported] {
      if let count = counts[verdict] {
        parts.append(("\(verdict.sign) \(count) \(verdict.word)", verdict.ink))
      }
    }
    if let left = timeLeft(elapsed) { parts.append((left, nil)) }
    return fit(parts)
  }

  private typealias Part = (text: String, ink: ConsoleStyle.Ink?)

  /// As many parts as there is room for: the last column stays empty, lest the terminal begins a new line.
  private func fit(_ parts: [Part]) -> String {
    var room = style.width - 1
    var texts: [String] = []
    for part in parts {
      room -= part.text.count + (texts.isEmpty ? 0 : 2)
      if room < 0 { break }
      texts.append(style.paint(part.text, part.ink))
    }
    return texts.joined(separator: "  ")
  }

  private func padded(_ number: Int) -> String {
    let text = String(number)
    return String(repeating: " ", count: max(0, String(total).count - text.count)) + text
  }

  private var bar: String {
    let filled = total == 0 ? Self.barWidth : Self.barWidth * done / total
    return String(repeating: "━", count: filled)
      + String(repeating: "╌", count: Self.barWidth - filled)
  }

  /// What the pace so far promises; nothing while there is hardly a pace.
  private func timeLeft(_ elapsed: Duration) -> String? {
    guard done > 0, elapsed >= .milliseconds(500) else { return nil }
    return Self.words(
      left: Int((elapsed / .seconds(1) / Double(done) * Double(total - done)).rounded(.up))
    )
  }

  /// How many seconds something will still take.
  package static func words(left: Int) -> String {
    left < 60 ? "\(left) s left" : "\(left / 60) min \(left % 60) s left"
  }
}
