import Foundation
import JSON
import ReferenceEvents
import Touchstone

extension Catalogue {
  /// Misreadings of chapter "Scopes".
  static let scopes: [Violator] =
    [receivers, order, activeScopes, endings, emptyScopes, scopesInTransactions, activities]
    .flatMap(\.named)

  private static let receivers: Entries = [
    "events-named-after-their-kind": .document["SCOPE-1"](
      "Read and write events carry their kind as the activity."
    ) { if $0.payload != nil { $0["activity"] = $0["event"] } },
    "every-operation-is-recorded": .steps["SCOPE-2"](
      "Reads and writes outside scopes are recorded under an activity without a name."
    ) { step, walk in
      let kinds: Set<StepKind> = [
        .reading(.get), .reading(.query), .reading(.follow), .reading(.element), .writing(.write),
      ]
      guard walk.active.isEmpty, !walk.isInWrite, step.kind.map(kinds.contains) == true else {
        return nil
      }
      return [.beginScope("", as: "unscoped"), step, .commitScope("unscoped")]
    },
    "one-scope-at-a-time": .rule["SCOPE-3"]("A second scope is refused while one is active.") {
      $0.allowsOverlappingScopes = false
    },
    "events-go-to-the-innermost-scope": .noting["SCOPE-4"](
      "An event goes to the scope that was begun last, and to no other."
    ) { $1.suffix(1) },
    "events-go-to-the-outermost-scope": .noting["SCOPE-4"](
      "An event goes to the oldest active scope, and to no other."
    ) { $1.prefix(1) },
    "nested-scopes-inherit": .observing["SCOPE-4"](
      "A scope begins with what the one around it has noted."
    ) { operation, recording, right in
      guard case .beginScope(var log) = operation, let outer = recording.scopesInOrder.last else {
        return right(operation, &recording)
      }
      (log.entries, log.snapshots) = (outer.entries, outer.snapshots)
      return right(.beginScope(log), &recording)
    },
    "core-stamps-at-commit": .changingScopes["SCOPE-5"](
      "In edition core events bear the time of the commit of their scope.",
      edition: "core"
    ) { $0.stamp($1.clock.now) },
  ]

  private static let order: Entries = [
    "trail-in-the-order-of-beginnings": .trail["SCOPE-6"](
      "The scope that began first comes first, whichever was committed first."
    ) { trail in
      let beginnings = trail.beginnings
      let scopes = trail.parts.indices.filter { trail.parts[$0].scope != nil }
      let sorted = scopes.map { trail.parts[$0] }.enumerated().sorted { one, other in
        let places = [one, other].map { beginnings.firstIndex(of: $0.element.activity) ?? 0 }
        return (places[0], one.offset) < (places[1], other.offset)
      }
      for (index, part) in zip(scopes, sorted) { trail.parts[index].events = part.element.events }
    },
    "custom-events-at-the-end": .trail["SCOPE-6"]("Custom events stand behind all scopes.") {
      $0.parts = $0.parts.filter { $0.scope != nil } + $0.parts.filter { $0.scope == nil }
    },
    "writes-behind-reads": .parts["SCOPE-7"](
      "The write events of a scope stand behind all its read events."
    ) { part, _ in
      let isRead = { (event: JSON) in event["event"] == "read" }
      part.events = part.events.filter(isRead) + part.events.filter { !isRead($0) }
    },
  ]

  private static let scopesInTransactions: Entries = [
    "scopes-miss-the-open-transaction": .parts["SCOPE-20"](
      "A scope that begins inside a write transaction does not get its changes."
    ) { part, _ in
      if part.scope?.isBegunInWrite == true,
        let write = part.events.firstIndex(where: { $0["event"] == "write" })
      {
        part.events.remove(at: write)
      }
    },
    "scopes-end-with-their-transaction": .steps["SCOPE-21"](
      "A scope that ends inside a write transaction ends when the transaction does."
    ) { step, _ in
      guard step.kind == .writing(.write) else { return nil }
      return [step.with(steps: step.steps.filter { !$0.endsScope })]
        + step.steps.filter(\.endsScope)
    },
    "overlapping-in-2022": .rule["SCOPE-22"](
      "In edition 2022 several scopes may be active at once.",
      edition: "2022"
    ) { $0.allowsOverlappingScopes = true },
    "core-in-other-words": .outcomes["SCOPE-23"](
      "Edition core words the refusal of an end as it likes.",
      edition: "core"
    ) { _, outcome, _ in
      outcome.errorCode == "scope-not-active"
        ? .failure("scope-not-active", "the scope is not active") : nil
    },
  ]

  private static let activities: Entries = [
    "activities-are-trimmed": .activities("White space around an activity is removed.") {
      $0.trimmed
    },
    "activities-of-255-bytes": .activities("An activity is cut after 255 bytes.") {
      String(decoding: $0.utf8.prefix(255), as: UTF8.self)
    },
    "activities-end-at-nul": .activities("An activity ends at its first NUL.") { $0.upToNul },
    "activities-are-composed": .activities("An activity is stored with its letters composed.") {
      $0.precomposedStringWithCanonicalMapping
    },
    "one-scope-an-activity": .parts["SCOPE-25"](
      "Of several scopes with one activity only the first stores its events."
    ) { part, former in
      let isRepeated = former.contains { $0.scope != nil && $0.activity == part.activity }
      if part.scope != nil, isRepeated { part.events = [] }
    },
  ]
}

extension Violator {
  /// The reference whose scopes begin under other activities.
  fileprivate static let activities = Violation<@Sendable (String) -> String> { change in
    steps { step, _ in
      guard step.kind == .recording(.beginScope) else { return nil }
      return step[.activity].map { [step.with(.activity, .string(change($0)))] }
    }
  }["SCOPE-24"]
}
