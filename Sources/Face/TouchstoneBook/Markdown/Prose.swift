import Pages
import Touchstone

/// Renders the Markdown of the specification, with links to all that it names.
struct Prose {
  let index: BookIndex
  /// Whether keys of documents, such as `S0`, become links; in running text there are too many of them.
  var linksSources = false
  private let reference = #/errata\.md,? "(?<title>[^"]+)"|\b(?<id>[A-Z]+-[1-9][0-9]*|S[0-9])\b/#

  init(index: BookIndex, linksSources: Bool = false) {
    self.index = index
    self.linksSources = linksSources
  }

  /// The markup of some blocks; headings get the anchors that the chapter gives them.
  func html(of blocks: some Collection<(place: Int, block: MarkdownBlock)>, in chapter: BookChapter)
    -> HTML
  {
    blocks.map { html(of: $0.block, anchor: chapter.anchors[$0.place]) }.joined(by: "\n")
  }

  /// The markup of one block.
  func html(of block: MarkdownBlock, anchor: String? = nil) -> HTML {
    switch block {
    case .heading(let level, let text): heading(level, text, anchor)
    case .paragraph(let text): "<p>\(html(of: text))</p>"
    case .list(let isOrdered, let items):
      isOrdered ? "<ol>\(items.map(item))</ol>" : "<ul>\(items.map(item))</ul>"
    case .table(let header, let rows): table(header, rows)
    case .code(let text): "<pre><code>\(CodeTint.html(of: text))</code></pre>"
    }
  }

  /// The markup of a text within a block.
  func html(of text: String) -> HTML {
    MarkdownSpan.spans(of: text).map(html).joined(by: "")
  }

  private func html(of span: MarkdownSpan) -> HTML {
    switch span {
    case .text(let text): return linked(text)
    case .code(let text): return "<code>\(text)</code>"
    case .emphasis(let text): return "<em>\(html(of: text))</em>"
    case .strong(let text): return "<strong>\(html(of: text))</strong>"
    case .link(let label, let target):
      let words = HTML(text: MarkdownSpan.plainText(of: label))
      return index.address(ofLink: target).map { "<a href=\"\($0)\">\(words)</a>" } ?? words
    }
  }

  private func heading(_ level: Int, _ text: String, _ anchor: String?) -> HTML {
    let words = html(of: text)
    let link: HTML =
      anchor.map { "<a class=\"anchor\" href=\"#\($0)\" aria-label=\"Link to this section\">#</a>" }
      ?? ""
    let id: HTML = anchor.map { " id=\"\($0)\"" } ?? ""
    return switch level {
    case ...2: "<h2\(id)>\(words) \(link)</h2>"
    case 3: "<h3\(id)>\(words) \(link)</h3>"
    default: "<h4\(id)>\(words) \(link)</h4>"
    }
  }

  private func item(_ text: String) -> HTML { "<li>\(html(of: text))</li>" }

  private func table(_ header: [String], _ rows: [[String]]) -> HTML {
    let head = header.map { cell -> HTML in "<th scope=\"col\">\(html(of: cell))</th>" }
    let body = rows.map { row -> HTML in
      "<tr>\(row.map { cell -> HTML in "<td>\(html(of: cell))</td>" })</tr>\n"
    }
    return """
      <div class="table" tabindex="0" role="region" aria-label="Table"><table><thead><tr>\(head)</tr></thead>
      <tbody>\(body)</tbody></table></div>
      """
  }
}

extension Prose {
  /// A plain text in which ids of requirements, and sections of the errata, are links.
  private func linked(_ text: String) -> HTML {
    var html = HTML()
    var rest = text[...]
    for match in text.matches(of: reference) {
      guard let address = address(of: match.output) else { continue }
      let words = match.output.title.map { "Errata, “\($0)”" } ?? String(match.output.0)
      html +=
        "\(String(rest[..<match.range.lowerBound]))<a href=\"\(address)\">\(words)</a>"
      rest = text[match.range.upperBound...]
    }
    html += HTML(text: String(rest))
    return html
  }

  private func address(of reference: (Substring, title: Substring?, id: Substring?)) -> String? {
    if let title = reference.title { return index.errata[String(title)] }
    guard let id = reference.id.map(String.init) else { return nil }
    if let address = index.address(ofRequirement: id) { return address }
    guard linksSources, index.content.documents.contains(where: { $0.document == id }) else {
      return nil
    }
    return BookPages.document(id)
  }
}
