import Foundation

/// The folder in which one process tries inputs, in memory where the system has a file system for that.
package final class FuzzFolder: Sendable {
  /// Where it is.
  package let path: String
  /// The file that is read at the moment: what it holds when the process ends is what ended it.
  package var input: String { "\(path)/input" }

  /// Makes a folder.
  package init() throws {
    let parent =
      FileManager.default.isWritableFile(atPath: "/dev/shm")
      ? "/dev/shm" : NSTemporaryDirectory()
    path = "\(parent)/touchstone-fuzz-\(getpid())"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    // What a check keeps on disk is there too.
    setenv("TMPDIR", path, 1)
  }

  /// Removes all of it.
  package func remove() { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a file in it.
  package func file(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes the input, or another file.
  package func put(_ bytes: some Collection<UInt8>, as name: String = "input") throws {
    try Data(bytes).write(to: URL(filePath: file(name)))
  }

  /// What the input is.
  package func bytes() throws -> [UInt8] { Array(try Data(contentsOf: URL(filePath: input))) }
}
