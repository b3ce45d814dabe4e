import Foundation

/// A working copy with few cases: a command that was built for debugging takes seconds to read all of them.
struct SmallSuite {
  private let folder: TemporaryFolder

  /// The chapters of cases that it has.
  static let chapters = ["custom-events", "limits"]

  private static let root = URL(filePath: #filePath).appending(path: "../../../..")
    .standardizedFileURL

  init() throws { folder = try Self.copy(of: Self.chapters.map { "Golden/cases/\($0)" }) }

  /// A copy of `Spec/` and of some folders beside it, which commands take for a working copy.
  static func copy(of paths: [String]) throws -> TemporaryFolder {
    let copy = try TemporaryFolder()
    for path in ["Spec"] + paths {
      let place = copy.url.appending(path: path)
      try FileManager.default.createDirectory(
        at: place.deletingLastPathComponent(),
        withIntermediateDirectories: true
      )
      try FileManager.default.copyItem(at: root.appending(path: path), to: place)
    }
    try FileManager.default.createDirectory(
      at: copy.url.appending(path: "Sources/Suite/Touchstone"),
      withIntermediateDirectories: true
    )
    return copy
  }

  /// Runs the command that was built in this working copy.
  func run(
    _ arguments: [String],
    meanwhile: @escaping @Sendable (Process) -> Void = { _ in }
  ) async throws -> BuiltTouchstone.Outcome {
    try await BuiltTouchstone.run(arguments, in: folder.url, meanwhile: meanwhile)
  }
}
