/// A style or a script of pages: a file of the folder `Assets` of a module, which is built in.
package enum Asset {
  /// The style that all pages begin with.
  package static let base = text("base.css", of: embeddedFiles)

  /// The text of a file among those that are built into a module.
  package static func text(_ name: String, of files: [(path: String, text: String)]) -> String {
    guard let file = files.first(where: { $0.path == "Assets/\(name)" }) else {
      preconditionFailure("the asset \(name) is not built in")
    }
    return file.text
  }
}
