import Formats
import Pages

/// The beginning of an adapter in one language: it speaks the wire protocol, and does so little that it is plain where
/// to go on.
struct Skeleton: Sendable {
  /// One file of it.
  struct File: Sendable, Hashable {
    /// The way to it from the folder of the adapter.
    var path: String
    /// What it holds.
    var text: String
  }

  /// The languages there are skeletons for.
  static var languages: [String] {
    let folders = embeddedFiles.compactMap { file in
      file.path.hasPrefix(root) ? file.path.dropFirst(root.count).prefix { $0 != "/" } : nil
    }
    return Set(folders.map(String.init)).sorted()
  }

  private static let root = "Examples/skeletons/"

  /// Its files, by path.
  let files: [File]

  /// The skeleton for a language.
  init(language: String) throws(OutputError) {
    let folder = Self.root + language + "/"
    let files = embeddedFiles.filter { $0.path.hasPrefix(folder) }
    guard !files.isEmpty, Self.languages.contains(language) else {
      throw OutputError(
        "there is no skeleton for \(language.quoted); known: \(Self.languages.joined(separator: ", "))"
      )
    }
    self.files = files.map { File(path: String($0.path.dropFirst(folder.count)), text: $0.text) }
  }

  /// An adapter for tables that are there already, with their schema in a file.
  init(language: String, schema: String) throws {
    files = try TableSkeleton.files(language: language, schema: schema)
  }

  /// Writes all files into a folder, which is made if it is not there.
  ///
  /// Nothing is ever overwritten: a folder with anything in it is refused before a file is written.
  func write(to path: String) throws(OutputError) {
    let folder = OutputFolder(path)
    guard try folder.contents().isEmpty else {
      throw OutputError(
        "\(path.quoted) is not empty: give a new folder, so that nothing is overwritten"
      )
    }
    for file in files { try folder.write(file.text, to: file.path) }
  }
}
