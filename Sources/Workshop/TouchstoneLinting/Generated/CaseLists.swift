import OrderedCollections
import Touchstone
import TouchstoneExplaining

/// The bullets under the requirements of a chapter that the suite writes, held against what it would write today:
/// `- Cases: …` with the cases that there are, and where there are none, `- Checked by: …` with the codes of a checker.
struct RequirementLists {
  private static let width = 120

  private(set) var stale: [StaleLines] = []

  /// Without codes, it is not known which there are, and their lists stay as they are.
  init(in text: LinesOfText, cases: [String: [Case]], codes: [String: [String]] = [:]) {
    for section in Chapter.sections(of: text.lines) {
      guard let id = section.requirement else { continue }
      let cases = cases[id] ?? []
      func note(_ bullet: String, _ list: [String], _ message: String) {
        let part = StaleLines(
          Self.place(of: bullet, in: section, text),
          of: text,
          replacement: Self.lines(bullet, list),
          message: "\(message) \(id)"
        )
        if let part { stale.append(part) }
      }
      if !codes.isEmpty {
        let codes = cases.isEmpty ? codes[id] ?? [] : []
        let list = codes.map { "`\($0)`" }.joined(separator: ", ")
        note("- Checked by: ", [list].filter { !$0.isEmpty }, "the list of what checks")
      }
      note("- Cases: ", Self.list(of: cases), "the list of the cases of")
    }
  }

  /// Where the bullet stands, or would stand: behind the other bullets.
  private static func place(
    of bullet: String,
    in section: Chapter.Section,
    _ text: LinesOfText
  ) -> Range<Int> {
    let body = section.lines.map { $0.number - 1 }
    let starts = body.filter { text.lines[$0].hasPrefix("- ") }
    func end(of start: Int) -> Int {
      let rest = text.lines[(start + 1)...]
      return rest.firstIndex { $0.isEmpty || $0.hasPrefix("- ") || $0.hasPrefix("#") }
        ?? rest.endIndex
    }
    if let own = starts.first(where: { text.lines[$0].hasPrefix(bullet) }) {
      return own..<end(of: own)
    }
    let place = starts.last.map(end) ?? section.line
    return place..<place
  }

  /// The names by group, so that a reader sees at once where they stand.
  private static func list(of cases: [Case]) -> [String] {
    let groups = OrderedDictionary(grouping: cases.map(\.name)) { name in
      name.lastIndex(of: "/").map { name[...$0] } ?? ""
    }
    return groups.map { path, names in
      "`\(path)` " + names.map { $0.dropFirst(path.count) }.joined(separator: ", ")
    }
  }

  /// Lines of the width of the chapters.
  private static func lines(_ bullet: String, _ list: [String]) -> [String] {
    if list.isEmpty { return [] }
    return Paragraph.lines(of: bullet + list.joined(separator: "; "), width: width, hanging: 2)
  }
}
