public import JSON

/// What an implementation sees of a case: what to do, and nothing of what is expected.
///
/// ```swift
/// let program = CaseProgram(
///   schema: ["Book": ["primaryKey": "_id", "properties": ["_id": "int"]]],
///   configuration: [:],
///   given: [],
///   steps: [["do": "recordEvent", "activity": "log in"]]
/// )
/// let result = try await MyRecorder().runCase(program)
/// ```
public struct CaseProgram: Sendable, Hashable {
  /// Classes by name, in the form of Spec, "Schema".
  public var schema: ProgramSchema
  /// The configuration to open with; an empty object where the case gives none.
  public var configuration: JSON
  /// Steps that run before the first one of the case, outside every scope.
  public var given: [Step]
  /// Steps as in the case, without `returns` and `fails`.
  public var steps: [Step]

  /// A program with all its parts.
  public init(schema: ProgramSchema, configuration: JSON, given: [Step], steps: [Step]) {
    self.schema = schema
    self.configuration = configuration
    self.given = given
    self.steps = steps
  }

  /// What an implementation is sent of a case: its names, requirements and expectations stay behind, and what it says
  /// once and means many times is written out.
  public init(of testCase: Case) { self.init(writtenOut: testCase.writtenOut) }

  /// The same of a case that is written out already.
  package init(writtenOut testCase: Case) {
    self.init(
      schema: testCase.schema,
      configuration: testCase.configuration,
      given: testCase.given.map(\.withoutExpectations),
      steps: testCase.steps.map(\.withoutExpectations)
    )
  }
}
