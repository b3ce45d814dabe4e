public import JSON

/// What an implementation sees of a case: what to do, and nothing of what is expected.
public struct CaseProgram: Sendable, Hashable {
  /// Classes by name, in the form of Spec, "Schema".
  public var schema: JSON
  /// The configuration to open with; an empty object where the case gives none.
  public var configuration: JSON
  /// Steps that run before the first one of the case, outside every scope.
  public var given: [JSON]
  /// Steps as in the case, without `returns` and `fails`.
  public var steps: [JSON]

  /// A program with all its parts.
  public init(schema: JSON, configuration: JSON, given: [JSON], steps: [JSON]) {
    self.schema = schema
    self.configuration = configuration
    self.given = given
    self.steps = steps
  }
}
