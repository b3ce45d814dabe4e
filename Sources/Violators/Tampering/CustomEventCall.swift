import JSON
import Touchstone

/// A custom event that the steps of a program record, with what went on around the call.
struct CustomEventCall {
  let activity: String
  let type: String?
  let data: String?
  /// The activities of the scopes that were active, in the order of their beginning.
  let scopes: [String]
  /// Whether one of these scopes, the last one, was cancelled later.
  let isInCancelledScope: Bool
  let isInWrite: Bool
  let isInCancelledWrite: Bool

  /// Whether a stored event may have come from this call.
  func matches(_ event: JSON) -> Bool {
    (event["activity"] ?? event["scope"])?.string == activity && event["event"]?.string == type
      && event["data"]?.string == data
  }
}

extension CaseProgram {
  /// The custom events in the order of the calls.
  var customEvents: [CustomEventCall] {
    let cancelled = Set(
      allSteps.filter { $0["do"] == "cancelScope" }.compactMap { $0["scope"]?.string }
    )
    var calls: [CustomEventCall] = []
    var active: [(name: String, activity: String)] = []
    func visit(_ steps: [JSON], isInWrite: Bool, isCancelled: Bool) {
      for step in steps {
        switch step["do"]?.string {
        case "beginScope":
          active.append((step["as"]?.string ?? "", step["activity"]?.string ?? ""))
        case "commitScope", "cancelScope", "dropScope":
          active.removeAll { $0.name == step["scope"]?.string }
        case "write":
          visit(
            step["steps"]?.array ?? [],
            isInWrite: true,
            isCancelled: isCancelled || step["cancel"] == true
          )
        case "recordEvent":
          calls.append(
            CustomEventCall(
              activity: step["activity"]?.string ?? "",
              type: step["eventType"]?.string,
              data: step["data"]?.string,
              scopes: active.map(\.activity),
              isInCancelledScope: active.last.map { cancelled.contains($0.name) } ?? false,
              isInWrite: isInWrite,
              isInCancelledWrite: isCancelled
            )
          )
        default: break
        }
      }
    }
    visit(stepValues, isInWrite: false, isCancelled: false)
    return calls
  }
}

extension Violator {
  /// The reference with other documents in place of each custom event.
  static let customEvent = Kind<@Sendable (CustomEventCall, JSON) -> [JSON]> { replace in
    answer { program, result in
      let calls = program.customEvents
      return result.mapTrails(program) { trail in
        var waiting = calls[...]
        return trail.flatMap { event -> [JSON] in
          guard let call = waiting.first, call.matches(event) else { return [event] }
          waiting.removeFirst()
          return replace(call, event)
        }
      }
    }
  }

  /// The reference that is given other custom events to record than the case gives.
  static let call = Kind<@Sendable (inout JSONObject) -> Void> { change in
    program { program in
      program.mapSteps { step in
        var step = step
        if step["do"] == "recordEvent" { change(&step) }
        return step
      }
    }
  }
}
