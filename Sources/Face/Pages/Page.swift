import Digests
import Formats

/// The shell of every page that is written: that of a run, of a check, of a timeline, and those of the book.
///
/// Nothing but the style and the script of the page takes effect, wherever it is opened from.
package struct Page {
  /// Styles and scripts: in the page itself, or files beside it, which several pages share.
  package enum Resources {
    /// The page stands alone.
    case inside(style: String, script: String? = nil)
    /// The names of files in the same folder.
    case beside(style: String, script: String)
  }

  private let title: String?
  private let resources: Resources
  private let body: HTML

  /// A page with its title; the first page of a book has none.
  package init(title: String?, _ resources: Resources, body: HTML) {
    self.title = title
    self.resources = resources
    self.body = body
  }

  /// The whole text of the file.
  package var text: String {
    let html: HTML = """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="\(policy)">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>\(title.map { "\(terminalSafe($0)) · " } ?? "")Touchstone</title>
      <link rel="icon" href="data:,">
      \(linked)</head>
      <body>
      \(body)
      \(script)</body>
      </html>

      """
    return html.markup
  }

  /// What the head of the page has of style and script.
  private var linked: HTML {
    switch resources {
    case .inside(let style, _):
      """
      <style>\(HTML(asset: style))</style>

      """
    case .beside(let style, let script):
      """
      <link rel="stylesheet" href="\(style)">
      <script src="\(script)"></script>

      """
    }
  }

  /// The script at the end of a page that stands alone.
  private var script: HTML {
    guard case .inside(_, let script?) = resources else { return "" }
    return "<script>\(HTML(asset: script))</script>\n"
  }

  private var policy: String {
    let (style, script): (String, String?) =
      switch resources {
      case .inside(let style, let script):
        ("'sha256-\(SHA256.base64(style))'", script.map { "'sha256-\(SHA256.base64($0))'" })
      // `file:` is what pages without a server are made of.
      case .beside: ("'self' file:", "'self' file:")
      }
    let scripts = script.map { "script-src \($0); " } ?? ""
    return "default-src 'none'; \(scripts)style-src \(style); img-src data:; base-uri 'none'; "
      + "form-action 'none'"
  }
}
