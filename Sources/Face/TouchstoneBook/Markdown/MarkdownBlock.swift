/// One block of the Markdown that chapters are written in.
enum MarkdownBlock: Hashable, Sendable {
  case heading(level: Int, text: String)
  case paragraph(String)
  case list(isOrdered: Bool, items: [String])
  case table(header: [String], rows: [[String]])
  case code(String)
}

extension MarkdownBlock {
  /// The blocks of a text; what is none of these constructs is a paragraph, so that nothing gets lost.
  static func blocks(of text: String) -> [MarkdownBlock] {
    var reader = MarkdownReader()
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      reader.read(line)
    }
    reader.closeAll()
    return reader.blocks
  }
}
