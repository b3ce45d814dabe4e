import OrderedCollections
import Pages
import Touchstone

/// Every case by its name, in the order of the suite, with the way to where it is told.
struct CaseListPage {
  let index: BookIndex

  var file: BookFile {
    PageShell(index: index).page(
      BookPages.cases,
      title: "All cases",
      sections: sections,
      main: """
        <h1>All cases</h1>
        <div class="prose"><p>\(index.content.suite.cases.count) cases by chapter and group. Each is told below a \
        requirement that it shows.</p></div>
        \(notices)
        \(chapters.map(html))
        \(retired)
        """
    )
  }

  private var chapters: OrderedDictionary<String, [Case]> {
    OrderedDictionary(grouping: index.content.suite.cases, by: \.chapter)
  }

  private var sections: HTML { .sections(chapters.keys.map { .section($0, $0) }) }

  private var notices: HTML {
    let lines = Suite.editions.compactMap { edition -> HTML? in
      let hidden = index.content.suite.cases.count { !($0.editions?.contains(edition) ?? true) }
      return .notice(edition, hiding: [(hidden, "case")])
    }
    return lines.joined(by: "\n")
  }

  private func html(of chapter: String, _ cases: [Case]) -> HTML {
    let groups = OrderedDictionary(grouping: cases) { testCase in
      testCase.name.split(separator: "/", maxSplits: 2).dropFirst().first.map(String.init) ?? ""
    }.map { group, cases -> HTML in
      """
      <h3>\(group)</h3>
      <ul class="case-list">\(cases.map(html))</ul>

      """
    }
    return "<section id=\"\(chapter)\"><h2>\(chapter)</h2>\n\(groups)</section>\n"
  }

  private func html(of testCase: Case) -> HTML {
    if let home = index.homes[testCase.name] {
      return index.item(testCase, " <span class=\"home\">\(home)</span>")
    }
    let editions = HTML.editions(testCase.editions ?? Suite.editions)
    return "<li\(editions)>\(CaseView(testCase: testCase, index: index).html)</li>\n"
  }

  /// What became of former names.
  private var retired: HTML {
    let entries = index.content.suite.retired.map { entry -> HTML in
      let successor = entry.successor.flatMap { index.casesByName[$0] }
      let fate: HTML =
        successor.map { "is now <a href=\"\(index.address(of: $0))\">\($0.name)</a>" }
        ?? HTML(text: entry.reason ?? "was withdrawn")
      return "<li><code>\(entry.name)</code> \(fate)</li>\n"
    }
    return entries.isEmpty ? "" : "<section><h2>Former names</h2><ul>\(entries)</ul></section>"
  }
}
