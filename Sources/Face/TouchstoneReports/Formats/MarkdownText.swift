import Touchstone

/// Texts on one line in which nothing is markup, neither of Markdown nor of HTML.
enum MarkdownText {
  /// References to characters are text in both, and begin neither a list nor a rule.
  static func escape(_ text: String, beginsLine: Bool = true) -> String {
    var escaped = ""
    for scalar in Abbreviation.shorten(text, to: 600).unicodeScalars {
      let isMarkup = "&<>\\`*_[]~|#$@".unicodeScalars.contains(scalar)
      let beginsBlock =
        beginsLine && escaped.isEmpty && "-+=0123456789".unicodeScalars.contains(scalar)
      if isMarkup || beginsBlock {
        escaped += "&#\(scalar.value);"
      } else {
        escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
