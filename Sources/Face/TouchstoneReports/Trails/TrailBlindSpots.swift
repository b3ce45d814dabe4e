import Touchstone

/// What no check of a trail can tell, and what no trail can be asked: the tables of the Spec, which help and reports take
/// from there, so that all three say the same.
package enum TrailBlindSpots {
  /// A table of the Spec.
  package struct Table: Sendable {
    /// Its heading.
    package let title: String
    /// The sentences before it.
    package let introduction: String
    /// What cannot be told or asked, and why.
    package let rows: [(what: String, why: String)]
  }

  /// The tables, in the order of the Spec.
  package static let tables = ["What cannot be told", "What cannot be asked"].map(table)

  /// All of it as the last paragraphs of a help text.
  package static var help: String {
    tables.map { table in
      "\(table.title.uppercased())\n\(table.introduction)\n"
        + table.rows.map { "- \($0.what): \($0.why)" }.joined(separator: "\n")
    }.joined(separator: "\n\n")
  }

  private static func table(_ title: String) -> Table {
    let chapter =
      SuiteText.embeddedSpecification.first { $0.path.hasSuffix("trails.md") }?.text ?? ""
    // Every command has this help at hand when it starts, so the chapter is not looked at letter by letter.
    let heading = Array("### \(title)".utf8)
    let lines = chapter.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
      .drop { !$0.elementsEqual(heading) }.dropFirst().prefix { $0.first != UInt8(ascii: "#") }
    let rows = lines.filter { $0.starts(with: "| ".utf8) }.dropFirst(2).map { line in
      let cells = line.split(separator: bar)
      return (what: trimmed(cells[0]), why: trimmed(cells[1]))
    }
    let text = lines.prefix { $0.first != bar }.filter { !$0.isEmpty }
      .map { String(decoding: $0, as: UTF8.self) }
    return Table(title: title, introduction: text.joined(separator: " "), rows: Array(rows))
  }

  private static var bar: UInt8 { UInt8(ascii: "|") }

  private static func trimmed(_ cell: Substring.UTF8View) -> String {
    var text = cell.drop { $0 == 0x20 }
    while text.last == 0x20 { text.removeLast() }
    return String(decoding: text, as: UTF8.self)
  }
}
