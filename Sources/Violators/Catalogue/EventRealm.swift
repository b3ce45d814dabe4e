import JSON
import ReferenceEvents
import Touchstone

extension Catalogue {
  /// Ways to lose, to repeat and to mix up events between the commit and the server.
  static let eventRealm: [Violator] =
    opening + persistence + storedTexts + uploads + partitions + restarts + pools + loggingOut
    + server

  private static let unavailable = StepError(
    code: "event-realm-unavailable",
    message: "the event realm can't be opened"
  )

  private static let opening: [Violator] = [
    .outcomes(
      "failed-opening-reported-nowhere",
      "A completion has no error although the event realm could not be opened.",
      violates: ["REALM-2"]
    ) { step, outcome in
      step.isCommit && outcome.errorCode == unavailable.code ? .ok(.null) : outcome
    },
    .rule(
      "beginning-opens-in-2023",
      "Beginning a scope fails if the event realm cannot be opened.",
      violates: ["REALM-2"]
    ) { $0.opensAtBeginning = true },
    .rule(
      "beginning-does-not-open-in-2022",
      "In edition 2022 a scope begins although the event realm cannot be opened.",
      violates: ["REALM-3"],
      edition: "2022"
    ) { $0.opensAtBeginning = false },
    .answer(
      "failed-opening-is-final",
      "An event realm that could not be opened once is not tried again.",
      violates: ["REALM-4"]
    ) { program, result in
      var hasFailed = false
      return result.mapOutcomes(program) { step, outcome in
        if step["do"] == "restart" { hasFailed = false }
        if outcome.errorCode == unavailable.code { hasFailed = true }
        return hasFailed && step.isCommit ? .error(unavailable) : outcome
      }
    },
    .walk(
      "writes-need-an-event-realm",
      "A transaction is undone if its events cannot be stored or uploaded at once.",
      violates: ["REALM-40"]
    ) { step, _ in
      var step = step
      if step["do"] == "write" { step["cancel"] = true }
      return step
    },
  ]

  private static let persistence: [Violator] = [
    .answer(
      "completion-waits-for-the-upload",
      "A commit without a connection fails.",
      violates: ["REALM-6", "REALM-19"]
    ) { program, result in
      var isOnline = true
      return result.mapOutcomes(program) { step, outcome in
        if step["do"] == "goOffline" { isOnline = false }
        if step["do"] == "goOnline" { isOnline = true }
        return !isOnline && step.isCommit
          ? .error(StepError(code: "upload-failed", message: "there is no connection")) : outcome
      }
    },
    .walk(
      "completion-before-durable",
      "A completion runs before the events are on disk.",
      violates: ["REALM-7"]
    ) { step, walk in
      guard walk.next?["do"] == "restart" else { return step }
      switch step["do"] {
      case "recordEvent": return CaseProgram.nothing
      case "commitScope": return ["do": "isActive", "scope": step["scope"] ?? .null]
      default: return step
      }
    },
    .steps(
      "open-scopes-outlive-the-process",
      "What a scope has noted is stored when the process ends.",
      violates: ["REALM-8"]
    ) { step, knowledge in
      guard step["do"] == "restart" else { return [step] }
      return knowledge.active.map { ["do": "commitScope", "scope": .string($0)] } + [step]
    },
    .skipping(
      "large-events-vanish",
      "An event of half a megabyte and more is dropped without an error.",
      violates: ["REALM-9"],
      "recordEvent"
    ) { step, _ in step["data"]?.string?.utf8.count ?? 0 > 500_000 },
    .walk(
      "large-events-are-cut",
      "The data of an event is cut at sixty-four kilobytes.",
      violates: ["REALM-9", "REALM-10"]
    ) { step, _ in
      var step = step
      if step["do"] == "recordEvent", let data = step["data"]?.string, data.utf8.count > 65_536 {
        step["data"] = .string(String(data.prefix(65_536)))
      }
      return step
    },
  ]

  private static let storedTexts: [Violator] = [
    .texts(
      "activities-are-cut",
      "An activity has at most 255 characters.",
      violates: ["REALM-11"]
    ) { String($0.prefix(255)) },
    .texts(
      "activities-are-escaped",
      "Quotes in activities are doubled.",
      violates: ["REALM-11"]
    ) { String($0.flatMap { $0 == "'" ? "''" : String($0) }) },
    .texts(
      "stored-activities-end-at-nul",
      "An activity ends at a NUL.",
      violates: ["REALM-11"]
    ) { String($0.prefix { $0 != "\0" }) },
    .answer(
      "keys-are-cleaned",
      "Characters of metadata keys that are no letters or digits become underscores.",
      violates: ["REALM-11"]
    ) { program, result in
      let clean: ([JSON]) -> [JSON] = { events in
        events.map { event in
          event.mapObject { fields in
            var cleaned = JSONObject()
            for (key, value) in fields {
              cleaned[String(key.map { $0.isLetter || $0.isNumber ? $0 : "_" })] = value
            }
            for key in ["_id", "_partition"] { cleaned[key] = fields[key] }
            fields = cleaned
          }
        }
      }
      return result.mapTrails(program, clean).mapServerEvents(program, clean)
    },
  ]
}
