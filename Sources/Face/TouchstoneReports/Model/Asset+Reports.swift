package import Pages

extension Asset {
  /// How pages about trails and random programs look.
  package static var trailStyle: String { base + text("trail.css") }

  /// The text of a file of this module.
  static func text(_ name: String) -> String { text(name, of: embeddedFiles) }
}
