import Formats
import Foundation

/// A folder that a command is to fill.
package struct OutputFolder: Sendable {
  private let path: String
  private let url: URL

  /// A folder by its path.
  package init(_ path: String) {
    self.path = path
    url = URL(filePath: path, directoryHint: .isDirectory)
  }

  /// The names of what is in it; none if it is not there yet.
  package func contents() throws(OutputError) -> [String] {
    // Without a slash at the end, with which a file would not be seen.
    let place = url.standardizedFileURL.path
    guard let isFolder = FileManager.default.isFolder(place) else { return [] }
    guard isFolder else {
      throw OutputError("\(path.quoted) is a file: give a new folder")
    }
    do { return try FileManager.default.contentsOfDirectory(atPath: place) } catch {
      throw OutputError("\(path.quoted) cannot be read: \(FileFailure.reason(error))")
    }
  }

  /// The text of a file in it; nil if there is none.
  package func text(of name: String) -> String? {
    (try? Data(contentsOf: url.appending(path: name))).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Writes a file, and the folders it is in.
  package func write(_ text: String, to name: String) throws(OutputError) {
    let file = url.appending(path: name)
    do {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(),
        withIntermediateDirectories: true
      )
      try Data(text.utf8).write(to: file, options: .atomic)
    } catch {
      throw OutputError(
        "\(name.quoted) could not be written to \(path.quoted): \(FileFailure.reason(writing: error))"
      )
    }
  }

  /// Removes a file, if it is there.
  package func remove(_ name: String) throws(OutputError) {
    let file = url.appending(path: name)
    guard FileManager.default.fileExists(atPath: file.path(percentEncoded: false)) else { return }
    do { try FileManager.default.removeItem(at: file) } catch {
      throw OutputError(
        "\(name.quoted) could not be removed: \(FileFailure.reason(writing: error))"
      )
    }
  }
}

/// Why something could not be written: a report, a book, or the beginning of an adapter.
package struct OutputError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What is wrong, and what to do about it.
  package let description: String

  /// An error with its sentence.
  package init(_ description: String) { self.description = description }
}
