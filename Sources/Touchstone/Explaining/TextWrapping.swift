/// Breaks text into lines of a width.
package enum TextWrapping {
  /// Breaks at spaces; a word that is longer than a line is broken anywhere.
  package static func wrap(_ text: String, to width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ", omittingEmptySubsequences: true) {
      if !line.isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
      while line.count > width {
        lines.append(String(line.prefix(width)))
        line = String(line.dropFirst(width))
      }
    }
    return line.isEmpty && !lines.isEmpty ? lines : lines + [line]
  }

  /// Breaks a line of a payload anywhere, because there a space counts; what follows is indented like the line.
  package static func fold(_ line: String, to width: Int, atMost limit: Int = 6) -> [String] {
    guard line.count > width else { return [line] }
    let indentation = String(line.prefix { $0 == " " }.prefix(width / 2)) + "  "
    var lines: [String] = []
    var rest = line[...]
    while !rest.isEmpty, lines.count < limit {
      let room = lines.isEmpty ? width : width - indentation.count
      lines.append((lines.isEmpty ? "" : indentation) + rest.prefix(room))
      rest = rest.dropFirst(room)
    }
    if !rest.isEmpty, let last = lines.popLast() { lines.append(last.dropLast() + "…") }
    return lines
  }

  /// A text with spaces behind it, up to a width.
  package static func pad(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
