import OrderedCollections
import Pages
import Touchstone

/// What all pages have in common: the head, the bar with search and editions, and the contents.
struct PageShell {
  let index: BookIndex

  /// A whole page.
  ///
  /// - Parameters:
  ///   - name: the name of the page.
  ///   - title: its title; nil on the first page.
  ///   - sections: links within the page, shown below its entry in the contents.
  ///   - main: what the page is about.
  /// - Returns: the file of the page.
  func page(_ name: String, title: String?, sections: HTML = "", main: HTML) -> BookFile {
    let body: HTML = """
      <a class="skip" href="#main">Skip to the text</a>
      <header class="bar">
      <a class="brand" href="\(BookPages.index)">Touchstone</a>
      \(search)
      \(editions)
      <a class="to-contents" href="#contents">Contents</a>
      </header>
      <div class="page">
      <main id="main">
      \(main)
      </main>
      <nav id="contents" aria-label="Contents">
      \(contents(of: name, sections))
      </nav>
      </div>
      """
    let page = Page(
      title: title,
      .beside(style: BookPages.style, script: BookPages.script),
      body: body
    )
    return BookFile(name: name, text: page.text)
  }

  private var search: HTML {
    """
    <div class="search scripted" role="search" hidden>
    <input type="search" id="search" placeholder="Search" aria-label="Search requirements, cases and documents" \
    autocomplete="off" spellcheck="false" aria-controls="results" aria-keyshortcuts="/">
    <kbd aria-hidden="true">/</kbd>
    <div id="results" hidden><p class="count" role="status"></p><ul></ul></div>
    </div>
    """
  }

  private var editions: HTML {
    let choices = (["all"] + Suite.editions).map { edition -> HTML in
      let state: HTML = edition == "all" ? " checked" : ""
      return
        "<label><input type=\"radio\" name=\"edition\" value=\"\(edition)\"\(state)><span>\(edition)</span></label>"
    }
    return """
      <fieldset class="editions scripted" hidden><legend>Edition</legend>\(choices)</fieldset>
      """
  }

  // MARK: Contents

  private func contents(of page: String, _ sections: HTML) -> HTML {
    let (chapters, others) = index.chaptersByKind
    func entry(_ name: String, _ title: String) -> HTML {
      guard name == page else { return "<li><a href=\"\(name)\">\(title)</a></li>\n" }
      return "<li><a href=\"\(name)\" aria-current=\"page\">\(title)</a>\(sections)</li>\n"
    }
    func entries(of chapters: [BookChapter]) -> [HTML] {
      chapters.map { entry($0.page, MarkdownSpan.plainText(of: $0.title)) }
    }
    let documents = index.documents.keys.map { key in
      entry(BookPages.document(key), "Printed in \(key)")
    }
    return """
      <h2>What is recorded</h2>
      <ul>\(entries(of: chapters))</ul>
      <h2>Evidence</h2>
      <ul>\(entry(BookPages.cases, "All cases"))\(entry(BookPages.documents, "Golden documents"))\(documents)</ul>
      <h2>Reference</h2>
      <ul>\(entries(of: others))</ul>
      """
  }
}

extension BookChapter {
  /// The requirements that stand in it, in their order.
  func requirementIds(in index: BookIndex) -> [String] {
    blocks.compactMap { block in
      guard case .heading(2, let text) = block else { return nil }
      return index.requirement(headedBy: text)?.id
    }
  }
}

extension BookIndex {
  /// The chapters in which requirements stand, and those that are prose.
  var chaptersByKind: (rules: [BookChapter], prose: [BookChapter]) {
    let chapters = content.chapters
    return (
      chapters.filter { !$0.requirementIds(in: self).isEmpty },
      chapters.filter { $0.requirementIds(in: self).isEmpty }
    )
  }

  /// What is printed, by the document that prints it.
  var documents: OrderedDictionary<String, [GoldenDocument]> {
    OrderedDictionary(grouping: content.documents, by: \.document)
  }
}
