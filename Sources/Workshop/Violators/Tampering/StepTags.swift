import JSON
import Touchstone

// Steps are marked, so that their outcomes are found again in whatever they were rewritten to. A rewritten program is
// answered in the form of the original one: an implementation that does something else on the inside looks the same
// from outside.

extension Step {
  private static let tag = "#"

  /// What marks it; nil for a step that was inserted.
  var tag: String? { self[Self.tag]?.string }

  /// The step with another tag.
  func tagged(_ tag: String?) -> Step { Step(json.with(Self.tag, tag.map(JSON.string))) }
}

extension [Step] {
  /// The steps with a tag each, nested ones included.
  func tagged(prefix: String = "") -> [Step] {
    enumerated().map { index, step in
      let tag = "\(prefix)\(index)"
      return (step.steps.isEmpty ? step : step.with(steps: step.steps.tagged(prefix: tag + ".")))
        .tagged(tag)
    }
  }

  /// The outcomes of the steps that have a tag.
  func outcomesByTag(_ outcomes: [StepOutcome]) -> [String: StepOutcome] {
    var found: [String: StepOutcome] = [:]
    for (step, outcome) in zip(self, outcomes) {
      if let tag = step.tag { found[tag] = outcome }
      if !step.steps.isEmpty, case .ok(.array(let answers)) = outcome {
        found.merge(step.steps.outcomesByTag(answers.map(StepOutcome.init(message:)))) { $1 }
      }
    }
    return found
  }

  /// An outcome for each of the original steps, from those that were found.
  ///
  /// A step that has none has succeeded.
  func outcomes(from found: [String: StepOutcome]) -> [StepOutcome] {
    map { step in
      let outcome = step.tag.flatMap { found[$0] } ?? .ok(.null)
      guard step.kind?.isBlock == true, case .ok = outcome else { return outcome }
      return .ok(.array(step.steps.outcomes(from: found).map(\.message)))
    }
  }
}

extension CaseProgram {
  /// Runs the program with its steps rewritten, and answers as if they were the given ones.
  func run(
    _ run: Violator.Run,
    rewriting rewrite: (Step, TamperingWalk) -> [Step]?,
    from makeWalk: (CaseProgram) async throws -> TamperingWalk
  ) async throws -> CaseResult {
    var tagged = self
    tagged.steps = steps.tagged()
    var walk = try await makeWalk(tagged)
    var rewritten = tagged
    rewritten.steps = walk.rewriting(tagged.steps, rewrite)
    let result = try await run(rewritten)
    guard case .completed(let outcomes, let events) = result else { return result }
    let found = rewritten.steps.outcomesByTag(outcomes)
    return .completed(steps: tagged.steps.outcomes(from: found), events: events)
  }
}

extension Violator {
  /// The reference on rewritten steps: each is replaced by what the function makes of it; nil leaves it as it is.
  ///
  /// Inserted steps leave no outcome, and steps that are left out have succeeded.
  static let steps = Violation<@Sendable (Step, TamperingWalk) -> [Step]?> { rewrite in
    running { program, run in try await program.run(run, rewriting: rewrite) { TamperingWalk($0) } }
  }

  /// The same, with the outcome of each step known, and the primary keys of the objects that have names.
  static let triedSteps = Violation<@Sendable (Step, TamperingWalk) -> [Step]?> { rewrite in
    running { program, run in
      try await program.run(run, rewriting: rewrite) { try await TamperingWalk(learning: $0, run) }
    }
  }

  /// The reference that takes no notice of some steps.
  static let skipping = Violation<@Sendable (Step, TamperingWalk) -> Bool> { isSkipped in
    steps { isSkipped($0, $1) ? [] : nil }
  }
}
