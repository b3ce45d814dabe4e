import Foundation

extension SuiteText {
  /// The texts in a folder of chapters, or in one that holds the chapters in `cases`.
  package init(folder path: String) throws(SuiteError) {
    let root = URL(filePath: path, directoryHint: .isDirectory)
    guard Self.isFolder(root) else {
      throw SuiteError(
        .unreadable,
        "\(path.quoted) is not a folder; give one that holds the chapters of cases"
      )
    }
    let hasCases = Self.isFolder(root.appending(path: "cases"))
    for way in try Self.files(below: root) {
      let isCase = !hasCases && way != "retired.json" && !way.hasPrefix("Spec/")
      let file = root.appending(path: way)
      try add(isCase ? "cases/" + way : way, shownAs: Self.shown(file)) {
        () throws(SuiteError) in try Self.bytes(of: file)
      }
    }
    if groups.isEmpty, faults.isEmpty {
      throw SuiteError(.unreadable, "\(path.quoted) holds no group file: <chapter>/<group>.json")
    }
    if specification.isEmpty { useEmbeddedSpecification() }
  }

  /// The texts of a working copy of this project; paths are shown from there.
  package init(checkout path: String) throws(SuiteError) {
    let base = path.isEmpty || path.hasSuffix("/") ? path : path + "/"
    try self.init(folder: base + "Golden")
    (specification, schemas, hasOwnSpecification) = ([], [], true)
    let folder = URL(filePath: base + "Spec", directoryHint: .isDirectory)
    for way in try Self.files(below: folder) {
      let file = folder.appending(path: way)
      try add("Spec/" + way, shownAs: Self.shown(file)) {
        () throws(SuiteError) in try Self.bytes(of: file)
      }
    }
    specificationFolder = Self.shown(folder)
  }

  /// Takes in the program files of a working copy, which quote requirements.
  package mutating func readSources(ofCheckout path: String) throws(SuiteError) {
    let base = path.isEmpty || path.hasSuffix("/") ? path : path + "/"
    let folder = URL(filePath: base + "Sources", directoryHint: .isDirectory)
    for way in try Self.files(below: folder) where way.hasSuffix(".swift") {
      let file = folder.appending(path: way)
      sources.append((Self.shown(file), try Self.bytes(of: file)))
    }
  }

  /// Whether a folder is a working copy of this project.
  static func isCheckout(_ path: String) -> Bool {
    let base = URL(filePath: path, directoryHint: .isDirectory)
    return ["Golden/cases", "Spec", "Sources/Touchstone"].allSatisfy {
      isFolder(base.appending(path: $0))
    }
  }

  /// Cases of somebody's own are about the specification that this program was built with.
  private mutating func useEmbeddedSpecification() {
    let embedded = SuiteText.embedded
    (specification, schemas) = (embedded.specification, embedded.schemas)
    hasOwnSpecification = false
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
