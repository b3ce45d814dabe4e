import JSON
import Touchstone

/// A custom event that the steps of a program record, with what went on around the call.
struct CustomEventCall {
  let step: Step
  let walk: TamperingWalk

  /// The scopes that were active, in the order of their beginning.
  var scopes: [TamperingWalk.Scope] { walk.active.compactMap(walk.scope) }

  /// Whether one of these scopes, the last one, was cancelled later.
  var isInCancelledScope: Bool {
    walk.program.allSteps.contains {
      $0.kind == .recording(.cancelScope) && $0[.scope] == walk.active.last
    }
  }

  /// Whether a stored event may have come from this call.
  func matches(_ event: JSON) -> Bool {
    (event["activity"] ?? event["scope"])?.string == step[.activity]
      && event["event"]?.string == step[.eventType] && event["data"]?.string == step[.data]
  }
}

extension CaseProgram {
  /// The custom events in the order of the calls.
  var customEvents: [CustomEventCall] {
    var calls: [CustomEventCall] = []
    var walk = TamperingWalk(self)
    _ = walk.rewriting(steps) { step, walk in
      if step.kind == .recording(.recordEvent) {
        calls.append(CustomEventCall(step: step, walk: walk))
      }
      return nil
    }
    return calls
  }
}

extension Violator {
  /// The reference with other documents in place of each custom event.
  static let customEvent = Violation<@Sendable (CustomEventCall, JSON) -> [JSON]> { replace in
    trails { trail, program in
      var waiting = program.customEvents[...]
      return trail.flatMap { event -> [JSON] in
        guard let call = waiting.first, call.matches(event) else { return [event] }
        waiting.removeFirst()
        return replace(call, event)
      }
    }
  }

  /// The reference with another trail, and which of its events are custom ones.
  static let trailWithCalls = Violation<
    @Sendable ([JSON], _ isCustom: (JSON) -> Bool, [CustomEventCall]) -> [JSON]
  > { change in
    trails { trail, program in
      let calls = program.customEvents
      return change(trail, { event in calls.contains { $0.matches(event) } }, calls)
    }
  }

  /// The reference that is given other custom events to record than the case gives.
  static let call = Violation<@Sendable (inout JSONObject) -> Void> { change in
    program {
      $0.mapSteps {
        $0.kind == .recording(.recordEvent) ? Step($0.json.mapObject(change)) : $0
      }
    }
  }

  /// The reference that is given other data to record.
  static let callData = Violation<@Sendable (String) -> String> { change in
    call { $0["data"] = $0["data"]?.mapString(change) }
  }
}
