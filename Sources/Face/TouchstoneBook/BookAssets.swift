import Pages
import Touchstone

/// The style and the script that all pages of a book share.
enum BookAssets {
  /// The files as they stand in the book.
  static var files: [BookFile] {
    [
      BookFile(name: BookPages.style, text: style),
      BookFile(name: BookPages.script, text: Asset.text("book.js", of: embeddedFiles)),
    ]
  }

  private static var style: String {
    Asset.base + Asset.text("book.css", of: embeddedFiles) + Suite.editions.map(rules).joined()
  }

  /// With an edition chosen, what does not apply to it is hidden, unless a link leads there.
  private static func rules(of edition: String) -> String {
    """
    [data-edition="\(edition)"] [data-editions]:not([data-editions~="\(edition)"], :target, :has(:target)) { display: none; }
    :root:not([data-edition="\(edition)"]) [data-notice="\(edition)"] { display: none; }

    """
  }
}
