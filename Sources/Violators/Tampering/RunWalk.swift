import JSON
import Touchstone

/// What is known of the device at a step of a program: whether it is connected, and who is logged in.
struct RunWalk {
  var isOnline = true
  var isLoggedIn = true
  /// How many restarts came before.
  var runs = 0
  /// The metadata that was last given to an update in this run.
  var update: JSON?
  /// The step that follows.
  var next: JSON?
}

extension CaseProgram {
  /// A step that does nothing, in place of one that is left out: outcomes keep their places.
  static let nothing: JSONObject = ["do": "errors"]

  /// This program with other steps, as many as before; those in transactions stay.
  func walkingSteps(_ body: (JSONObject, RunWalk) -> JSONObject) -> CaseProgram {
    var walk = RunWalk()
    return with { program in
      let steps = program.stepValues
      program.stepValues = steps.enumerated().map { index, step in
        guard let members = step.object else { return step }
        walk.next = index + 1 < steps.count ? steps[index + 1] : nil
        let changed = body(members, walk)
        switch members["do"] {
        case "goOffline": walk.isOnline = false
        case "goOnline": walk.isOnline = true
        case "logOut": walk.isLoggedIn = false
        case "logIn": walk.isLoggedIn = true
        case "updateMetadata": walk.update = members["metadata"]
        case "restart":
          walk.runs += 1
          walk.update = nil
        default: break
        }
        return .object(changed)
      }
    }
  }

  /// This program with the event configurations changed, that of its beginning and those of its restarts.
  func mapEventConfigurations(_ body: (inout JSONObject) -> Void) -> CaseProgram {
    var program = mapSteps { step in
      var step = step
      if step["do"] == "restart", var events = step["events"]?.object {
        body(&events)
        step["events"] = .object(events)
      }
      return step
    }
    if var events = program.events {
      body(&events)
      program.events = events
    }
    return program
  }
}

extension CaseResult {
  /// This answer with other documents wherever some of the server are told.
  func mapServerEvents(_ program: CaseProgram, _ body: ([JSON]) -> [JSON]) -> CaseResult {
    mapOutcomes(program) { step, outcome in
      guard step["do"] == "serverEvents", case .ok(.array(let events)) = outcome else {
        return outcome
      }
      return .ok(.array(body(events)))
    }
  }
}

extension Violator {
  /// The reference on other steps than it was given, chosen by what goes on around each.
  static let walk = Kind<@Sendable (JSONObject, RunWalk) -> JSONObject> { body in
    program { $0.walkingSteps(body) }
  }

  /// The reference that takes no notice of one kind of step, or of some of that kind.
  static func skipping(
    _ id: String,
    _ title: String,
    violates: [String],
    _ kind: String,
    where isSkipped: @escaping @Sendable (JSONObject, RunWalk) -> Bool = { _, _ in true }
  ) -> Violator {
    .walk(id, title, violates: violates) { step, walk in
      step["do"]?.string == kind && isSkipped(step, walk) ? CaseProgram.nothing : step
    }
  }

  /// The reference with other event configurations than it was given.
  static let configuration = Kind<@Sendable (inout JSONObject) -> Void> { body in
    program { $0.mapEventConfigurations(body) }
  }

  /// The reference whose server has got other documents.
  static let arrived = Kind<@Sendable ([JSON]) -> [JSON]> { body in
    answer { program, result in
      result.mapServerEvents(program, body)
    }
  }

  /// The reference with each field that a text was given for changed, on the device and on the server.
  static let texts = Kind<@Sendable (String) -> String> { body in
    answer { program, result in
      let change: ([JSON]) -> [JSON] = { events in
        events.map { event in
          event.mapObject { $0["activity"] = ($0["activity"]?.string).map { .string(body($0)) } }
        }
      }
      return result.mapTrails(program, change).mapServerEvents(program, change)
    }
  }
}
