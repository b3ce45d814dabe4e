import Touchstone

/// What the command says of itself: enough to tell two of them apart, and what each holds.
enum VersionText {
  static func text() throws -> String {
    let commit = embeddedFiles.first { $0.path == "commit" }?.text
    let suite = try Suite.embedded()
    return """
      touchstone \(ToolVersion.current) (\(commit.map { "commit \($0)" } ?? "built from a working copy"))
      \(suite.cases.count) cases, editions \(Suite.editions.sorted().joined(separator: ", "))
      """
  }
}
