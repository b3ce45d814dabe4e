import JSON
import Touchstone

extension Catalogue {
  /// Wrong ideas of what an application records by itself.
  static let customEvents: Entries = [
    "custom-event-as-custom": .customEvent(
      "Every custom event has the type `custom`.",
      ["CUSTOM-1", "CUSTOM-7", "META-4", "DOC-4", "DOC-12"]
    ) { [$1.with("event", "custom")] },
    "custom-event-without-data": .customEvent(
      "The data of a custom event is not kept.",
      ["CUSTOM-1", "META-5"]
    ) { [$1.with("data", nil)] },
    "custom-event-needs-scope": .customEvent(
      "Without an active scope a custom event is not recorded.",
      ["CUSTOM-2"]
    ) { $0.scopes.isEmpty ? [] : [$1] },
    "custom-event-of-the-scope": .customEvent(
      "A custom event has the activity of its scope.",
      ["CUSTOM-3"]
    ) { call, event in
      [call.scopes.last.map { event.with("activity", .string($0.activity)) } ?? event]
    },
    "custom-event-in-each-scope": .customEvent(
      "A custom event is stored once for each active scope.",
      ["CUSTOM-3"]
    ) { call, event in [event] + call.scopes.dropFirst().map { event.another($0.name) } },
    "custom-event-cancelled": .customEvent(
      "Cancelling a scope takes custom events with it.",
      ["CUSTOM-4"]
    ) { $0.isInCancelledScope ? [] : [$1] },
    "custom-event-waits": .trailWithCalls(
      "A custom event is stored with the scopes that end after it.",
      ["CUSTOM-4"]
    ) { trail, _, calls in
      let isWaiting = { (event: JSON) in
        calls.contains { !$0.scopes.isEmpty && $0.matches(event) }
      }
      return trail.filter { !isWaiting($0) } + trail.filter(isWaiting)
    },
    "custom-event-ends-merging": .steps("Reads do not combine across a custom event.", ["CUSTOM-5"])
    {
      step,
      walk in
      step.kind == .recording(.recordEvent) && !walk.isInWrite ? [.newVersion, step] : nil
    },
    "custom-data-rewritten": .callData("Data that is JSON is written anew.", ["CUSTOM-6"]) { text in
      (try? JSON(parsing: text))?.text() ?? text
    },
    "custom-data-must-be-json": .callData(
      "Data that is not JSON is written as a string of it.",
      ["CUSTOM-6"]
    ) { (try? JSON(parsing: $0)) == nil ? JSON.string($0).text() : $0 },
    "custom-data-trimmed": .callData("Data loses the space around it.", ["CUSTOM-6"]) {
      $0.trimmed
    },
    "custom-data-to-nul": .callData("Data ends at a NUL.", ["CUSTOM-6"]) { $0.upToNul },
    "custom-data-line-ends": .callData(
      "The line ends of data become line feeds.",
      ["CUSTOM-6"]
    ) { $0.replacing("\r\n", with: "\n").replacing("\r", with: "\n") },
    "custom-data-of-255": .callData("Data is cut after 255 characters.", ["CUSTOM-6"]) {
      $0.cut(255)
    },
    "custom-empty-is-absent": .call("An empty type or text is none.", ["CUSTOM-7"]) {
      if $0["data"] == "" { $0["data"] = nil }
      if $0["eventType"] == "" { $0["eventType"] = nil }
    },
    "custom-absent-is-empty": .call(
      "Data that is left out is an empty text.",
      ["CUSTOM-7", "META-5", "DOC-4", "DOC-12"]
    ) { if $0["data"] ?? .null == .null { $0["data"] = "" } },
    "custom-type-reserved": .call(
      "A custom event can't be called `read` or `write`.",
      ["CUSTOM-8"]
    ) {
      if $0["eventType"] == "read" || $0["eventType"] == "write" { $0["eventType"] = "custom" }
    },
    "custom-type-lower-case": .call("Types are in lower case.", ["CUSTOM-8"]) {
      $0["eventType"] = $0["eventType"]?.mapString { $0.lowercased() }
    },
    "custom-activity-trimmed": .call("Activities lose the space around them.", ["CUSTOM-9"]) {
      $0["activity"] = $0["activity"]?.mapString(\.trimmed)
    },
    "custom-completion-too-early": .outcomes(
      "A completion runs before the event is on disk.",
      ["CUSTOM-10"]
    ) { step, outcome, walk in
      guard step.kind == .recording(.events), walk.previous?.kind == .recording(.recordEvent) else {
        return nil
      }
      return outcome.mapValue { $0.mapArray { $0.dropLast() } }
    },
    "custom-equal-dropped": .trailWithCalls(
      "A custom event that repeats the one before is dropped.",
      ["CUSTOM-11"]
    ) { trail, _, calls in
      trail.runs { first, second in calls.contains { $0.matches(first) && $0.matches(second) } }
        .compactMap(\.first)
    },
    "custom-by-type": .trailWithCalls(
      "Custom events in a row stand in the order of their types.",
      ["CUSTOM-11"]
    ) { trail, isCustom, _ in
      trail.runs { isCustom($0) && isCustom($1) }
        .flatMap { $0.sorted { ($0["event"]?.string ?? "") < ($1["event"]?.string ?? "") } }
    },
    "custom-event-rolled-back": .customEvent(
      "A cancelled transaction takes custom events with it.",
      ["CUSTOM-12"]
    ) { $0.walk.isCancelled ? [] : [$1] },
    "custom-event-not-in-transactions": .customEvent(
      "Within a transaction no custom event is recorded.",
      ["CUSTOM-12"]
    ) { $0.walk.isInWrite ? [] : [$1] },
    "custom-event-without-time": .customEvent(
      "A custom event bears a time that tells nothing of its place.",
      ["CUSTOM-13", "META-6"]
    ) { [$1.with("timestamp", ["$date": "1970-01-01T00:00:00.000Z"])] },
  ]
}
