import OrderedCollections
import Touchstone
import TouchstoneExplaining

/// The bullet `- Cases: …` under each requirement of a chapter, held against the cases that there are.
struct CaseLists {
  private static let bullet = "- Cases: "
  private static let width = 120

  private(set) var stale: [StaleLines] = []

  init(in text: LinesOfText, cases: [String: [Case]]) {
    for section in Chapter.sections(of: text.lines) {
      guard let id = section.requirement else { continue }
      let place = Self.place(in: section, text)
      let part = StaleLines(
        place,
        of: text,
        replacement: Self.lines(for: cases[id] ?? []),
        message: "the list of the cases of \(id)"
      )
      if let part { stale.append(part) }
    }
  }

  /// Where the bullet stands, or would stand: behind the other bullets.
  private static func place(in section: Chapter.Section, _ text: LinesOfText) -> Range<Int> {
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

  /// The names by group, so that a reader sees at once where they stand, in lines of the width of the chapters.
  private static func lines(for cases: [Case]) -> [String] {
    let groups = OrderedDictionary(grouping: cases.map(\.name)) { name in
      name.lastIndex(of: "/").map { name[...$0] } ?? ""
    }
    let list = groups.map { path, names in
      "`\(path)` " + names.map { $0.dropFirst(path.count) }.joined(separator: ", ")
    }
    if list.isEmpty { return [] }
    return Paragraph.lines(
      of: bullet + list.joined(separator: "; "),
      width: width,
      hanging: 2
    )
  }
}
