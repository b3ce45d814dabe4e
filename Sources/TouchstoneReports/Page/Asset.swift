import Mustache

/// A style, a script or a template of the pages: a file of the folder `Assets`, which is built in.
enum Asset {
  /// The style that all pages begin with.
  static let base = text("base.css")

  /// The text of a file.
  static func text(_ name: String) -> String {
    guard let file = embeddedFiles.first(where: { $0.path == "Assets/\(name)" }) else {
      preconditionFailure("the asset \(name) is not built in")
    }
    return file.text
  }

  /// The template in a file.
  static func template(_ name: String) -> MustacheTemplate {
    do { return try MustacheTemplate(string: text(name)) } catch {
      preconditionFailure("the template \(name) is malformed: \(error)")
    }
  }
}
