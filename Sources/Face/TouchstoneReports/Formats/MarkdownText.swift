import Touchstone

/// Texts on one line in which nothing is markup, neither of Markdown nor of HTML, and no bare address is a link.
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
    // GitHub makes links of `http://a` and `www.a` alike.
    return escaped.replacing("://", with: "&#58;//")
      .replacing(/(www)\./.ignoresCase()) { "\($0.output.1)&#46;" }
  }
}
