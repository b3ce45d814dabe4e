import JSON

/// The text of one group file with the place it has in the suite.
struct GroupFile {
  /// The path as it is shown to people.
  var path: String
  var chapter: String
  var group: String
  var text: [UInt8]

  /// What a file held: its cases, or all that is wrong with it.
  enum Contents {
    case cases([Case])
    case faults([SuiteFault])
  }

  /// Reads the file strictly.
  func read(requirements: Set<String>) -> Contents {
    let json: JSON
    do { json = try JSON(parsing: text) } catch {
      let location = TextLocation(
        file: path,
        line: error.position.line,
        column: error.position.column
      )
      return .faults([SuiteFault(location: location, message: error.message)])
    }
    var checker = GroupChecker(requirements: requirements)
    let drafts = checker.checkGroup(json)
    guard checker.faults.isEmpty else { return .faults(checker.faults.located(in: text, of: path)) }
    let positions = ElementLocations(ofArray: "cases", in: text).positions
    return .cases(
      zip(drafts, positions).map { draft, position in
        var result = draft
        result.name = "\(chapter)/\(group)/\(draft.name)"
        result.location = TextLocation(file: path, line: position.line, column: position.column)
        return result
      }
    )
  }
}
