import Foundation

extension SuiteText {
  /// The texts in a folder of chapters, or in one that holds the chapters in `cases`.
  package init(folder path: String) throws(SuiteError) {
    let root = URL(filePath: path, directoryHint: .isDirectory)
    guard Self.isFolder(root) else {
      throw SuiteError(
        .unreadable,
        "\(path.quoted) is no folder: give one that holds the chapters of cases"
      )
    }
    let nested = root.appending(path: "cases")
    let cases = Self.isFolder(nested) ? nested : root
    for way in try Self.files(below: cases) where way.hasSuffix(".json") && way != "retired.json" {
      let file = cases.appending(path: way)
      addGroup(way, shownAs: Self.shown(file), text: try Self.bytes(of: file))
    }
    if groups.isEmpty, faults.isEmpty {
      throw SuiteError(.unreadable, "\(path.quoted) holds no group file: <chapter>/<group>.json")
    }
    let retired = root.appending(path: "retired.json")
    if FileManager.default.fileExists(atPath: retired.path(percentEncoded: false)) {
      self.retired = (Self.shown(retired), try Self.bytes(of: retired))
    }
    let documents = root.appending(path: "documents")
    // In a folder of chapters it is a chapter.
    if cases == nested, Self.isFolder(documents) {
      self.documents = try Self.texts(below: documents, endingIn: ".json")
    }
    let chapters = root.appending(path: "Spec")
    if Self.isFolder(chapters) {
      try readSpecification(in: chapters)
    } else {
      specification = Self.embeddedSpecification
      schemas = Self.embeddedSchemas
      hasOwnSpecification = false
    }
  }

  /// The texts of a working copy of this project; paths are shown from there.
  init(checkout path: String) throws(SuiteError) {
    let base = path.isEmpty || path.hasSuffix("/") ? path : path + "/"
    try self.init(folder: base + "Golden")
    let specification = URL(filePath: base + "Spec", directoryHint: .isDirectory)
    try readSpecification(in: specification)
    specificationFolder = Self.shown(specification)
  }

  /// Takes in the program files of a working copy, which quote requirements.
  mutating func readSources(ofCheckout path: String) throws(SuiteError) {
    let base = path.isEmpty || path.hasSuffix("/") ? path : path + "/"
    sources = try Self.texts(
      below: URL(filePath: base + "Sources", directoryHint: .isDirectory),
      endingIn: ".swift"
    )
  }

  /// Whether a folder is a working copy of this project.
  static func isCheckout(_ path: String) -> Bool {
    let base = URL(filePath: path, directoryHint: .isDirectory)
    return ["Golden/cases", "Spec", "Sources/Touchstone"].allSatisfy {
      isFolder(base.appending(path: $0))
    }
  }

  private mutating func readSpecification(in folder: URL) throws(SuiteError) {
    specification = try Self.texts(below: folder, endingIn: ".md").map {
      ($0.path, String(decoding: $0.text, as: UTF8.self))
    }
    let own = folder.appending(path: "schemas")
    schemas =
      Self.isFolder(own) ? try Self.texts(below: own, endingIn: ".json") : Self.embeddedSchemas
    hasOwnSpecification = true
  }

  private static func texts(
    below folder: URL,
    endingIn suffix: String
  ) throws(SuiteError) -> [(path: String, text: [UInt8])] {
    var result: [(path: String, text: [UInt8])] = []
    for way in try files(below: folder) where way.hasSuffix(suffix) {
      let file = folder.appending(path: way)
      result.append((shown(file), try bytes(of: file)))
    }
    return result
  }

  private static func isFolder(_ url: URL) -> Bool {
    var isFolder: ObjCBool = false
    let exists = FileManager.default.fileExists(
      atPath: url.path(percentEncoded: false),
      isDirectory: &isFolder
    )
    return exists && isFolder.boolValue
  }

  /// The ways to all files below a folder but hidden ones, sorted.
  private static func files(below folder: URL) throws(SuiteError) -> [String] {
    do {
      let ways = try FileManager.default.subpathsOfDirectory(
        atPath: folder.path(percentEncoded: false)
      )
      return ways.filter { !$0.hasPrefix(".") && !$0.contains("/.") }.sorted()
    } catch {
      throw SuiteError(
        .unreadable,
        "\(shown(folder)) cannot be read: \(error.localizedDescription)"
      )
    }
  }

  private static func bytes(of file: URL) throws(SuiteError) -> [UInt8] {
    do { return Array(try Data(contentsOf: file)) } catch {
      throw SuiteError(.unreadable, "\(shown(file)) cannot be read: \(error.localizedDescription)")
    }
  }

  private static func shown(_ url: URL) -> String { url.relativePath }
}
