public import JSON

/// One executable example: a few steps, and what the documents promise of them.
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

/// How binding a requirement or a case is.
package enum Level: String, Sendable, Hashable, CaseIterable {
  case must, should, may
}

/// A place in a file of Spec/ or Golden/, counted from 1.
package struct TextLocation: Sendable, Hashable, CustomStringConvertible {
  /// The path as it is shown to people: relative to the package for embedded files, as given for others.
  package var file: String
  /// The line.
  package var line: Int
  /// The column, in bytes.
  package var column: Int

  /// A place in a file.
  package init(file: String, line: Int, column: Int = 1) {
    self.file = file
    self.line = line
    self.column = column
  }

  /// `file:line:column`, which editors can open.
  package var description: String { "\(file):\(line):\(column)" }
}
