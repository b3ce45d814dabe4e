package import Touchstone
package import TouchstoneCaseFiles

/// What is wrong with a suite: all that loading it refuses, and what only shows when cases, requirements, documents and
/// schemas are held against each other.
package struct SuiteLint: Sendable {
  /// What was looked at, as people call it.
  package let origin: String
  /// All that is wrong, sorted by place.
  package let findings: [SuiteFault]
  /// How many cases, requirements and documents were looked at: a finding of nothing means little if there was nothing.
  package let counts: (cases: Int, requirements: Int, documents: Int)

  /// Looks through a suite, by more rules and texts than those that need no other module.
  ///
  /// In a working copy, the ids that its program files quote are looked up as well.
  package init(
    _ source: SuiteSource,
    also rules: [any LintRule] = [],
    _ texts: GeneratedTexts = .suite
  ) throws(SuiteError) {
    var text = try source.text()
    if case .workingCopy(let path) = source { try text.readSources(ofCheckout: path) }
    self.init(text, origin: source.name, also: rules, texts)
  }

  init(
    _ text: SuiteText,
    origin: String = "",
    also rules: [any LintRule] = [],
    _ texts: GeneratedTexts = .suite
  ) {
    self.origin = origin
    var faults: [SuiteFault] = []
    let suite = Suite(reading: text, faults: &faults)
    let subject = LintSubject(text: text, suite: suite, isComplete: faults.isEmpty)
    let all = Self.rules + [GeneratedTextIsFresh(texts: texts)] + rules
    for rule in all { faults += rule.findings(in: subject) }
    findings = faults.sorted()
    counts = (suite.cases.count, suite.requirements.count, text.documents.count)
  }

  /// The rules that need no other module; each in a file of its own.
  private static let rules: [any LintRule] = [
    TitlesAreUnique(), RequirementsHaveCases(), QuotedRequirementsExist(), DocumentsAreReproduced(),
    RequirementsNameTheirLevel(), ObservedHasEvidence(),
  ]
}

/// What a rule sees of a suite.
package struct LintSubject {
  package var text: SuiteText
  /// What could be read of it.
  package var suite: Suite
  /// Whether all of it could be read: a case that is missing would be blamed on others.
  package var isComplete: Bool
}

/// One thing that must hold across the files of a suite.
package protocol LintRule: Sendable {
  /// All that breaks it.
  func findings(in subject: LintSubject) -> [SuiteFault]
}
