public import JSON

/// What an implementation answers to a case.
///
/// ```swift
/// CaseResult.completed(steps: [.ok(nil), .error(StepError(code: "no-such-key", message: "there is no Book 7"))], events: [])
/// ```
public enum CaseResult: Sendable, Hashable {
  /// All steps were tried: an outcome for each, and the trail as stored `AuditEvent` documents in relaxed Extended
  /// JSON, in commit order.
  case completed(steps: [StepOutcome], events: [JSON])
  /// The realm could not be opened with this configuration.
  case openError(StepError)
  /// The case needs something that the implementation does not know.
  case unsupported(String)
  /// An answer, but none of the above: what was sent instead.
  case malformed(JSON)
}

/// What came of one step.
///
/// ```swift
/// let outcomes = program.steps.map { step -> StepOutcome in
///   switch step.name {
///   case "beginScope": .ok(nil)
///   case "get": .error(StepError(code: "no-such-key", message: "there is no Book 7"))
///   default: .unsupported("there is no step \(step.name ?? "")")
///   }
/// }
/// ```
public enum StepOutcome: Sendable, Hashable {
  /// It succeeded with this value (null where a step yields none; for `write` an array of the nested outcomes).
  case ok(JSON)
  case error(StepError)
  case unsupported(String)
  /// An outcome, but none of the above: what was sent instead.
  case malformed(JSON)
}

/// Why a step failed: a code of Spec, "Error codes", and a sentence for people.
public struct StepError: Error, Sendable, Hashable {
  /// What kind of failure it is.
  public var code: String
  /// A sentence for people.
  public var message: String

  /// A failure with its code and sentence.
  public init(code: String, message: String) {
    self.code = code
    self.message = message
  }
}

extension StepError: CustomStringConvertible {
  /// The code and the sentence.
  public var description: String { "\(code): \(message)" }
}
