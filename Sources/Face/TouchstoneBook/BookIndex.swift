import JSON
import Touchstone

/// Where everything in a book stands, and what belongs together.
struct BookIndex {
  let content: BookContent
  /// Pages of chapters by their way in the specification.
  private(set) var chapterPages: [String: BookChapter] = [:]
  /// The page that each requirement stands on.
  private(set) var requirementPages: [String: String] = [:]
  /// The requirement below which a case is told, by the name of the case.
  private(set) var homes: [String: String] = [:]
  /// All cases that show a requirement, in the order of the suite.
  private(set) var casesByRequirement: [String: [Case]] = [:]
  /// The cases that are told below a requirement, the plainest first.
  private var examples: [String: [Case]] = [:]
  private(set) var casesByName: [String: Case] = [:]
  /// What the documents print, by the names of the cases that bring it about.
  private(set) var documentsByCase: [String: [GoldenDocument]] = [:]
  /// Sections of the errata by title.
  private(set) var errata: [String: String] = [:]

  init(_ content: BookContent) {
    self.content = content
    for chapter in content.chapters { add(chapter) }
    for testCase in content.suite.cases { add(testCase) }
    for document in content.documents {
      for name in Set(document.cases) { documentsByCase[name, default: []].append(document) }
    }
    fillEmptyHomes()
    collectExamples()
  }

  private mutating func add(_ chapter: BookChapter) {
    chapterPages[chapter.way] = chapter
    for (place, block) in chapter.blocks.enumerated() {
      guard case .heading(let level, let text) = block else { continue }
      if level == 2, let id = requirement(headedBy: text)?.id {
        requirementPages[id] = chapter.page
      } else if chapter.way == "errata.md", let anchor = chapter.anchors[place] {
        errata[text] = "\(chapter.page)#\(anchor)"
      }
    }
  }

  private mutating func add(_ testCase: Case) {
    casesByName[testCase.name] = testCase
    for id in testCase.requirements { casesByRequirement[id, default: []].append(testCase) }
    homes[testCase.name] = testCase.requirements.first { requirementPages[$0] != nil }
  }

  /// A case is at home at the first requirement that it names; but one that would be left without an example gets one
  /// from where there are several.
  private mutating func fillEmptyHomes() {
    var guests: [String: Int] = [:]
    for home in homes.values { guests[home, default: 0] += 1 }
    for id in requirementPages.keys.sorted() where guests[id] == nil {
      let candidate = casesByRequirement[id]?.first { testCase in
        homes[testCase.name].map { guests[$0, default: 0] > 1 } ?? false
      }
      guard let candidate, let former = homes[candidate.name] else { continue }
      guests[former, default: 0] -= 1
      guests[id] = 1
      homes[candidate.name] = id
    }
  }

  /// Puts first what holds in every edition, is about the fewest requirements, and takes the shortest steps.
  private mutating func collectExamples() {
    var ranked: [String: [(rank: (Int, Int, Int), testCase: Case)]] = [:]
    for testCase in content.suite.cases {
      guard let home = homes[testCase.name] else { continue }
      let rank = (
        Suite.editions.count - (testCase.editions ?? Suite.editions).count,
        testCase.requirements.count, testCase.steps.reduce(0) { $0 + $1.json.text().utf8.count }
      )
      ranked[home, default: []].append((rank, testCase))
    }
    examples = ranked.mapValues { cases in
      cases.sorted { left, right in
        left.rank == right.rank ? left.testCase.name < right.testCase.name : left.rank < right.rank
      }.map(\.testCase)
    }
  }
}

extension BookIndex {
  /// The requirement that a heading such as `SCOPE-1 · MUST` begins.
  func requirement(headedBy heading: String) -> Requirement? {
    guard let mark = heading.firstRange(of: " · ") else { return nil }
    return content.suite.requirements[String(heading[..<mark.lowerBound])]
  }

  /// Where a requirement stands.
  func address(ofRequirement id: String) -> String? { requirementPages[id].map { "\($0)#\(id)" } }

  /// Where a case is told.
  func address(of testCase: Case) -> String {
    let page = homes[testCase.name].flatMap { requirementPages[$0] } ?? BookPages.cases
    return "\(page)#\(testCase.name)"
  }

  /// Where it is shown what a document prints.
  func address(of document: GoldenDocument) -> String {
    "\(BookPages.document(document.document))#\(document.id)"
  }

  /// The address that a link in a file of the specification leads to; nil if it leads out of the book.
  func address(ofLink target: String) -> String? {
    if target.hasPrefix("https://") || target.hasPrefix("http://") { return target }
    if let schema = content.schemas[target] { return schema.name }
    let parts = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    guard let way = parts.first, let chapter = chapterPages[String(way)] else { return nil }
    guard parts.count == 2 else { return chapter.page }
    let anchor = String(parts[1])
    let isThere =
      chapter.anchors.values.contains(anchor) || requirementPages[anchor] == chapter.page
    return isThere ? "\(chapter.page)#\(anchor)" : chapter.page
  }

  /// The editions in which a requirement applies: those of its cases, or all if no case can show it.
  func editions(ofRequirement id: String) -> [String] {
    guard let cases = casesByRequirement[id] else { return Suite.editions }
    let applied = Set(cases.flatMap { $0.editions ?? Suite.editions })
    return Suite.editions.filter(applied.contains)
  }

  /// The cases that are told below a requirement, the plainest first.
  func cases(toldAt id: String) -> [Case] { examples[id] ?? [] }

  /// The title of a document, from the table of sources in the table of contents.
  func documentTitle(_ key: String) -> String? {
    for block in content.chapters.first(where: \.isContents)?.blocks ?? [] {
      guard case .table(let header, let rows) = block, header.first == "key" else { continue }
      if let row = rows.first(where: { $0.first == key }), row.count > 1 { return row[1] }
    }
    return nil
  }
}
