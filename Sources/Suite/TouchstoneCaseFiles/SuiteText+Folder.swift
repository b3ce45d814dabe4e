import Formats
import Foundation
package import Touchstone

extension SuiteText {
  /// The texts in a folder of chapters, or in one that holds the chapters in `cases`.
  package init(folder path: String) throws(SuiteError) {
    self.init()
    let root = URL(filePath: path, directoryHint: .isDirectory)
    guard Self.isFolder(root) else {
      throw SuiteError(
        .unreadable,
        "\(path.quoted) is not a folder; give one that holds the chapters of cases"
      )
    }
    if Self.isFolder(root.appending(path: "cases")) {
      // Other folders beside these are not looked at, however large they are.
      for part in ["cases", "documents", "Spec"] {
        let folder = root.appending(path: part, directoryHint: .isDirectory)
        if Self.isFolder(folder) { try addFiles(below: folder) { "\(part)/\($0)" } }
      }
      for way in ["retired.json", "fingerprints.json", Self.originalWay] {
        let file = root.appending(path: way)
        if FileManager.default.fileExists(atPath: file.path(percentEncoded: false)) {
          let bytes = try Self.bytes(of: file)
          add(way, shownAs: file.relativePath) { bytes }
        }
      }
    } else {
      try addFiles(below: root) { way in
        way == "retired.json" || way.hasPrefix("Spec/") ? way : "cases/" + way
      }
    }
    if isEmpty {
      throw SuiteError(.unreadable, "\(path.quoted) holds no group file: <chapter>/<group>.json")
    }
    if specification.isEmpty { useEmbeddedSpecification() }
  }

  /// The texts of a working copy of this project; paths are shown from there.
  package init(checkout path: String) throws(SuiteError) {
    try self.init(folder: Self.place(of: "Golden", in: path))
    (specification, schemas, hasOwnSpecification) = ([], [], true)
    let folder = URL(filePath: Self.place(of: "Spec", in: path), directoryHint: .isDirectory)
    try addFiles(below: folder) { "Spec/" + $0 }
    specificationFolder = folder.relativePath
  }

  /// The path of something in a working copy, shown from there; "" is the current folder.
  static func place(of way: String, in checkout: String) -> String {
    checkout.isEmpty || checkout.hasSuffix("/") ? checkout + way : "\(checkout)/\(way)"
  }

  /// Takes in the files below a folder, each by its way in a suite.
  private mutating func addFiles(
    below folder: URL,
    _ wayInSuite: (String) -> String
  ) throws(SuiteError) {
    for way in try Self.files(below: folder) {
      let file = folder.appending(path: way)
      try add(wayInSuite(way), shownAs: file.relativePath) {
        () throws(SuiteError) in try Self.bytes(of: file)
      }
    }
  }

  /// Takes in the program files of a working copy, which quote requirements, if it has any.
  package mutating func readSources(ofCheckout path: String) throws(SuiteError) {
    guard Self.isFolder(path, "Sources") else { return }
    let folder = URL(filePath: Self.place(of: "Sources", in: path), directoryHint: .isDirectory)
    for way in try Self.files(below: folder) where way.hasSuffix(".swift") {
      let file = folder.appending(path: way)
      sources.append((file.relativePath, try Self.bytes(of: file)))
    }
  }

  /// Whether a folder is a working copy of this project.
  static func isCheckout(_ path: String) -> Bool {
    missingFolder(ofSuite: path) == nil && isFolder(path, "Sources/Suite/Touchstone")
  }

  /// The folder that a copy of the suite lacks, which need not be a copy of the program as well.
  static func missingFolder(ofSuite path: String) -> String? {
    ["Golden/cases", "Spec"].first { !isFolder(path, $0) }
  }

  private static func isFolder(_ path: String, _ part: String) -> Bool {
    isFolder(URL(filePath: path, directoryHint: .isDirectory).appending(path: part))
  }

  /// A user's own cases are about the specification that this program was built with.
  private mutating func useEmbeddedSpecification() {
    let embedded = SuiteText.embedded
    (specification, schemas) = (embedded.specification, embedded.schemas)
    hasOwnSpecification = false
  }

  private static func isFolder(_ url: URL) -> Bool {
    FileManager.default.isFolder(url.path(percentEncoded: false)) == true
  }

  /// The ways to all files below a folder but hidden ones, sorted.
  private static func files(below folder: URL) throws(SuiteError) -> [String] {
    do {
      let ways = try FileManager.default.subpathsOfDirectory(
        atPath: folder.path(percentEncoded: false)
      )
      return ways.filter { !$0.hasPrefix(".") && !$0.contains("/.") }.sorted()
    } catch { throw unreadable(folder.relativePath, error) }
  }
}
