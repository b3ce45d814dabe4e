import Touchstone
import TouchstoneReports

/// The style and the script that all pages of a book share.
enum BookAssets {
  /// The files as they stand in the book.
  static var files: [BookFile] {
    [
      BookFile(name: BookPages.style, text: style),
      BookFile(name: BookPages.script, text: text("book.js")),
    ]
  }

  private static var style: String {
    Page.baseStyle + text("book.css") + Suite.editions.map(rules).joined()
  }

  /// With an edition chosen, what does not apply to it is hidden, unless a link leads there.
  private static func rules(of edition: String) -> String {
    """
    [data-edition="\(edition)"] [data-editions]:not([data-editions~="\(edition)"], :target, :has(:target)) { display: none; }
    :root:not([data-edition="\(edition)"]) [data-notice="\(edition)"] { display: none; }

    """
  }

  private static func text(_ name: String) -> String {
    guard let file = embeddedFiles.first(where: { $0.path == "Assets/\(name)" }) else {
      preconditionFailure("the asset \(name) is not built in")
    }
    return file.text
  }
}
