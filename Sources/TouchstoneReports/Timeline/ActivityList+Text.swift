package import Touchstone
package import Trail

extension ActivityList {
  /// The activities for the console, as one text.
  package func text(style: ConsoleStyle = .plain) -> String {
    let blocks = entries.map { entry in
      [style.paint(terminalSafe(entry.title), .bold)]
        + entry.lines.flatMap {
          Paragraph.item($0, after: "  ", then: "    ", width: max(24, style.width))
        } + [""]
    }
    return (blocks.joined() + [sum]).joined(separator: "\n") + "\n"
  }
}
