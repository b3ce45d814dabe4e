package import Touchstone
package import Trail

/// The activities of a trail for the console.
package struct ActivityText {
  private let list: ActivityList
  private let style: ConsoleStyle

  /// The text of a list in a style.
  package init(_ list: ActivityList, style: ConsoleStyle = .plain) {
    self.list = list
    self.style = style
  }

  /// The whole text.
  package var text: String {
    var lines: [String] = []
    for entry in list.entries {
      lines.append(style.paint(terminalSafe(entry.name.isEmpty ? "(none)" : entry.name), .bold))
      for line in ActivityWording(entry).lines {
        lines += Paragraph.lines(of: line, width: max(20, style.width - 4), breakingWords: true)
          .enumerated()
          .map { ($0.offset == 0 ? "  " : "    ") + $0.element }
      }
      lines.append("")
    }
    lines.append(ActivityWording.sum(of: list))
    return lines.joined(separator: "\n") + "\n"
  }
}
