import Formats
package import Touchstone

/// What an expectations file is held against: the cases of an edition and a class, and those of them that were run.
///
/// A filter narrows a run down, not the meaning of a list: a pattern is counted over the whole edition and class, and
/// what a filter left out is not judged.
package struct ExpectationScope: Sendable {
  /// All that the edition and the class select.
  let offered: [String]
  /// What the filter left of it.
  let run: Set<String>
  let suite: Suite
  private let filter: CaseFilter
  private let description: String

  /// The scope of a selection of a suite.
  package init(_ suite: Suite, _ selection: RunSelection) throws(SuiteError) {
    self.suite = suite
    let (edition, kind) = (selection.edition, selection.conformanceClass)
    offered = try suite.selecting(edition: edition, class: kind).cases.map(\.name)
    filter = CaseFilter(selection)
    run = Set(offered.filter(filter.takes))
    description = "class \(kind), edition \(edition)"
  }

  /// Whether an entry can be judged although it stands for none of the cases that were run.
  func covers(_ name: String) -> Bool { filter.takes(name) }

  /// Why no case of the scope has that name.
  func absence(of name: String) -> String {
    if let former = suite.retired.first(where: { $0.name == name }) { return former.fate }
    let pattern = NamePattern(name)
    if let other = suite.cases.first(where: { pattern.matches($0.name) }) {
      let editions = other.editions.map { ", edition " + $0.joined(separator: " or ") } ?? ""
      return
        "\(other.name) is of class \(other.conformanceClass)\(editions), the run of \(description)"
    }
    return "there is none in \(description)" + NearNames.hint(for: name, among: offered)
  }
}
