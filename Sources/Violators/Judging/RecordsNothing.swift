import JSON
package import Touchstone

/// An implementation that does all that another one does, except for recording.
///
/// No case may pass on it: a case that does is satisfied by silence, and shows nothing.
package struct RecordsNothing: Implementation {
  private let implementation: any Implementation

  /// Silences an implementation.
  package init(wrapping implementation: any Implementation) { self.implementation = implementation }

  /// What the silenced implementation says of itself.
  package func initialize(edition: String) async throws -> ImplementationInfo {
    try await implementation.initialize(edition: edition)
  }

  /// Ends the implementation that is wrapped.
  package func finish() async -> [String] { await implementation.finish() }

  /// The answer of the silenced implementation without a single event.
  package func runCase(_ program: CaseProgram) async throws -> CaseResult {
    switch try await implementation.runCase(program) {
    case .completed(let outcomes, _):
      return .completed(steps: silence(outcomes, program.steps), events: [])
    case .openError:
      // Who records nothing never looks at how recording is configured.
      return .completed(steps: program.steps.map { _ in .ok(nil) }, events: [])
    case let other: return other
    }
  }

  private func silence(_ outcomes: [StepOutcome], _ steps: [Step]) -> [StepOutcome] {
    zip(outcomes, steps).map { outcome, step in
      switch (step.kind, outcome) {
      case (.recording(.events), .ok): return .ok([])
      // Nor does it know that recording is not enabled.
      case (_, .error(let error)) where error.code == "events-not-enabled": return .ok(nil)
      case (.writing(.write), .ok(.array(let answers))):
        let nested = silence(answers.map(StepOutcome.init(message:)), step.steps)
        return .ok(.array(nested.map(\.message)))
      default: return outcome
      }
    }
  }
}
