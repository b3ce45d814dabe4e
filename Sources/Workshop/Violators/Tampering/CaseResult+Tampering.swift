import JSON
import Touchstone

extension CaseResult {
  /// This answer with other outcomes of steps, those within transactions included; nil leaves one as it is.
  func mapOutcomes(
    _ program: CaseProgram,
    _ body: (_ step: Step, _ outcome: StepOutcome, TamperingWalk) -> StepOutcome?
  ) -> CaseResult {
    guard case .completed(let outcomes, let events) = self else { return self }
    var walk = TamperingWalk(program)
    return .completed(steps: walk.mapping(outcomes, of: program.steps, body), events: events)
  }

  /// This answer with other events at its end.
  func mapEvents(_ body: ([JSON]) -> [JSON]) -> CaseResult {
    guard case .completed(let outcomes, let events) = self else { return self }
    return .completed(steps: outcomes, events: body(events))
  }

  /// This answer with other documents wherever some are told: those of the trail, at the end and in what the steps
  /// `events` yielded, or also those of the server.
  func mapTrails(
    _ program: CaseProgram,
    alsoBy kind: StepKind? = nil,
    _ body: ([JSON]) -> [JSON]
  ) -> CaseResult {
    mapOutcomes(program) { step, outcome, _ in
      guard step.kind == .recording(.events) || step.kind == kind else { return nil }
      return outcome.mapValue { $0.mapArray(body) }
    }
    .mapEvents(body)
  }

  /// This answer with other events in place of each that a read or a write was recorded as; custom events stay, also
  /// those that look like one.
  func flatMapRecorded(
    _ program: CaseProgram,
    _ body: (_ event: JSON, _ payload: String) -> [JSON]
  ) -> CaseResult {
    let given = Set(program.allSteps.compactMap { $0[.data] })
    return mapTrails(program) { trail in
      trail.flatMap { event -> [JSON] in
        guard event["event"] == "read" || event["event"] == "write",
          let payload = event["data"]?.string, !given.contains(payload)
        else { return [event] }
        return body(event, payload)
      }
    }
  }
}

extension Violator {
  /// The reference with the outcomes of steps tampered with, nested ones included; nil leaves one as it is.
  static let outcomes = Violation<@Sendable (Step, StepOutcome, TamperingWalk) -> StepOutcome?> {
    tamper in
    answer { program, result in result.mapOutcomes(program, tamper) }
  }

  /// The reference with one kind of failure taken for success: nothing happens, and no error is reported.
  static func overlooking(_ code: String) -> Violation<Void> {
    Violation { _ in outcomes { _, outcome, _ in outcome.errorCode == code ? .ok(nil) : nil } }
  }

  /// The reference with the value of one kind of step changed.
  static func outcome(of kind: StepKind) -> Violation<@Sendable (JSON) -> JSON> {
    Violation { replace in
      outcomes { step, outcome, _ in step.kind == kind ? outcome.mapValue(replace) : nil }
    }
  }

  /// The reference with another trail, wherever it is told.
  static let trails = Violation<@Sendable ([JSON], CaseProgram) -> [JSON]> { body in
    answer { program, result in result.mapTrails(program) { body($0, program) } }
  }

  /// The reference with every stored document changed.
  static let document = Violation<@Sendable (inout JSONObject) -> Void> { change in
    trails { trail, _ in trail.map { $0.mapObject(change) } }
  }

  /// The reference with every document changed, on the device and on the server.
  static let documentEverywhere = Violation<@Sendable (inout JSONObject) -> Void> { change in
    answer { program, result in
      result.mapTrails(program, alsoBy: .eventRealm(.serverEvents)) {
        $0.map { $0.mapObject(change) }
      }
    }
  }

  /// The reference whose server has got other documents.
  static let arrived = Violation<@Sendable ([JSON]) -> [JSON]> { body in
    outcome(of: .eventRealm(.serverEvents))({ $0.mapArray(body) })
  }
}

extension StepOutcome {
  /// The code of the error; nil for a step that succeeded or is not supported.
  var errorCode: String? { if case .error(let error) = self { error.code } else { nil } }
  /// The value; nil for a step that did not succeed.
  var value: JSON? { if case .ok(let value) = self { value } else { nil } }

  /// The outcome with another value, if it has one.
  func mapValue(_ body: (JSON) -> JSON) -> StepOutcome { value.map { .ok(body($0)) } ?? self }

  /// A failure.
  static func failure(_ code: String, _ message: String) -> StepOutcome {
    .error(StepError(code: code, message: message))
  }
}
