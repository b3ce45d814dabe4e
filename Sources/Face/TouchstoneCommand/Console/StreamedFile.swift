import Formats
import Foundation
import TouchstoneReports

/// A file that is too large to be held before it is written.
final class StreamedFile {
  private let path: String
  private let handle: FileHandle

  /// Begins the file anew.
  init(_ path: String) throws {
    self.path = path
    guard FileManager.default.createFile(atPath: path, contents: nil),
      let handle = FileHandle(forWritingAtPath: path)
    else { throw OutputError("\(path) could not be written") }
    self.handle = handle
  }

  deinit { try? handle.close() }

  /// Appends bytes.
  func write(_ bytes: [UInt8]) throws {
    do {
      try handle.write(contentsOf: bytes)
    } catch {
      throw OutputError("\(path) could not be written: \(FileFailure.reason(writing: error))")
    }
  }
}
