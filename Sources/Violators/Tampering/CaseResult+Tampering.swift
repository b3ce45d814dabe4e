import JSON
import Touchstone

/// An answer is changed wherever the trail shows in it: at its end, and in what the steps `events` yielded.
extension CaseResult {
  /// This answer with another trail.
  func mapTrails(_ program: CaseProgram, _ body: ([JSON]) -> [JSON]) -> CaseResult {
    let mapped = mapOutcomes(program) { step, outcome in
      guard step["do"] == "events", case .ok(.array(let events)) = outcome else { return outcome }
      return .ok(.array(body(events)))
    }
    guard case .completed(let steps, let events) = mapped else { return mapped }
    return .completed(steps: steps, events: body(events))
  }

  /// This answer with other outcomes of steps, those within transactions included.
  func mapOutcomes(
    _ program: CaseProgram,
    _ body: (_ step: JSON, _ outcome: StepOutcome) -> StepOutcome
  ) -> CaseResult {
    guard case .completed(let outcomes, let events) = self else { return self }
    return .completed(steps: Self.map(outcomes, program.stepValues, body), events: events)
  }

  private static func map(
    _ outcomes: [StepOutcome],
    _ steps: [JSON],
    _ body: (_ step: JSON, _ outcome: StepOutcome) -> StepOutcome
  ) -> [StepOutcome] {
    zip(outcomes, steps).map { outcome, step in
      var outcome = outcome
      if step["do"] == "write", case .ok(.array(let answers)) = outcome {
        let nested = map(answers.map(StepOutcome.init(message:)), step["steps"]?.array ?? [], body)
        outcome = .ok(.array(nested.map(\.message)))
      }
      return body(step, outcome)
    }
  }
}

extension CaseProgram {
  /// This program with other steps, those within transactions included; as many as before, so that outcomes fit.
  func mapSteps(_ body: (JSONObject) -> JSONObject) -> CaseProgram {
    var program = self
    program.stepValues = Self.map(stepValues, body)
    return program
  }

  /// The steps in their order, those within transactions included.
  var allSteps: [JSON] { Self.flatten(stepValues) }

  /// The properties that steps assign to, of whatever class, in their order.
  var assignedProperties: [String] {
    let assigning: Set<String> = ["set", "add", "put", "remove", "clear"]
    return allSteps.filter { assigning.contains($0["do"]?.string ?? "") }
      .compactMap { $0["property"]?.string }
  }

  private static func map(_ steps: [JSON], _ body: (JSONObject) -> JSONObject) -> [JSON] {
    steps.map { step in
      guard var members = step.object else { return step }
      if let nested = members["steps"]?.array { members["steps"] = .array(map(nested, body)) }
      return .object(body(members))
    }
  }

  private static func flatten(_ steps: [JSON]) -> [JSON] {
    steps.flatMap { [$0] + flatten($0["steps"]?.array ?? []) }
  }
}

extension StepOutcome {
  /// The code of the error; nil for a step that succeeded or is not supported.
  var errorCode: String? { if case .error(let error) = self { error.code } else { nil } }
}

extension JSON {
  /// Whether this is a step that persists something.
  var isCommit: Bool { self["do"] == "commitScope" || self["do"] == "recordEvent" }

  /// This object with other members; anything else unchanged.
  func mapObject(_ body: (inout JSONObject) -> Void) -> JSON {
    guard case .object(var members) = self else { return self }
    body(&members)
    return .object(members)
  }

  /// This string with other text; anything else unchanged.
  func mapString(_ body: (String) -> String) -> JSON {
    if case .string(let text) = self { .string(body(text)) } else { self }
  }

  /// This array with other elements; anything else unchanged.
  func mapArray(_ body: ([JSON]) -> [JSON]) -> JSON {
    if case .array(let elements) = self { .array(body(elements)) } else { self }
  }
}
