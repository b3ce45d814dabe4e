import Touchstone

/// A file of the specification as a page of the book.
struct BookChapter: Sendable {
  /// The path as it is shown to people.
  var path: String
  /// The way from the folder of the specification, such as `scopes.md`.
  var way: String
  /// The name of the page.
  var page: String
  var title: String
  /// The blocks below the title.
  var blocks: [MarkdownBlock]
  /// The anchors of headings, by their place among the blocks.
  private(set) var anchors: [Int: String] = [:]

  /// Whether this is the table of contents.
  var isContents: Bool { way == "README.md" }

  /// The first paragraph, which says what the chapter is about.
  var introduction: String? {
    if case .paragraph(let text) = blocks.first { text } else { nil }
  }

  init(path: String, text: String) {
    self.path = path
    let parts = path.split(separator: "/").map(String.init)
    let folder = parts.lastIndex(of: "Spec") ?? parts.count - 2
    way = parts.dropFirst(folder + 1).joined(separator: "/")
    let name = way == "README.md" ? "specification" : Slug.make(way.replacing(".md", with: ""))
    page = name + ".html"
    var blocks = MarkdownBlock.blocks(of: text)
    if case .heading(1, let title) = blocks.first {
      self.title = title
      blocks.removeFirst()
    } else {
      title = way
    }
    self.blocks = blocks
    var taken: [String: Int] = [:]
    for case (let place, .heading(_, let text)) in blocks.enumerated() {
      let slug = Slug.make(MarkdownSpan.plainText(of: text))
      let count = taken[slug, default: 0]
      taken[slug] = count + 1
      anchors[place] = count == 0 ? slug : "\(slug)--\(count)"
    }
  }

  /// The chapters in the order in which the table of contents names them, itself first, and what it does not name
  /// last.
  static func inOrder(_ files: [(path: String, text: String)]) -> [BookChapter] {
    let chapters = files.map(BookChapter.init)
    var ranks = ["README.md": 0]
    for file in files where file.path.hasSuffix("/README.md") {
      for way in Specification.order(in: file.text) where ranks[way] == nil {
        ranks[way] = ranks.count
      }
    }
    return chapters.sorted {
      (ranks[$0.way] ?? Int.max, $0.way) < (ranks[$1.way] ?? Int.max, $1.way)
    }
  }
}

/// Names of anchors and pages, made from words as GitHub makes them.
enum Slug {
  static func make(_ text: String) -> String {
    var slug = ""
    for character in text.lowercased() {
      if character.isASCII, character.isLetter || character.isNumber {
        slug.append(character)
      } else if " -/".contains(character) {
        slug.append("-")
      } else if character == "_" {
        slug.append(character)
      }
    }
    return slug.isEmpty ? "section" : slug
  }
}
