import Foundation
import Touchstone

/// The folder that a book is written to: one that is not there yet, is empty, or holds a former book.
///
/// A marker names the files of the book. Nothing else in the folder is ever touched, and a former page that the new
/// book does not have is removed.
package struct BookFolder: Sendable {
  static let marker = ".touchstone-book"

  private let url: URL
  private let path: String

  /// A folder by its path.
  package init(path: String) {
    self.path = path
    url = URL(filePath: path, directoryHint: .isDirectory)
  }

  /// Writes a book.
  ///
  /// Should that be interrupted, the marker names the files of both books, so that it can be done again.
  package func write(_ book: Book) throws(BookError) {
    let former = try formerFiles()
    let names = Set(book.files.map(\.name))
    do {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
      try write(marker: names.union(former))
      for file in book.files { try write(file.text, to: file.name) }
      for name in former.subtracting(names).sorted() {
        let stale = url.appending(path: name)
        if FileManager.default.fileExists(atPath: stale.path(percentEncoded: false)) {
          try FileManager.default.removeItem(at: stale)
        }
      }
      try write(marker: names)
    } catch {
      throw BookError(
        .unwritable,
        "the book could not be written to \(path.quoted): \(error.localizedDescription)"
      )
    }
  }

  /// The files of the book that is there.
  private func formerFiles() throws(BookError) -> Set<String> {
    var isFolder: ObjCBool = false
    let manager = FileManager.default
    // Without a slash at the end, with which a file would not be seen.
    guard manager.fileExists(atPath: url.standardizedFileURL.path, isDirectory: &isFolder) else {
      return []
    }
    guard isFolder.boolValue else {
      throw BookError(.occupied, "\(path.quoted) is a file: give a folder for the book")
    }
    do {
      if try manager.contentsOfDirectory(atPath: url.path(percentEncoded: false)).isEmpty {
        return []
      }
    } catch {
      throw BookError(
        .unwritable,
        "\(path.quoted) cannot be read: \(error.localizedDescription)"
      )
    }
    guard let data = try? Data(contentsOf: url.appending(path: Self.marker)) else {
      throw BookError(
        .occupied,
        "\(path.quoted) holds other files: give a folder that is empty, not there yet, or holds a former book"
      )
    }
    let lines = String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
    return Set(lines.filter(Self.isPlainName))
  }

  /// Whether a name can be that of a file of a book: a marker that was tampered with leads nowhere else.
  private static func isPlainName(_ name: String) -> Bool {
    !name.hasPrefix(".")
      && name.utf8.allSatisfy { byte in
        (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte)
          || [0x2D, 0x2E, 0x5F].contains(byte)
      }
  }

  private func write(marker names: Set<String>) throws {
    try write(names.sorted().joined(separator: "\n") + "\n", to: Self.marker)
  }

  private func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: url.appending(path: name), options: .atomic)
  }
}
