/// The chapters of the specification: their order, and the requirements in them.
struct Specification {
  private(set) var requirements: [String: Requirement] = [:]
  private(set) var faults: [SuiteFault] = []
  /// Chapters in the order in which the table of contents names them; those it does not name come last.
  private var ranks: [String: Int] = [:]

  /// Reads files of a folder, given by path and text.
  init(files: [(path: String, text: String)]) {
    for file in files {
      if file.path.hasSuffix("/README.md") { readOrder(file.text) }
      let chapter = Chapter(path: file.path, text: file.text)
      faults += chapter.faults
      for requirement in chapter.requirements { add(requirement) }
    }
  }

  /// Sorts by the order of the table of contents, then by name.
  func precedes(_ left: Case, _ right: Case) -> Bool {
    let leftRank = ranks[left.chapter] ?? Int.max
    let rightRank = ranks[right.chapter] ?? Int.max
    return (leftRank, left.name) < (rightRank, right.name)
  }

  private mutating func add(_ requirement: Requirement) {
    if let first = requirements[requirement.id] {
      let message = "\(requirement.id) is taken: it stands at \(first.location)"
      faults.append(SuiteFault(location: requirement.location, message: message))
    } else {
      requirements[requirement.id] = requirement
    }
  }

  /// Takes the order of the links to chapters in the table of contents.
  private mutating func readOrder(_ text: String) {
    for match in text.matches(of: #/\(([a-z0-9-]+)\.md[^)]*\)/#) {
      let chapter = String(match.output.1)
      if ranks[chapter] == nil { ranks[chapter] = ranks.count }
    }
  }
}
