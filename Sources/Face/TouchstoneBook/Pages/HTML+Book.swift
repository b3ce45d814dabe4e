import Formats
import Pages
import Touchstone

/// Pieces of markup that several pages of a book share.
extension HTML {
  /// The attribute that lets a page of one edition hide what does not apply to it.
  static func editions(_ editions: [String]) -> HTML {
    editions == Suite.editions
      ? "" : " data-editions=\"\(editions.joined(separator: " "))\""
  }

  /// A link to a place within the page.
  static func section(_ anchor: String, _ title: String) -> HTML {
    "<li><a href=\"#\(anchor)\">\(title)</a></li>"
  }

  /// The links within a page, which stand below its entry in the contents.
  static func sections(_ links: [HTML]) -> HTML {
    links.isEmpty ? "" : "<ul class=\"sections\">\(links)</ul>"
  }

  /// What is hidden while an edition is chosen; nil if nothing is.
  static func notice(_ edition: String, hiding counts: [(Int, String)]) -> HTML? {
    let parts = Plural.all(counts)
    guard !parts.isEmpty else { return nil }
    return
      "<p class=\"notice\" data-notice=\"\(edition)\">Hidden, because not in edition \(edition): \(parts.joined(separator: " and ")).</p>"
  }
}

extension BookIndex {
  /// An entry of a list that leads to where a case is told, with what is said of it beside.
  func item(_ testCase: Case, _ words: HTML = "") -> HTML {
    let editions = HTML.editions(testCase.editions ?? Suite.editions)
    return
      "<li\(editions)><a href=\"\(address(of: testCase))\">\(testCase.title)</a>\(words)</li>\n"
  }

  /// Requirements by their ids, with links to where they stand.
  func links(to requirements: [String]) -> HTML {
    requirements.map { id -> HTML in
      address(ofRequirement: id).map { "<a href=\"\($0)\">\(id)</a>" } ?? HTML(text: id)
    }.joined(by: ", ")
  }
}
