import JSON

/// The texts that a suite is made of, wherever they come from.
package struct SuiteText {
  package var specification: [(path: String, text: String)] = []
  var groups: [GroupFile] = []
  /// What became of former names: a path and its bytes, if there is such a file.
  var retired: (path: String, text: [UInt8])?
  /// The names of the cases that the original library passed: a path and its bytes, if there is such a file.
  package var original: (path: String, text: [UInt8])?
  /// What broken requirements look like: the bytes of the file, if there is one.
  var fingerprints: [UInt8]?
  /// What the documents print: a file for each.
  package var documents: [(path: String, text: [UInt8])] = []
  /// JSON Schemas of the files of a suite.
  package var schemas: [(path: String, text: [UInt8])] = []
  /// Programs that quote requirements.
  package var sources: [(path: String, text: [UInt8])] = []
  /// The folder of the specification in a working copy of this project, where generated text is kept up to date.
  package var specificationFolder: String?
  /// Whether the specification belongs to these cases: a user's own cases need not show all of it.
  package var hasOwnSpecification = true
  /// Files that have no place in a suite.
  var faults: [SuiteFault] = []

  /// No text yet.
  package init() {}

  /// Whether there is no group file in it, not even one at a wrong place.
  package var isEmpty: Bool { groups.isEmpty && faults.isEmpty }

  /// Where the names of the cases are that the original passed.
  package static let originalWay = "observed/original-library.passed.json"

  /// The names of the cases that the original library passed, in the order of the file.
  package func passedByOriginal() throws(SuiteError) -> [String] {
    guard let original else { return [] }
    do {
      return try JSON(parsing: original.text).array?.map { $0.string ?? $0.text() } ?? []
    } catch { throw SuiteError(.malformed, faults: [SuiteFault(error, in: original.path)]) }
  }

  /// Takes in a file by its way from the folder that holds `cases`, `documents`, `Spec`, `retired.json` and `fingerprints.json`; what the
  /// original passed is part of it, and anything else there is not.
  package mutating func add<Failure: Error>(
    _ way: String,
    shownAs path: String,
    _ text: () throws(Failure) -> [UInt8]
  ) throws(Failure) {
    let isJSON = way.hasSuffix(".json")
    if way == Self.originalWay { return original = (path, try text()) }
    switch way.prefix(while: { $0 != "/" }) {
    case "retired.json": retired = (path, try text())
    case "fingerprints.json": fingerprints = try text()
    case "cases" where isJSON:
      addGroup(String(way.dropFirst(6)), shownAs: path, text: try text())
    case "documents" where isJSON: documents.append((path, try text()))
    case "Spec" where way.hasPrefix("Spec/schemas/") && isJSON: schemas.append((path, try text()))
    case "Spec" where way.hasSuffix(".md"):
      specification.append((path, String(decoding: try text(), as: UTF8.self)))
    default: break
    }
  }

  /// Takes in a file below the folder of the cases, given by its way from there.
  mutating func addGroup(_ way: String, shownAs path: String, text: [UInt8]) {
    let parts = way.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    let file = parts.last.map { $0.hasSuffix(".json") ? String($0.dropLast(5)) : $0 } ?? ""
    guard parts.count == 2, parts[0].isKebabCase, file.isKebabCase else {
      let message =
        "a group file is <chapter>/<group>.json with names in kebab-case: move or rename it"
      return faults.append(SuiteFault(at: TextLocation(file: path, line: 1), message))
    }
    groups.append(GroupFile(path: path, chapter: parts[0], group: file, text: text))
  }
}

extension SuiteText {
  /// The texts that this program was built with.
  package static var embedded: SuiteText {
    var result = SuiteText()
    for (path, text) in embeddedFiles {
      let way = path.hasPrefix("Golden/") ? String(path.dropFirst(7)) : path
      result.add(way, shownAs: path) { Array(text.utf8) }
    }
    return result
  }

  /// The chapters that this program was built with, by their paths.
  package static var embeddedSpecification: [(path: String, text: String)] {
    // Commands about trails read no case: they start sooner without.
    embeddedFiles.filter { $0.path.hasPrefix("Spec/") && $0.path.hasSuffix(".md") }
  }
}
