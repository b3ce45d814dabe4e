/// Tells the lines of a Markdown text that are code from those that are prose.
///
/// Code stands between a line that begins with three backticks or more and one of nothing but as many or more.
package struct MarkdownFence {
  /// What a line is.
  package enum Part {
    case prose, opening, code, closing
  }

  /// How many backticks have begun the code; 0 in prose.
  private var length = 0

  package init() {}

  /// What the next line is.
  package mutating func part(of line: some StringProtocol) -> Part {
    let text = line.drop(while: \.isWhitespace)
    let marks = text.prefix { $0 == "`" }
    if length == 0 {
      guard marks.count >= 3 else { return .prose }
      length = marks.count
      return .opening
    }
    guard marks.count >= length, text.dropFirst(marks.count).allSatisfy(\.isWhitespace) else {
      return .code
    }
    length = 0
    return .closing
  }
}
