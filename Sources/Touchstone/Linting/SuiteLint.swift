/// What is wrong with a suite: all that loading it refuses, and what only shows when cases, requirements, documents and
/// schemas are held against each other.
package struct SuiteLint: Sendable {
  /// What was looked at, as people call it.
  package let origin: String
  /// All that is wrong, sorted by place.
  package let findings: [SuiteFault]
  /// How many cases, requirements and documents were looked at.
  package let counts: Counts

  /// How much was looked at: a finding of nothing means little if there was nothing.
  package struct Counts: Sendable, Hashable {
    /// Cases that could be read.
    package var cases = 0
    /// Requirements of the specification.
    package var requirements = 0
    /// Files about what the documents print.
    package var documents = 0
  }

  /// Looks through the suite that this program was built with.
  package static func embedded(also rules: [any LintRule] = []) -> SuiteLint {
    SuiteLint(.embedded, origin: "the built-in suite", also: rules)
  }

  /// Looks through the suite in a folder: of chapters, or one that holds the chapters in `cases`.
  package init(directory path: String, also rules: [any LintRule] = []) throws(SuiteError) {
    self.init(try SuiteText(folder: path), origin: path, also: rules)
  }

  /// Looks through a working copy of this project, the ids that its sources quote included.
  package init(checkout path: String, also rules: [any LintRule] = []) throws(SuiteError) {
    let origin = path.isEmpty ? "this working copy" : path
    self.init(try SuiteText(checkout: path), origin: origin, also: rules)
  }

  /// Whether a folder is a working copy of this project.
  package static func isCheckout(_ path: String) -> Bool { SuiteText.isCheckout(path) }

  init(_ text: SuiteText, origin: String = "", also rules: [any LintRule] = []) {
    self.origin = origin
    var faults: [SuiteFault] = []
    let suite = Suite(reading: text, faults: &faults)
    let subject = LintSubject(text: text, suite: suite, isComplete: faults.isEmpty)
    for rule in Self.rules + rules { faults += rule.findings(in: subject) }
    findings = faults.sorted()
    counts = Counts(
      cases: suite.cases.count,
      requirements: suite.requirements.count,
      documents: text.documents.count
    )
  }

  /// The rules that need no other module; each in a file of its own.
  private static let rules: [any LintRule] = [
    SchemasAreUsable(), GroupsKeepTheirSchema(), TitlesAreUnique(), RequirementsHaveCases(),
    QuotedRequirementsExist(), DocumentsAreReproduced(), GeneratedTextIsFresh(),
    RequirementsNameTheirLevel(),
  ]
}

/// What a rule sees of a suite.
package struct LintSubject {
  package var text: SuiteText
  /// What could be read of it.
  package var suite: Suite
  /// Whether all of it could be read: a case that is missing would be blamed on others.
  package var isComplete: Bool

  /// The schema of that name, if there is one that can be used.
  func schema(_ name: String) -> JSONSchema? {
    let file = text.schemas.first { $0.path.hasSuffix("/\(name).schema.json") }
    return file.flatMap { SchemaFile(path: $0.path, text: $0.text).schema }
  }
}

/// One thing that must hold across the files of a suite.
package protocol LintRule: Sendable {
  /// All that breaks it.
  func findings(in subject: LintSubject) -> [SuiteFault]
}
