import JSON
import Touchstone

extension Catalogue {
  /// Wrong ideas of what an application records by itself.
  static let customEvents: Entries = [
    "custom-event-without-data": .customEvent["CUSTOM-1", "META-5"](
      "The data of a custom event is not kept."
    ) { [$1.with("data", nil)] },
    "custom-event-needs-scope": .customEvent["CUSTOM-2"](
      "Without an active scope a custom event is not recorded."
    ) { $0.scopes.isEmpty ? [] : [$1] },
    "custom-event-of-the-scope": .customEvent["CUSTOM-3"](
      "A custom event has the activity of its scope."
    ) { call, event in
      [call.scopes.last.map { event.with("activity", .string($0.activity)) } ?? event]
    },
    "custom-event-in-each-scope": .customEvent["CUSTOM-3"](
      "A custom event is stored once for each active scope."
    ) { call, event in [event] + call.scopes.dropFirst().map { event.another($0.name) } },
    "custom-event-cancelled": .customEvent["CUSTOM-4"](
      "Cancelling a scope takes custom events with it."
    ) { $0.isInCancelledScope ? [] : [$1] },
    "custom-event-waits": .trailWithCalls["CUSTOM-4"](
      "A custom event is stored with the scopes that end after it."
    ) { trail, _, calls in
      let isWaiting = { (event: JSON) in
        calls.contains { !$0.scopes.isEmpty && $0.matches(event) }
      }
      return trail.filter { !isWaiting($0) } + trail.filter(isWaiting)
    },
    "custom-event-ends-merging": .steps["CUSTOM-5"]("Reads do not combine across a custom event.") {
      step,
      walk in
      step.kind == .recording(.recordEvent) && !walk.isInWrite ? [.newVersion, step] : nil
    },
    "custom-data-rewritten": .callData["CUSTOM-6"]("Data that is JSON is written anew.") { text in
      (try? JSON(parsing: text))?.text() ?? text
    },
    "custom-data-must-be-json": .callData["CUSTOM-6"](
      "Data that is not JSON is written as a string of it."
    ) { (try? JSON(parsing: $0)) == nil ? JSON.string($0).text() : $0 },
    "custom-data-trimmed": .callData["CUSTOM-6"]("Data loses the space around it.") {
      $0.trimmed
    },
    "custom-data-to-nul": .callData["CUSTOM-6"]("Data ends at a NUL.") { $0.upToNul },
    "custom-data-line-ends": .callData["CUSTOM-6"](
      "The line ends of data become line feeds."
    ) { $0.replacing("\r\n", with: "\n").replacing("\r", with: "\n") },
    "custom-data-of-255": .callData["CUSTOM-6"]("Data is cut after 255 characters.") {
      $0.cut(255)
    },
    "custom-empty-is-absent": .call["CUSTOM-7"]("An empty type or text is none.") {
      if $0["data"] == "" { $0["data"] = nil }
      if $0["eventType"] == "" { $0["eventType"] = nil }
    },
    "custom-absent-is-empty": .call["CUSTOM-7", "META-5", "DOC-4", "DOC-12"](
      "Data that is left out is an empty text."
    ) { if $0["data"] ?? .null == .null { $0["data"] = "" } },
    "custom-type-reserved": .call["CUSTOM-8"](
      "A custom event can't be called `read` or `write`."
    ) {
      if $0["eventType"] == "read" || $0["eventType"] == "write" { $0["eventType"] = "custom" }
    },
    "custom-type-lower-case": .call["CUSTOM-8"]("Types are in lower case.") {
      $0["eventType"] = $0["eventType"]?.mapString { $0.lowercased() }
    },
    "custom-activity-trimmed": .call["CUSTOM-9"]("Activities lose the space around them.") {
      $0["activity"] = $0["activity"]?.mapString(\.trimmed)
    },
    "custom-completion-too-early": .outcomes["CUSTOM-10"](
      "A completion runs before the event is on disk."
    ) { step, outcome, walk in
      guard step.kind == .recording(.events), walk.previous?.kind == .recording(.recordEvent) else {
        return nil
      }
      return outcome.mapValue { $0.mapArray { $0.dropLast() } }
    },
    "custom-equal-dropped": .trailWithCalls["CUSTOM-11"](
      "A custom event that repeats the one before is dropped."
    ) { trail, _, calls in
      trail.runs { first, second in calls.contains { $0.matches(first) && $0.matches(second) } }
        .compactMap(\.first)
    },
    "custom-by-type": .trailWithCalls["CUSTOM-11"](
      "Custom events in a row stand in the order of their types."
    ) { trail, isCustom, _ in
      trail.runs { isCustom($0) && isCustom($1) }
        .flatMap { $0.sorted { ($0["event"]?.string ?? "") < ($1["event"]?.string ?? "") } }
    },
    "custom-event-rolled-back": .customEvent["CUSTOM-12"](
      "A cancelled transaction takes custom events with it."
    ) { $0.walk.isCancelled ? [] : [$1] },
    "custom-event-without-time": .customEvent["CUSTOM-13", "META-6"](
      "A custom event bears a time that tells nothing of its place."
    ) { [$1.with("timestamp", ["$date": "1970-01-01T00:00:00.000Z"])] },
  ]
}
