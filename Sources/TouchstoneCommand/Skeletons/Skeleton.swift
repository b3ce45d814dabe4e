import Touchstone

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

  /// The language it is written in.
  let language: String
  /// Its files, by path.
  let files: [File]

  /// The skeleton for a language.
  init(language: String) throws(SkeletonError) {
    let folder = Self.root + language + "/"
    let files = embeddedFiles.filter { $0.path.hasPrefix(folder) }
    guard !files.isEmpty, Self.languages.contains(language) else {
      throw SkeletonError(
        .unknownLanguage,
        "there is no skeleton for \(language.quoted); known: \(Self.languages.joined(separator: ", "))"
      )
    }
    self.language = language
    self.files = files.map { File(path: String($0.path.dropFirst(folder.count)), text: $0.text) }
  }
}

/// Why a skeleton was not written.
struct SkeletonError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What kind of failure it is.
  struct Code: RawRepresentable, Sendable, Hashable {
    /// The name of the kind.
    var rawValue: String

    /// A kind of that name.
    init(rawValue: String) { self.rawValue = rawValue }

    /// There is no skeleton for the language.
    static let unknownLanguage = Code(rawValue: "unknown-language")
    /// There is something at the place already.
    static let occupied = Code(rawValue: "occupied")
    /// A file or folder cannot be written.
    static let unwritable = Code(rawValue: "unwritable")
  }

  /// What kind of failure it is.
  var code: Code
  /// What is wrong, and what to do about it.
  var description: String

  /// An error of that kind.
  init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }
}
