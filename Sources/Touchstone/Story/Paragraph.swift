/// Breaks sentences into lines for a terminal.
package enum Paragraph {
  /// The length that lines keep to where their words let them.
  package static let width = 96

  /// The lines of a text, safe to print; all but the first begin with some spaces.
  static func lines(of text: String, hanging: Int = 0) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(whereSeparator: \.isWhitespace) {
      if !line.isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = String(repeating: " ", count: hanging) + word
      } else {
        line += (line.isEmpty ? "" : " ") + word
      }
    }
    if !line.isEmpty { lines.append(line) }
    return lines.map(terminalSafe)
  }
}
