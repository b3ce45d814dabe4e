import JSON
package import Touchstone

/// An implementation that is asked something else than the program, or whose answer is changed.
package struct Tampered: Implementation {
  private let implementation: any Implementation
  private let run: @Sendable (CaseProgram, Violator.Run) async throws -> CaseResult

  init(
    _ implementation: any Implementation,
    run: @escaping @Sendable (CaseProgram, Violator.Run) async throws -> CaseResult
  ) {
    self.implementation = implementation
    self.run = run
  }

  /// What the implementation says of itself.
  package func initialize(edition: String) async throws -> ImplementationInfo {
    try await implementation.initialize(edition: edition)
  }

  /// What the function makes of the program and of the answer.
  package func runCase(_ program: CaseProgram) async throws -> CaseResult {
    try await run(program) { [implementation] in try await implementation.runCase($0) }
  }

  /// Ends the implementation.
  package func finish() async -> [String] { await implementation.finish() }
}

extension Tampered {
  /// An implementation that does all that another one does, except for recording.
  ///
  /// No case may pass on it: a case that does is satisfied by silence, and shows nothing.
  package static func recordingNothing(_ implementation: any Implementation) -> Tampered {
    Tampered(implementation) { program, run in
      let result = try await run(program)
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

  /// An implementation that claims to offer what another one does, answers null to everything, and takes nothing back.
  ///
  /// No case about sync may pass on it: nothing would show that anything was synchronized.
  package static func takingNothingBack(_ implementation: any Implementation) -> Tampered {
    @Sendable func answer(_ step: Step) -> StepOutcome {
      if step.kind?.isBlock == true { return .ok(.array(step.steps.map { answer($0).message })) }
      return .ok(step.kind == .flexibleSync(.synchronize) ? [] : .null)
    }
    return Tampered(implementation) { program, _ in
      .completed(steps: program.steps.map { answer($0) }, events: [])
    }
  }

  /// An implementation that claims to offer what another one does, and then supports none of it.
  ///
  /// No case may pass on it, and none may fail: all are untested.
  package static func supportingNothing(_ implementation: any Implementation) -> Tampered {
    Tampered(implementation) { _, _ in .unsupported("supports nothing") }
  }
}
