/// The beginning of an adapter in one language: it speaks the wire protocol, and does so little that it is plain where
/// to go on.
public struct Skeleton: Sendable {
  /// One file of it.
  public struct File: Sendable, Hashable {
    /// The way to it from the folder of the adapter.
    public var path: String
    /// What it holds.
    public var text: String
  }

  /// The languages there are skeletons for.
  public static var languages: [String] {
    let folders = embeddedFiles.compactMap { file in
      file.path.hasPrefix(root) ? file.path.dropFirst(root.count).prefix { $0 != "/" } : nil
    }
    return Set(folders.map(String.init)).sorted()
  }

  private static let root = "Examples/skeletons/"

  /// The language it is written in.
  public let language: String
  /// Its files, by path.
  public let files: [File]

  /// The skeleton for a language.
  public init(language: String) throws(SkeletonError) {
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
public struct SkeletonError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What kind of failure it is.
  public struct Code: RawRepresentable, Sendable, Hashable {
    /// The name of the kind.
    public var rawValue: String

    /// A kind of that name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// There is no skeleton for the language.
    public static let unknownLanguage = Code(rawValue: "unknown-language")
    /// There is something at the place already.
    public static let occupied = Code(rawValue: "occupied")
    /// A file or folder cannot be written.
    public static let unwritable = Code(rawValue: "unwritable")
  }

  /// What kind of failure it is.
  public var code: Code
  /// What is wrong, and what to do about it.
  public var description: String

  /// An error of that kind.
  public init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }
}
