import Formats
import Foundation
import TouchstoneCaseFiles

/// Files whose changes are waited for: all below some folders, as far as they have a name of interest.
struct FileWatch {
  /// A folder or a file, and which files below it count.
  struct Root: Hashable {
    var path: String
    /// The extensions that count; nil for all.
    var extensions: Set<String>?
  }

  /// What tells that a file has changed.
  private struct Stamp: Hashable {
    var modified: Date?
    var size: UInt64?
  }

  /// More files are not looked at.
  private static let fileLimit = 20_000
  private static let interval = Duration.milliseconds(300)
  /// Programs in these languages are written in files of several kinds.
  private static let families: [Set<String>] = [["js", "mjs", "cjs", "ts", "mts", "cts"]]

  private let roots: [Root]
  private var stamps: [String: Stamp]

  var isEmpty: Bool { roots.isEmpty }

  /// Watches what a suite is read from and what a command is made of, as it is now.
  init(suite: SuiteSource, command: [String]) {
    var roots: [Root] =
      switch suite {
      case .builtIn: []
      case .workingCopy(let path):
        ["Spec", "Golden"].map { Root(path: path.isEmpty ? $0 : "\(path)/\($0)") }
      case .folder(let path): [Root(path: path)]
      }
    roots += command.compactMap(Self.root)
    self.roots = roots
    stamps = Self.stamps(below: roots)
  }

  /// A word of a command that names a program: this file, and others of its language below its folder.
  private static func root(of word: String) -> Root? {
    guard word.contains("/") || word.contains("."), FileManager.default.isFolder(word) == false
    else { return nil }
    let file = URL(filePath: word)
    let kind = file.pathExtension
    guard !kind.isEmpty else { return Root(path: word) }
    return Root(
      path: file.deletingLastPathComponent().path(percentEncoded: false),
      extensions: families.first { $0.contains(kind) } ?? [kind]
    )
  }

  /// Waits until something changes and then stays as it is for a moment.
  ///
  /// - Returns: the path of a file that has changed.
  mutating func nextChange() async throws -> String {
    while true {
      try await Task.sleep(for: Self.interval)
      let new = Self.stamps(below: roots)
      guard new != stamps else { continue }
      let changed = Set(new.keys).union(stamps.keys).sorted().first { new[$0] != stamps[$0] }
      stamps = new
      // An editor may write several files, or one in pieces.
      while true {
        try await Task.sleep(for: Self.interval)
        let newer = Self.stamps(below: roots)
        if newer == stamps { return changed ?? "" }
        stamps = newer
      }
    }
  }

  private static func stamps(below roots: [Root]) -> [String: Stamp] {
    var stamps: [String: Stamp] = [:]
    for root in roots {
      let url = URL(filePath: root.path)
      note(url, root, &stamps)
      let files = FileManager.default.enumerator(
        at: url,
        includingPropertiesForKeys: nil,
        options: .skipsHiddenFiles
      )
      while stamps.count < fileLimit, let file = files?.nextObject() as? URL {
        if file.lastPathComponent == "node_modules" { files?.skipDescendants() }
        note(file, root, &stamps)
      }
    }
    return stamps
  }

  private static func note(_ file: URL, _ root: Root, _ stamps: inout [String: Stamp]) {
    if let extensions = root.extensions, !extensions.contains(file.pathExtension) { return }
    let path = file.path(percentEncoded: false)
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: path),
      attributes[.type] as? FileAttributeType == .typeRegular
    else { return }
    stamps[path] = Stamp(
      modified: attributes[.modificationDate] as? Date,
      size: (attributes[.size] as? NSNumber)?.uint64Value
    )
  }
}
