import Foundation
import JSON
import Touchstone

extension Catalogue {
  /// Wrong ideas of what an application records by itself.
  static let customEvents: [Violator] = [
    .customEvent(
      "custom-event-as-custom",
      "Every custom event has the type `custom`.",
      violates: ["CUSTOM-1", "CUSTOM-7", "META-4", "DOC-4", "DOC-12"]
    ) {
      [$1.mapObject { $0["event"] = "custom" }]
    },
    .customEvent(
      "custom-event-without-data",
      "The data of a custom event is not kept.",
      violates: ["CUSTOM-1", "META-5"]
    ) {
      [$1.mapObject { $0["data"] = nil }]
    },
    .customEvent(
      "custom-event-needs-scope",
      "Without an active scope a custom event is not recorded.",
      violates: ["CUSTOM-2"]
    ) {
      $0.scopes.isEmpty ? [] : [$1]
    },
    .customEvent(
      "custom-event-of-the-scope",
      "A custom event has the activity of its scope.",
      violates: ["CUSTOM-3"]
    ) { call, event in
      [
        event.mapObject {
          if let activity = call.scopes.last { $0["activity"] = .string(activity) }
        }
      ]
    },
    .customEvent(
      "custom-event-in-each-scope",
      "A custom event is stored once for each active scope.",
      violates: ["CUSTOM-3"]
    ) { call, event in
      [event]
        + call.scopes.dropFirst().enumerated().map { index, scope in
          event.mapObject { $0["_id"] = Tamper.newId(like: $0["_id"], salt: "\(index) \(scope)") }
        }
    },
    .customEvent(
      "custom-event-cancelled",
      "Cancelling a scope takes custom events with it.",
      violates: ["CUSTOM-4"]
    ) {
      $0.isInCancelledScope ? [] : [$1]
    },
    .answer(
      "custom-event-waits",
      "A custom event is stored with the scopes that end after it.",
      violates: ["CUSTOM-4"]
    ) { program, result in
      let calls = program.customEvents.filter { !$0.scopes.isEmpty }
      return result.mapTrails(program) { trail in
        let waiting = trail.filter { event in calls.contains { $0.matches(event) } }
        let others = trail.filter { event in !calls.contains { $0.matches(event) } }
        return others + waiting
      }
    },
    Violator(
      "custom-event-ends-merging",
      "Reads do not combine across a custom event.",
      violates: ["CUSTOM-5"]
    ) {
      Retrying { program, _ in
        var program = program
        program.stepValues = program.stepValues.flatMap { step -> [JSON] in
          step["do"] == "recordEvent" ? [["do": "write", "steps": []], step] : [step]
        }
        return program
      } answer: { program, _, second in
        guard case .completed(let outcomes, let events) = second else { return second }
        var rest = outcomes[...]
        let kept = program.stepValues.compactMap { step -> StepOutcome? in
          if step["do"] == "recordEvent" { rest = rest.dropFirst() }
          return rest.popFirst()
        }
        return .completed(steps: kept, events: events)
      }
    },
    .call("custom-data-rewritten", "Data that is JSON is written anew.", violates: ["CUSTOM-6"]) {
      guard let text = $0["data"]?.string, let json = try? JSON(parsing: text) else { return }
      $0["data"] = .string(json.text())
    },
    .call(
      "custom-data-must-be-json",
      "Data that is no JSON is written as a string of it.",
      violates: ["CUSTOM-6"]
    ) {
      guard let text = $0["data"]?.string, (try? JSON(parsing: text)) == nil else { return }
      $0["data"] = .string(JSON.string(text).text())
    },
    .call("custom-data-trimmed", "Data loses the space around it.", violates: ["CUSTOM-6"]) {
      $0["data"] = $0["data"]?.mapString { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
    },
    .call("custom-data-to-nul", "Data ends at a NUL.", violates: ["CUSTOM-6"]) {
      $0["data"] = $0["data"]?.mapString { String($0.prefix { $0 != "\0" }) }
    },
    .call(
      "custom-data-line-ends",
      "The line ends of data become line feeds.",
      violates: ["CUSTOM-6"]
    ) {
      $0["data"] = $0["data"]?.mapString {
        $0.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
      }
    },
    .call("custom-data-of-255", "Data is cut after 255 characters.", violates: ["CUSTOM-6"]) {
      $0["data"] = $0["data"]?.mapString { String($0.prefix(255)) }
    },
    .call("custom-empty-is-absent", "An empty type or text is none.", violates: ["CUSTOM-7"]) {
      if $0["data"] == "" { $0["data"] = nil }
      if $0["eventType"] == "" { $0["eventType"] = nil }
    },
    .call(
      "custom-absent-is-empty",
      "Data that is left out is an empty text.",
      violates: ["CUSTOM-7", "META-5", "DOC-4", "DOC-12"]
    ) {
      if $0["data"] == nil || $0["data"] == .null { $0["data"] = "" }
    },
    .call(
      "custom-type-reserved",
      "A custom event can't be called `read` or `write`.",
      violates: ["CUSTOM-8"]
    ) {
      if $0["eventType"] == "read" || $0["eventType"] == "write" { $0["eventType"] = "custom" }
    },
    .call("custom-type-lower-case", "Types are in lower case.", violates: ["CUSTOM-8"]) {
      $0["eventType"] = $0["eventType"]?.mapString { $0.lowercased() }
    },
    .call(
      "custom-activity-trimmed",
      "Activities lose the space around them.",
      violates: ["CUSTOM-9"]
    ) {
      $0["activity"] = $0["activity"]?.mapString {
        $0.trimmingCharacters(in: .whitespacesAndNewlines)
      }
    },
    .answer(
      "custom-completion-too-early",
      "A completion runs before the event is on disk.",
      violates: ["CUSTOM-10"]
    ) { program, result in
      guard case .completed(let outcomes, let events) = result else { return result }
      var previous: JSON?
      let early = zip(program.stepValues, outcomes).map { step, outcome -> StepOutcome in
        defer { previous = step }
        guard step["do"] == "events", previous?["do"] == "recordEvent",
          case .ok(.array(let stored)) = outcome
        else { return outcome }
        return .ok(.array(stored.dropLast()))
      }
      return .completed(steps: early, events: events)
    },
    .answer(
      "custom-equal-dropped",
      "A custom event that repeats the one before is dropped.",
      violates: ["CUSTOM-11"]
    ) { program, result in
      let calls = program.customEvents
      return result.mapTrails(program) { trail in
        Tamper.runs(of: trail) { first, second in
          calls.contains { $0.matches(first) && $0.matches(second) }
        }.compactMap(\.first)
      }
    },
    .answer(
      "custom-by-type",
      "Custom events in a row stand in the order of their types.",
      violates: ["CUSTOM-11"]
    ) { program, result in
      let calls = program.customEvents
      return result.mapTrails(program) { trail in
        Tamper.runs(of: trail) { first, second in
          calls.contains { $0.matches(first) } && calls.contains { $0.matches(second) }
        }.flatMap { run in
          run.sorted { ($0["event"]?.string ?? "") < ($1["event"]?.string ?? "") }
        }
      }
    },
    .customEvent(
      "custom-event-rolled-back",
      "A cancelled transaction takes custom events with it.",
      violates: ["CUSTOM-12"]
    ) { $0.isInCancelledWrite ? [] : [$1] },
    .customEvent(
      "custom-event-not-in-transactions",
      "Within a transaction no custom event is recorded.",
      violates: ["CUSTOM-12"]
    ) { $0.isInWrite ? [] : [$1] },
    .customEvent(
      "custom-event-without-time",
      "A custom event bears a time that tells nothing of its place.",
      violates: ["CUSTOM-13", "META-6"]
    ) { [$1.mapObject { $0["timestamp"] = ["$date": "1970-01-01T00:00:00.000Z"] }] },
  ]
}
