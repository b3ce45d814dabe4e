/// The names of the pages and files of a book that are not chapters.
enum BookPages {
  static let index = "index.html"
  static let cases = "all-cases.html"
  static let documents = "golden.html"
  static let style = "book.css"
  static let script = "book.js"
  static let search = "search-index.js"

  /// The page of what one document prints, such as `S3`.
  static func document(_ key: String) -> String { "golden-\(key.lowercased()).html" }

  /// Whether no chapter may have that page.
  static func isReserved(_ page: String) -> Bool {
    [index, cases, documents].contains(page) || page.hasPrefix("golden-")
  }
}
