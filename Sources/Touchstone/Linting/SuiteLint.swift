/// What is wrong with a suite: all that loading it refuses, and what only shows when cases, requirements, documents and
/// schemas are held against each other.
public struct SuiteLint: Sendable {
  /// What was looked at, as people call it.
  public let origin: String
  /// All that is wrong, sorted by place.
  public let findings: [SuiteFault]
  /// How many cases, requirements and documents were looked at.
  public let counts: Counts

  /// How much was looked at: a finding of nothing means little if there was nothing.
  public struct Counts: Sendable, Hashable {
    /// Cases that could be read.
    public var cases = 0
    /// Requirements of the specification.
    public var requirements = 0
    /// Files about what the documents print.
    public var documents = 0
  }

  /// Looks through the suite that this program was built with.
  public static func embedded() -> SuiteLint { SuiteLint(.embedded, origin: "the built-in suite") }

  /// Looks through the suite in a folder: of chapters, or one that holds the chapters in `cases`.
  public init(directory path: String) throws(SuiteError) {
    self.init(try SuiteText(folder: path), origin: path)
  }

  /// Looks through a working copy of this project, the ids that its sources quote included.
  public init(checkout path: String) throws(SuiteError) {
    self.init(try SuiteText(checkout: path), origin: path.isEmpty ? "this working copy" : path)
  }

  /// Whether a folder is a working copy of this project.
  public static func isCheckout(_ path: String) -> Bool { SuiteText.isCheckout(path) }

  init(_ text: SuiteText, origin: String = "") {
    self.origin = origin
    var faults: [SuiteFault] = []
    let suite = Suite(reading: text, faults: &faults)
    let subject = LintSubject(text: text, suite: suite, isComplete: faults.isEmpty)
    for rule in Self.rules { faults += rule.findings(in: subject) }
    findings = faults.sorted()
    counts = Counts(
      cases: suite.cases.count,
      requirements: suite.requirements.count,
      documents: text.documents.count
    )
  }

  /// Every rule; each in a file of its own.
  private static let rules: [any LintRule] = [
    SchemasAreUsable(), GroupsKeepTheirSchema(), TitlesAreUnique(), RequirementsHaveCases(),
    QuotedRequirementsExist(), DocumentsAreReproduced(), FindingCodesAreExplained(),
    GeneratedTextIsFresh(), RequirementsNameTheirLevel(),
  ]
}

/// What a rule sees of a suite.
struct LintSubject {
  var text: SuiteText
  /// What could be read of it.
  var suite: Suite
  /// Whether all of it could be read: a case that is missing would be blamed on others.
  var isComplete: Bool

  /// The schema of that name, if there is one that can be used.
  func schema(_ name: String) -> JSONSchema? {
    let file = text.schemas.first { $0.path.hasSuffix("/\(name).schema.json") }
    return file.flatMap { SchemaFile(path: $0.path, text: $0.text).schema }
  }
}

/// One thing that must hold across the files of a suite.
protocol LintRule: Sendable {
  func findings(in subject: LintSubject) -> [SuiteFault]
}
