/// The chapters of the specification: their order, and the requirements in them.
package struct Specification {
  /// The requirements by id.
  package private(set) var requirements: [String: Requirement] = [:]
  private(set) var faults: [SuiteFault] = []
  /// Chapters in the order in which the table of contents names them; those it does not name come last.
  private var ranks: [String: Int] = [:]

  /// Reads files of a folder, given by path and text.
  package init(files: [(path: String, text: String)]) {
    for file in files {
      if file.path.hasSuffix("/README.md") {
        for (rank, way) in Self.order(in: file.text).enumerated() {
          ranks[String(way.dropLast(3))] = rank
        }
      }
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
      faults.append(SuiteFault(at: requirement.location, message))
    } else {
      requirements[requirement.id] = requirement
    }
  }

  /// The chapters that a table of contents links to, in its order, such as `scopes.md`.
  ///
  /// Links that begin a row or an item are the table; links in prose may mention a chapter earlier and come last.
  package static func order(in text: String) -> [String] {
    let rows = text.matches(of: #/\n(?:\||-|[0-9]+\.) \[[^\]\n]*\]\(([A-Za-z0-9\/-]+\.md)/#)
    let links = text.matches(of: #/\(([A-Za-z0-9\/-]+\.md)[^)]*\)/#)
    var order: [String] = []
    for way in rows.map(\.output.1) + links.map(\.output.1) where !order.contains(String(way)) {
      order.append(String(way))
    }
    return order
  }
}
