import Foundation
import Touchstone
import TrailReading

/// What the command says of itself: enough to tell two of them apart, and what each holds.
enum VersionText {
  /// The commit that it was built from; nil in a working copy.
  static var commit: String? { embeddedFiles.first { $0.path == "commit" }?.text }

  /// The SHA-256 of the program that runs; nil where its file cannot be read.
  ///
  /// It is as long as the program, and does not change while that runs.
  static let digest: String? = {
    guard let path = Bundle.main.executablePath else { return nil }
    return try? TrailInput.file(path).digest().sha256
  }()

  /// The same as the version, and which program it is to the byte.
  static func long() throws -> String {
    try text() + "\nSHA-256 of the program \(digest ?? "cannot be computed")"
  }

  static func text() throws -> String {
    let suite = try Suite.embedded()
    return """
      touchstone \(ToolVersion.current) (\(commit.map { "commit \($0)" } ?? "built from a working copy"))
      \(suite.cases.count) cases, editions \(Suite.editions.sorted().joined(separator: ", "))
      """
  }
}
