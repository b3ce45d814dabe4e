import Formats
package import Pages

/// The folder that a book is written to: one that is not there yet, is empty, or holds a former book.
///
/// A marker names the files of the book. Nothing else in the folder is ever touched, and a former page that the new
/// book does not have is removed.
package struct BookFolder: Sendable {
  static let marker = ".touchstone-book"

  private let folder: OutputFolder
  private let path: String

  /// A folder by its path.
  package init(path: String) {
    self.path = path
    folder = OutputFolder(path)
  }

  /// Writes a book.
  ///
  /// Should that be interrupted, the marker names the files of both books, so that it can be done again.
  package func write(_ book: Book) throws(OutputError) {
    let former = try formerFiles()
    let names = Set(book.files.map(\.name))
    try write(marker: names.union(former))
    for file in book.files { try folder.write(file.text, to: file.name) }
    for name in former.subtracting(names).sorted() { try folder.remove(name) }
    try write(marker: names)
  }

  /// The files of the book that is there.
  private func formerFiles() throws(OutputError) -> Set<String> {
    if try folder.contents().isEmpty { return [] }
    guard let marker = folder.text(of: Self.marker) else {
      throw OutputError(
        "\(path.quoted) holds other files: give a folder that is empty, not there yet, or holds a former book"
      )
    }
    return Set(marker.split(separator: "\n").map(String.init).filter(Self.isPlainName))
  }

  /// Whether a name can be that of a file of a book: a marker that was tampered with leads nowhere else.
  private static func isPlainName(_ name: String) -> Bool {
    name.wholeMatch(of: #/[a-z0-9_-][a-z0-9._-]*/#) != nil
  }

  private func write(marker names: Set<String>) throws(OutputError) {
    try folder.write(names.sorted().joined(separator: "\n") + "\n", to: Self.marker)
  }
}
