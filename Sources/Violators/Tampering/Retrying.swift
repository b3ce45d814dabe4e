import ReferenceAdapter
import Touchstone

/// The reference, run again on a program that depends on what came of the first run.
struct Retrying: Implementation {
  let change: @Sendable (CaseProgram, CaseResult) -> CaseProgram
  /// Makes the answer out of that of the first run and that of the second.
  let answer:
    @Sendable (_ program: CaseProgram, _ first: CaseResult, _ second: CaseResult) -> CaseResult
  private let reference = ReferenceImplementation()

  init(
    _ change: @escaping @Sendable (CaseProgram, CaseResult) -> CaseProgram,
    answer: @escaping @Sendable (CaseProgram, CaseResult, CaseResult) -> CaseResult = { $2 }
  ) {
    self.change = change
    self.answer = answer
  }

  func initialize(edition: String) async throws -> ImplementationInfo {
    try await reference.initialize(edition: edition)
  }

  func runCase(_ program: CaseProgram) async throws -> CaseResult {
    let first = try await reference.runCase(program)
    let changed = change(program, first)
    return answer(program, first, changed == program ? first : try await reference.runCase(changed))
  }
}
