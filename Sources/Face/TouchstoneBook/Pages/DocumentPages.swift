import JSON
import Formats
import OrderedCollections
import Pages
import Touchstone
import TouchstoneExplaining

/// What the documents print: a page for each document, and one that lists all.
struct DocumentPages {
  let index: BookIndex

  var files: [BookFile] { [overview] + index.documents.map(page) }

  private var overview: BookFile {
    let groups = index.documents.map { key, documents -> HTML in
      let entries = documents.map { document -> HTML in
        """
        <li><a href="\(index.address(of: document))">\(document.id)</a> <span class="tag">\(document.kind.rawValue)</span> \
        <span class="home">\(document.section)</span></li>

        """
      }
      return
        "<h2><a href=\"\(BookPages.document(key))\">\(key)</a></h2>\n<p class=\"origin\">\(index.documentTitle(key) ?? "")</p>\n<ul class=\"case-list\">\(entries)</ul>\n"
    }
    return PageShell(index: index).page(
      BookPages.documents,
      title: "Golden documents",
      main: """
        <h1>Golden documents</h1>
        <div class="prose"><p>What the documents print in their code boxes, letter by letter, with what it means and \
        the cases that bring it about again.</p></div>
        \(groups)
        """
    )
  }

  private func page(of key: String, _ documents: [GoldenDocument]) -> BookFile {
    PageShell(index: index).page(
      BookPages.document(key),
      title: "Printed in \(key)",
      sections: .sections(documents.map { .section($0.id, $0.id) }),
      main: """
        <h1>Printed in \(key)</h1>
        <p class="origin">\(index.documentTitle(key) ?? "")</p>
        \(documents.map(html))
        """
    )
  }

  private func html(of document: GoldenDocument) -> HTML {
    let prose = Prose(index: index)
    let caption: HTML = document.caption.map { ", <q>\($0)</q>" } ?? ""
    let notes: HTML = document.notes.map { "<p class=\"notes\">\(prose.html(of: $0))</p>" } ?? ""
    return """
      <section class="document" id="\(document.id)">
      <h2><a href="#\(document.id)">\(document.id)</a> <span class="tag">\(document.kind.rawValue)</span></h2>
      <p class="origin">\(document.document), \(document.section)\(caption)</p>
      <div class="pair">
      <figure><figcaption>As printed</figcaption><pre><code>\(document.text)</code></pre></figure>
      \(meaning(of: document))
      </div>
      \(notes)
      \(evidence(of: document))
      </section>

      """
  }

  private func meaning(of document: GoldenDocument) -> HTML {
    guard let value = document.value else { return "" }
    let lines = Layout.lines(of: value, width: 56).map(terminalSafe)
    return
      "<figure><figcaption>What it means</figcaption><pre><code>\(CodeTint.html(of: lines))</code></pre></figure>"
  }

  /// The cases that bring it about, with the requirements that they show.
  private func evidence(of document: GoldenDocument) -> HTML {
    let cases = document.cases.map { name -> HTML in
      guard let testCase = index.casesByName[name] else { return "<li><code>\(name)</code></li>" }
      let links = index.links(to: testCase.requirements)
      return index.item(testCase, " <span class=\"home\">\(links)</span>")
    }
    guard !cases.isEmpty else { return "" }
    return "<p class=\"trail\">Brought about by</p><ul class=\"case-list\">\(cases)</ul>"
  }
}
