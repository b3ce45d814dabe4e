public import JSON

/// One executable example: a few steps, and what the documents promise of them.
///
/// ```swift
/// let testCase = try Suite.embedded().cases[0]
/// print(testCase.name, testCase.title, testCase.requirements)
/// ```
public struct Case: Sendable, Hashable {
  /// `<chapter>/<group>/<id>`; permanent.
  public var name: String
  /// One sentence that says what happens.
  public var title: String
  /// The conformance class, such as `recording`.
  public var conformanceClass: String
  /// How binding it is: the level of the case, not of its requirements.
  package var level = Level.must
  /// The editions it applies to; nil means every one.
  public var editions: [String]?
  /// Ids of the requirements that it shows.
  public var requirements: [String] = []
  /// Optional features that it needs.
  public var needs: [String] = []
  /// What is usually wrong when it fails.
  public var notes: String?
  /// The classes by name.
  package var schema: ProgramSchema = [:]
  /// What the realm is opened with.
  public var configuration: JSON = [:]
  /// Steps that run before the first one, outside every scope.
  public var given: [Step] = []
  /// Steps with their own expectations (`returns`, `fails`).
  public var steps: [Step]
  /// The value of `expect`.
  public var expectation: JSON
  /// Where the case stands.
  package var location: TextLocation
  /// Whether it is a user's own, about tables that are what they are: no feature of it is left to choice.
  package var isOwn = false

  /// The first part of the name.
  public var chapter: String { String(name.prefix { $0 != "/" }) }
}

extension Case {
  /// A case of class `recording` that binds every edition.
  package init(
    name: String,
    title: String,
    requirements: [String] = [],
    steps: [Step],
    expectation: JSON,
    location: TextLocation
  ) {
    self.init(
      name: name,
      title: title,
      conformanceClass: ConformanceClass.recording.rawValue,
      requirements: requirements,
      steps: steps,
      expectation: expectation,
      location: location
    )
  }
}
