import Formats
import Pages
import Touchstone

/// The first page: what there is, and where.
struct IndexPage {
  let index: BookIndex

  var file: BookFile { PageShell(index: index).page(BookPages.index, title: nil, main: main) }

  private var main: HTML {
    let content = index.content
    let (chapters, others) = index.chaptersByKind
    let introduction = content.chapters.first(where: \.isContents)?.introduction
    let lead: HTML =
      introduction.map { "<p class=\"lead\">\(Prose(index: index).html(of: $0))</p>" } ?? ""
    return """
      <h1>What an audit trail must say</h1>
      \(lead)
      <p class="sum"><a href="\(BookPages.cases)"><b>\(content.suite.cases.count)</b> cases</a> \
      <span><b>\(index.requirementPages.count)</b> requirements</span> \
      <a href="\(BookPages.documents)"><b>\(content.documents.count)</b> golden documents</a></p>
      <h2>What is recorded, and how</h2>
      <ul class="chapters">\(chapters.map(chapter))</ul>
      <h2>How it is checked</h2>
      <ul class="chapters">\(others.map(chapter))</ul>
      """
  }

  private func chapter(_ chapter: BookChapter) -> HTML {
    let ids = chapter.requirementIds(in: index)
    let count = ids.reduce(0) { $0 + index.cases(toldAt: $1).count }
    let numbers = Plural.all([(ids.count, "requirement"), (count, "case")])
    let facts: HTML =
      numbers.isEmpty ? "" : "<span class=\"numbers\">\(numbers.joined(separator: " · "))</span>"
    let words: HTML =
      chapter.introduction.map { "<p>\(MarkdownSpan.plainText(of: $0))</p>" } ?? ""
    return """
      <li><a href="\(chapter.page)">\(MarkdownSpan.plainText(of: chapter.title))</a>\(facts)\(words)</li>

      """
  }
}
