import Formats
package import TouchstoneExplaining
package import TrailAnswers

extension ActivityList {
  /// The activities for the console, as one text.
  package func text(style: ConsoleStyle = .plain, clock: UTCOffset = .zero) -> String {
    let blocks = entries.map { entry in
      [style.paint(terminalSafe(entry.title), .bold)]
        + entry.lines(clock).flatMap {
          Paragraph.item($0, after: "  ", then: "    ", width: max(24, style.width))
        } + [""]
    }
    let notes = reading.notes.flatMap { note in
      Paragraph.lines(of: note, width: style.width, hanging: 2, breakingWords: true).map {
        style.paint($0, .yellow)
      }
    }
    return (blocks.joined() + [sum] + notes).joined(separator: "\n") + "\n"
  }
}
