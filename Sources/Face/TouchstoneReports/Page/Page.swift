import Formats
import Mustache
import Touchstone

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
  private let body: String

  /// A page with its title; the first page of a book has none.
  package init(title: String?, _ resources: Resources, body: HTML) {
    self.init(title: title, resources, markup: body.markup)
  }

  /// A page whose body was made by a template.
  init(title: String?, _ resources: Resources, markup: String) {
    self.title = title
    self.resources = resources
    // A template ends with a line break, as text files do.
    body = markup.hasSuffix("\n") ? String(markup.dropLast()) : markup
  }

  /// The whole text of the file.
  package var text: String {
    var context: [String: Any] = ["policy": policy, "body": body]
    context["title"] = title.map(terminalSafe)
    switch resources {
    case .inside(let style, let script):
      context["style"] = style
      context["script"] = script
    case .beside(let style, let script):
      context["styleFile"] = style
      context["scriptFile"] = script
    }
    return Self.template.render(context)
  }

  private static let template = Asset.template("shell.mustache")

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
