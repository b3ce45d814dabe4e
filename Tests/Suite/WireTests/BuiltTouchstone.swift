import Foundation
import Testing

/// The command that was built together with the tests.
enum BuiltTouchstone {
  /// How a run of it ended, and what it wrote.
  struct Outcome {
    var status: Int32
    var output: String
    var errors: String
  }

  /// Where it is: beside the test bundle.
  static func path() throws -> String {
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
    let folder =
      bundle?.deletingLastPathComponent()
      ?? URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    let path = folder.appending(path: "touchstone").path()
    try #require(FileManager.default.isExecutableFile(atPath: path), "\(path) is not built")
    return path
  }

  /// Runs it to its end.
  ///
  /// - Parameters:
  ///   - arguments: what follows its name.
  ///   - folder: where it runs; nil for where it has the suite that it was built with.
  ///   - input: what it reads.
  ///   - meanwhile: gets the process once it has begun.
  /// - Returns: how it ended.
  /// - Throws: an error if it can't be started.
  static func run(
    _ arguments: [String],
    in folder: URL? = nil,
    input: FileHandle = .nullDevice,
    meanwhile: @escaping @Sendable (Process) -> Void = { _ in }
  ) async throws -> Outcome {
    let process = Process()
    process.executableURL = URL(filePath: try path())
    process.arguments = arguments
    // Elsewhere than in the working copy: its suite is read and checked anew by each process.
    process.currentDirectoryURL = folder ?? FileManager.default.temporaryDirectory
    let (output, errors) = (Pipe(), Pipe())
    (process.standardOutput, process.standardError) = (output, errors)
    process.standardInput = input
    try process.run()
    meanwhile(process)
    async let out = onThread { try output.fileHandleForReading.readToEnd() ?? Data() }.value
    async let err = onThread { try errors.fileHandleForReading.readToEnd() ?? Data() }.value
    let (outData, errData) = (try await out, try await err)
    _ = try await onThread { process.waitUntilExit() }.value
    return Outcome(
      status: process.terminationStatus,
      output: String(decoding: outData, as: UTF8.self),
      errors: String(decoding: errData, as: UTF8.self)
    )
  }
}

/// A folder that goes with the test.
final class TemporaryFolder: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "touchstone-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// Writes a file into it.
  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: url.appending(path: name))
  }

  /// The text of one of its files.
  func text(of name: String) throws -> String {
    String(decoding: try Data(contentsOf: url.appending(path: name)), as: UTF8.self)
  }
}
