import Formats
package import TouchstoneExplaining

/// The timeline of an object for the console.
package struct TimelineText {
  private let wording: TimelineWording
  private let style: ConsoleStyle

  /// The text of a timeline in a style.
  package init(_ wording: TimelineWording, style: ConsoleStyle = .plain) {
    self.wording = wording
    self.style = style
  }

  /// The whole text.
  package var text: String {
    var lines = [style.paint(safe(wording.title), .bold), safe(wording.summary)]
    for line in wording.lines { lines += block(line) }
    if !wording.gaps.isEmpty { lines.append("") }
    for gap in wording.gaps { lines += wrap(gap, indent: 0, ink: .yellow) }
    return lines.joined(separator: "\n") + "\n"
  }

  private func block(_ line: TimelineWording.Line) -> [String] {
    let ink: ConsoleStyle.Ink? =
      switch line.kind {
      case "insertion": .green
      case "modification": .yellow
      case "deletion": .red
      default: nil
      }
    var lines = [""]
    lines.append(style.paint(safe(line.time), .dim) + "  " + style.paint(line.deed, ink))
    let user = line.user.isEmpty ? "" : " · \(line.user)"
    let others = line.others == 0 ? "" : " · with \(Plural.of(line.others, "other object"))"
    lines += wrap(safe("\(line.activity)\(user)\(others)"), indent: 2)
    for detail in line.details {
      let isBare = detail.name.isEmpty || detail.new.isEmpty
      let name = isBare ? detail.name : detail.name + ": "
      let change = detail.old.map { "\($0) → \(detail.new)" } ?? detail.new
      lines += wrap(safe(name + change), indent: 4)
    }
    lines += wrap(safe(line.place), indent: 2, ink: .dim)
    return lines
  }

  private func wrap(_ text: String, indent: Int, ink: ConsoleStyle.Ink? = nil) -> [String] {
    let spaces = String(repeating: " ", count: indent)
    return Paragraph.lines(of: text, width: max(20, style.width - indent), breakingWords: true)
      .enumerated().map {
        spaces + ($0.offset > 0 ? "  " : "") + style.paint($0.element, ink)
      }
  }

  private func safe(_ text: String) -> String { terminalSafe(text) }
}
