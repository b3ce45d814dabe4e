/// The texts that a suite is made of, wherever they come from.
package struct SuiteText {
  package var specification: [(path: String, text: String)] = []
  var groups: [GroupFile] = []
  /// What became of former names: a path and its bytes, if there is such a file.
  var retired: (path: String, text: [UInt8])?
  /// What the documents print: a file for each.
  package var documents: [(path: String, text: [UInt8])] = []
  /// JSON Schemas of the files of a suite.
  package var schemas: [(path: String, text: [UInt8])] = []
  /// Programs that quote requirements.
  var sources: [(path: String, text: [UInt8])] = []
  /// The folder of the specification in a working copy of this project, where generated text is kept up to date.
  var specificationFolder: String?
  /// Whether the specification belongs to these cases: cases of somebody's own need not show all of it.
  package var hasOwnSpecification = true
  /// Files that have no place in a suite.
  var faults: [SuiteFault] = []

  /// Takes in a file below the folder of the cases, given by its way from there.
  mutating func addGroup(_ way: String, shownAs path: String, text: [UInt8]) {
    let parts = way.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    let file = parts.last.map { $0.hasSuffix(".json") ? String($0.dropLast(5)) : $0 } ?? ""
    guard parts.count == 2, parts[0].isKebabCase, file.isKebabCase else {
      let message =
        "a group file is <chapter>/<group>.json with names in kebab-case: move or rename it"
      return faults.append(
        SuiteFault(location: TextLocation(file: path, line: 1), message: message)
      )
    }
    groups.append(GroupFile(path: path, chapter: parts[0], group: file, text: text))
  }
}
