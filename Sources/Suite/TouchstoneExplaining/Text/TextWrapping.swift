/// Fits lines into columns.
package enum TextWrapping {
  /// Breaks a line of a payload anywhere, because there a space counts; what follows is indented like the line.
  static func fold(_ line: String, to width: Int, atMost limit: Int = 6) -> [String] {
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
