import Formats

/// Breaks sentences into lines for a terminal.
package enum Paragraph {
  /// The length that lines keep to where their words let them.
  package static let width = 96

  /// The lines of a text, safe to print; all but the first begin with some spaces.
  ///
  /// A word that is longer than a line stands out, unless words may be broken.
  package static func lines(
    of text: String,
    width: Int = Paragraph.width,
    hanging: Int = 0,
    breakingWords: Bool = false
  ) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(whereSeparator: \.isWhitespace) {
      if !line.isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = String(repeating: " ", count: hanging) + word
      } else {
        line += (line.isEmpty ? "" : " ") + word
      }
      while breakingWords, line.count > width {
        lines.append(String(line.prefix(width)))
        line = String(line.dropFirst(width))
      }
    }
    if !line.isEmpty { lines.append(line) }
    return lines.map(terminalSafe)
  }

  /// The lines of a text behind a mark, the further ones behind the margin that goes with it; words may be broken.
  package static func item(
    _ text: String,
    after mark: String,
    then margin: String,
    width: Int
  ) -> [String] {
    lines(of: text, width: width - margin.count, breakingWords: true).enumerated()
      .map { ($0.offset == 0 ? mark : margin) + $0.element }
  }
}
