import Foundation
import JSON
import ReferenceEvents
import ReferenceRealm
import Touchstone

extension Catalogue {
  /// Misreadings of chapter "Scopes".
  static let scopes: [Violator] =
    receivers + order + activeScopes + endings + emptyScopes + scopesInTransactions + activities

  private static let receivers: [Violator] = [
    .events(
      "events-named-after-their-kind",
      "Read and write events carry their kind as the activity.",
      violates: ["SCOPE-1"]
    ) { event, _ in
      guard event.payload != nil else { return event }
      var event = event
      event["activity"] = event["event"]
      return event
    },
    .steps(
      "every-operation-is-recorded",
      "Reads and writes outside scopes are recorded under an activity without a name.",
      violates: ["SCOPE-2"]
    ) { step, knowledge in
      let kinds = ["get", "query", "follow", "element", "write"]
      guard knowledge.active.isEmpty, !knowledge.isInWrite, let kind = step["do"]?.string,
        kinds.contains(kind)
      else { return [step] }
      return [
        ["do": "beginScope", "activity": "", "as": "unscoped"], step,
        ["do": "commitScope", "scope": "unscoped"],
      ]
    },
    .rule(
      "one-scope-at-a-time",
      "A second scope is refused while one is active.",
      violates: ["SCOPE-3"]
    ) { $0.allowsOverlappingScopes = false },
    .noting(
      "events-go-to-the-innermost-scope",
      "An event goes to the scope that was begun last, and to no other.",
      violates: ["SCOPE-4"]
    ) { $1.suffix(1) },
    .noting(
      "events-go-to-the-outermost-scope",
      "An event goes to the oldest active scope, and to no other.",
      violates: ["SCOPE-4"]
    ) { $1.prefix(1) },
    .beforehand(
      "nested-scopes-inherit",
      "A scope begins with what the one around it has noted.",
      violates: ["SCOPE-4"]
    ) { operation, recording in
      if case .beginScope(let log) = operation, let outer = recording.scopes.last {
        log.entries = outer.entries
        log.snapshots = outer.snapshots
      }
    },
    .observing(
      "core-stamps-at-commit",
      "In edition core events bear the time of the commit of their scope.",
      violates: ["SCOPE-5"],
      edition: "core"
    ) { operation, recording, right in
      right(operation, &recording).mapScope { $0.stamped(recording.clock.now) }
    },
  ]

  private static let order: [Violator] = [
    .trail(
      "trail-in-the-order-of-beginnings",
      "The scope that began first comes first, whichever was committed first.",
      violates: ["SCOPE-6"]
    ) { trail in
      let beginnings = trail.beginnings
      let scopes = trail.parts.indices.filter { trail.parts[$0].scope != nil }
      let sorted = scopes.map { trail.parts[$0] }.enumerated().sorted { one, other in
        let places = [one, other].map { beginnings.firstIndex(of: $0.element.activity) ?? 0 }
        return (places[0], one.offset) < (places[1], other.offset)
      }
      for (index, part) in zip(scopes, sorted) { trail.parts[index].events = part.element.events }
    },
    .trail(
      "custom-events-at-the-end",
      "Custom events stand behind all scopes.",
      violates: ["SCOPE-6"]
    ) { trail in
      trail.parts = trail.parts.filter { $0.scope != nil } + trail.parts.filter { $0.scope == nil }
    },
    .trail(
      "writes-behind-reads",
      "The write events of a scope stand behind all its read events.",
      violates: ["SCOPE-7"]
    ) { trail in
      for index in trail.parts.indices {
        let events = trail.parts[index].events
        trail.parts[index].events =
          events.filter { $0["event"] == "read" } + events.filter { $0["event"] != "read" }
      }
    },
  ]

  private static let scopesInTransactions: [Violator] = [
    .trail(
      "scopes-miss-the-open-transaction",
      "A scope that begins inside a write transaction does not get its changes.",
      violates: ["SCOPE-20"]
    ) { trail in
      for (index, part) in trail.parts.enumerated() where part.isBegunInWrite {
        if let write = part.events.firstIndex(where: { $0["event"] == "write" }) {
          trail.parts[index].events.remove(at: write)
        }
      }
    },
    .steps(
      "scopes-end-with-their-transaction",
      "A scope that ends inside a write transaction ends when the transaction does.",
      violates: ["SCOPE-21"]
    ) { step, _ in
      guard step["do"] == "write", case .object(var members) = step,
        let nested = members["steps"]?.array
      else { return [step] }
      let isEnd = { (step: JSON) in
        step["do"] == "commitScope" || step["do"] == "cancelScope"
      }
      members["steps"] = .array(nested.filter { !isEnd($0) })
      return [.object(members)] + nested.filter(isEnd)
    },
    .rule(
      "overlapping-in-2022",
      "In edition 2022 several scopes may be active at once.",
      violates: ["SCOPE-22"],
      edition: "2022"
    ) { $0.allowsOverlappingScopes = true },
    .outcomes(
      "core-in-other-words",
      "Edition core words the refusal of an end as it likes.",
      violates: ["SCOPE-23"],
      edition: "core"
    ) { _, outcome in
      outcome.errorCode == "scope-not-active"
        ? .error(StepError(code: "scope-not-active", message: "the scope is not active")) : outcome
    },
  ]

  private static let activities: [Violator] = [
    .activities("activities-are-trimmed", "White space around an activity is removed.") {
      activity in
      String(
        activity.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed()
      )
    },
    .activities("activities-of-255-bytes", "An activity is cut after 255 bytes.") {
      String(decoding: $0.utf8.prefix(255), as: UTF8.self)
    },
    .activities("activities-end-at-nul", "An activity ends at its first NUL.") {
      String($0.unicodeScalars.prefix { $0.value != 0 })
    },
    .activities("activities-are-composed", "An activity is stored with its letters composed.") {
      $0.precomposedStringWithCanonicalMapping
    },
    .trail(
      "one-scope-an-activity",
      "Of several scopes with one activity only the first stores its events.",
      violates: ["SCOPE-25"]
    ) { trail in
      var seen: Set<String> = []
      for (index, part) in trail.parts.enumerated() where part.scope != nil {
        if !seen.insert(part.activity).inserted { trail.parts[index].events = [] }
      }
    },
  ]

  /// A step with another value of a key.
  static func replacing(_ step: JSON, _ key: String, _ value: JSON) -> JSON {
    guard case .object(var members) = step else { return step }
    members[key] = value
    return .object(members)
  }
}

extension Violator {
  /// The reference whose scopes begin under other activities.
  fileprivate static func activities(
    _ id: String,
    _ title: String,
    _ change: @escaping @Sendable (String) -> String
  ) -> Violator {
    .steps(id, title, violates: ["SCOPE-24"]) { step, _ in
      guard step["do"] == "beginScope", let activity = step["activity"]?.string else {
        return [step]
      }
      return [Catalogue.replacing(step, "activity", .string(change(activity)))]
    }
  }
}
