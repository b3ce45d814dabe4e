import Dispatch
import Formats
import JSON
import ReferenceEvents
import ReferenceRealm
import Synchronization
import Touchstone

/// Steps that record.
extension CaseSession {
  func record(_ kind: RecordingStep, _ step: StepArguments) throws -> JSON {
    switch kind {
    case .beginScope: bind(.scope(try events().begin(activity: step(.activity))), step)
    case .commitScope:
      let scope = try step.scope()
      try waitForCompletion { completion in try scope.end(committing: true, completion: completion)
      }
    case .cancelScope: try step.scope().end(committing: false)
    case .isActive: return .bool(try step.scope().isActive)
    case .dropScope:
      _ = try step.scope()
      handles[try step(.scope)] = nil
    case .recordEvent:
      let events = try events()
      let activity = try step(.activity)
      try waitForCompletion { completion in
        events.recordEvent(
          activity: activity,
          eventType: step[.eventType],
          data: step[.data],
          completion: completion
        )
      }
    case .updateMetadata:
      try events().replaceMetadata(ConfigurationDecoding.metadata(step(.metadata)))
    case .events:
      _ = try events()
      return .array(try trail())
    case .auditEventSchema: return try events().collectionSchema
    }
    return .null
  }

  func moveClock(_ kind: ClockStep, _ step: StepArguments) throws -> JSON {
    switch kind {
    case .setClock:
      guard case .date(let time)? = ExtendedValue(try step(.time)) else {
        throw StepError.malformed("\"to\" is a date")
      }
      clock.set(to: .init(milliseconds: time.milliseconds))
    case .advanceClock:
      guard clock.advance(milliseconds: Int64(try step(.milliseconds))) else {
        throw StepError.malformed("the clock was not set, or would leave the range of dates")
      }
    }
    return .null
  }

  func events() throws -> Events {
    guard let events = realm.events else {
      throw StepError(
        code: "events-not-enabled",
        message: "the realm was opened without an event configuration"
      )
    }
    return events
  }

  /// Runs the call and waits for its completion, whose error becomes that of the step.
  private func waitForCompletion(_ call: (@escaping EventCompletion) throws -> Void) throws {
    let outcome = Outcome()
    try call { outcome.finish($0) }
    if let error = outcome.wait() { throw error }
  }

  private final class Outcome: Sendable {
    private let done = DispatchSemaphore(value: 0)
    private let error = Mutex<EventError?>(nil)

    func finish(_ error: EventError?) {
      self.error.withLock { $0 = error }
      done.signal()
    }

    func wait() -> EventError? {
      done.wait()
      return error.withLock { $0 }
    }
  }
}
