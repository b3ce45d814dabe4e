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
      lines.append(style.paint(terminalSafe(entry.title), .bold))
      for line in entry.lines {
        lines += Paragraph.item(line, after: "  ", then: "    ", width: max(24, style.width))
      }
      lines.append("")
    }
    lines.append(list.sum)
    return lines.joined(separator: "\n") + "\n"
  }
}
