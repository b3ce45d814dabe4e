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
    let result = try await implementation.runCase(program)
    if case .openError = result {
      // An implementation that records nothing never looks at how recording is configured.
      return .completed(steps: program.steps.map { _ in .ok(nil) }, events: [])
    }
    return result.mapTrails(program) { _ in [] }.mapOutcomes(program) { _, outcome, _ in
      // Nor does it know that recording is not enabled.
      outcome.errorCode == "events-not-enabled" ? .ok(nil) : nil
    }
  }
}
