import Pages

extension Asset {
  /// The text of a file of this module.
  static func text(_ name: String) -> String { text(name, of: embeddedFiles) }
}
