package import JSON
import ReferenceAdapter
import Touchstone

/// The reference on other steps than it was given, answered as if they were the given ones.
struct Rewritten: Implementation {
  /// Whether outcomes and keys have to be known before the steps are rewritten.
  let learns: Bool
  let rewrite: @Sendable (JSON, CaseKnowledge) -> [JSON]
  private let reference = ReferenceImplementation()

  init(learns: Bool, _ rewrite: @escaping @Sendable (JSON, CaseKnowledge) -> [JSON]) {
    self.learns = learns
    self.rewrite = rewrite
  }

  func initialize(edition: String) async throws -> ImplementationInfo {
    try await reference.initialize(edition: edition)
  }

  func runCase(_ program: CaseProgram) async throws -> CaseResult {
    var tagged = program
    tagged.stepValues = StepTags.tagging(program.stepValues)
    var knowledge =
      learns
      ? try await CaseKnowledge(learning: tagged, from: reference)
      : CaseKnowledge(given: tagged)
    var rewritten = tagged
    rewritten.stepValues = knowledge.rewriting(tagged.stepValues, rewrite)
    let result = try await reference.runCase(rewritten)
    guard case .completed(let outcomes, let events) = result else { return result }
    let found = StepTags.outcomes(outcomes, of: rewritten.stepValues)
    return .completed(steps: StepTags.restoring(tagged.stepValues, from: found), events: events)
  }
}

extension Violator {
  /// The reference on rewritten steps: each is replaced by what the function makes of it.
  ///
  /// Inserted steps leave no outcome. With `learns` the function is told the outcome of each step, and the primary keys
  /// of the objects that have names.
  package static func steps(
    _ id: String,
    _ title: String,
    violates: [String],
    edition: String = "2023",
    learns: Bool = false,
    _ rewrite: @escaping @Sendable (JSON, CaseKnowledge) -> [JSON]
  ) -> Violator {
    Violator(id, title, violates: violates, edition: edition) {
      Rewritten(learns: learns, rewrite)
    }
  }
}
