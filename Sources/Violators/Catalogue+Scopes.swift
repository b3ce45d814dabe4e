import Foundation
import JSON
import ReferenceEvents
import Touchstone

extension Catalogue {
  /// Misreadings of chapter "Scopes".
  static let scopes: [Violator] = [
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
    .rule(
      "events-go-to-the-innermost-scope",
      "An event goes to the scope that was begun last, and to no other.",
      violates: ["SCOPE-4"]
    ) { $0.scopes.receivers = .innermost },
    .rule(
      "events-go-to-the-outermost-scope",
      "An event goes to the oldest active scope, and to no other.",
      violates: ["SCOPE-4"]
    ) { $0.scopes.receivers = .outermost },
    .rule(
      "nested-scopes-inherit",
      "A scope begins with what the one around it has noted.",
      violates: ["SCOPE-4"]
    ) { $0.scopes.inheritsNotes = true },
    .rule(
      "core-stamps-at-commit",
      "In edition core events bear the time of the commit of their scope.",
      violates: ["SCOPE-5"],
      edition: "core"
    ) { $0.scopes.stampsAtCommit = true },
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
    .outcomes(
      "active-after-the-end",
      "A scope stays active until its events are uploaded.",
      violates: ["SCOPE-8"]
    ) { step, outcome in
      step["do"] == "isActive" ? .ok(true) : outcome
    },
    .steps(
      "only-the-last-scope-is-active",
      "Beginning a scope makes those around it say that they are not active.",
      violates: ["SCOPE-8"]
    ) { step, knowledge in
      guard step["do"] == "isActive", let scope = step["scope"]?.string,
        knowledge.active.contains(scope), knowledge.active.last != scope
      else { return [step] }
      // A scope that ended at once answers in its place.
      return [
        ["do": "beginScope", "activity": "", "as": "ended"],
        ["do": "cancelScope", "scope": "ended"],
        replacing(step, "scope", "ended"),
      ]
    },
    .steps(
      "a-transaction-suspends-scopes",
      "A scope is not active while a write transaction is open.",
      violates: ["SCOPE-8"]
    ) { step, knowledge in
      guard step["do"] == "isActive", knowledge.isInWrite else { return [step] }
      return [
        ["do": "beginScope", "activity": "", "as": "ended"],
        ["do": "cancelScope", "scope": "ended"],
        replacing(step, "scope", "ended"),
      ]
    },
    .program(
      "open-scopes-are-stored",
      "A scope that was never ended is committed when the realm closes.",
      violates: ["SCOPE-9"]
    ) { program in
      var knowledge = CaseKnowledge(given: program)
      _ = knowledge.rewriting(program.steps) { step, _ in [step] }
      return program.with { changed in
        changed.steps += knowledge.active.map { ["do": "commitScope", "scope": .string($0)] }
      }
    },
    .outcomes(
      "completion-before-storing",
      "The completion runs before the events are stored.",
      violates: ["SCOPE-10"]
    ) { step, outcome in
      guard step["do"] == "events", case .ok(.array(let events)) = outcome else { return outcome }
      return .ok(.array(Array(events.dropLast())))
    },
    .steps(
      "cancelling-persists",
      "Cancelling a scope stores its events.",
      violates: ["SCOPE-12"]
    ) { step, _ in
      step["do"] == "cancelScope" ? [replacing(step, "do", "commitScope")] : [step]
    },
    .steps(
      "cancelling-ends-all-scopes",
      "Cancelling a scope cancels all that are active.",
      violates: ["SCOPE-13"]
    ) { step, knowledge in
      guard step["do"] == "cancelScope" else { return [step] }
      return [step]
        + knowledge.active.filter { .string($0) != step["scope"] }.map {
          ["do": "cancelScope", "scope": .string($0)]
        }
    },
    .outcomes(
      "ending-twice-succeeds",
      "Ending a scope that has ended succeeds and does nothing.",
      violates: ["SCOPE-14"]
    ) { _, outcome in
      if case .error(let error) = outcome, error.code == "scope-not-active" { return .ok(.null) }
      return outcome
    },
    .trail(
      "a-second-commit-stores-again",
      "A second commit fails, and stores the events a second time.",
      violates: ["SCOPE-15"]
    ) { trail in
      for (index, part) in trail.parts.enumerated() {
        guard part.scope != nil, case .error = part.outcome else { continue }
        let earlier = trail.parts[..<index].first { $0.scope == part.scope && !$0.events.isEmpty }
        trail.parts[index].events = (earlier?.events ?? []).map { copy($0, number: index) }
      }
    },
    .steps(
      "a-refused-end-ends-others",
      "Ending a scope that has ended ends those that are active.",
      violates: ["SCOPE-15"]
    ) { step, knowledge in
      guard let kind = step["do"]?.string, ["commitScope", "cancelScope"].contains(kind),
        let scope = step["scope"]?.string, !knowledge.active.contains(scope)
      else { return [step] }
      return [step] + knowledge.active.map { ["do": "cancelScope", "scope": .string($0)] }
    },
    .trail(
      "scopes-of-one-name-continue",
      "A scope that begins under the activity of an earlier one stores its events again.",
      violates: ["SCOPE-16"]
    ) { trail in
      for (index, part) in trail.parts.enumerated() where part.scope != nil {
        guard case .ok = part.outcome else { continue }
        let earlier = trail.parts[..<index].last { $0.scope != nil && $0.activity == part.activity }
        let repeated = (earlier?.events ?? []).map { copy($0, number: index) }
        trail.parts[index].events = repeated + part.events
      }
    },
    .steps(
      "releasing-commits",
      "Releasing an active scope commits it.",
      violates: ["SCOPE-17"]
    ) { step, knowledge in
      guard step["do"] == "dropScope", let scope = step["scope"]?.string,
        knowledge.active.contains(scope)
      else { return [step] }
      return [["do": "commitScope", "scope": .string(scope)], step]
    },
    .trail(
      "releasing-takes-back",
      "Releasing a scope takes its events back, also when it was committed.",
      violates: ["SCOPE-17"]
    ) { trail in
      for (index, part) in trail.parts.enumerated() {
        if let scope = part.scope, trail.released.contains(scope) { trail.parts[index].events = [] }
      }
    },
    .trail(
      "empty-scopes-store-an-event",
      "Committing a scope in which nothing was recorded stores an event without a payload.",
      violates: ["SCOPE-19"]
    ) { trail in
      let partition = trail.parts.lazy.flatMap(\.events).compactMap { $0["_partition"] }.first
      for (index, part) in trail.parts.enumerated() where part.scope != nil && part.events.isEmpty {
        guard case .ok = part.outcome else { continue }
        trail.parts[index].events = [
          [
            "_id": ["$oid": .string(objectId(number: index))],
            "_partition": partition ?? "events-62b38b3c10846041166f5deb",
            "activity": .string(part.activity),
            "timestamp": ["$date": "2022-06-23T14:54:37.756Z"],
          ]
        ]
      }
    },
    .trail(
      "empty-scopes-fail",
      "Committing a scope in which nothing was recorded fails.",
      violates: ["SCOPE-19"]
    ) { trail in
      for (index, part) in trail.parts.enumerated() where part.scope != nil && part.events.isEmpty {
        guard case .ok = part.outcome else { continue }
        trail.parts[index].outcome = .error(StepError(code: "other", message: "nothing to commit"))
      }
    },
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
      guard case .error(let error) = outcome, error.code == "scope-not-active" else {
        return outcome
      }
      return .error(StepError(code: error.code, message: "the scope is not active"))
    },
    .steps(
      "activities-are-trimmed",
      "White space around an activity is removed.",
      violates: ["SCOPE-24"]
    ) { step, _ in
      changingActivity(step) { activity in
        String(
          activity.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed()
        )
      }
    },
    .steps(
      "activities-of-255-bytes",
      "An activity is cut after 255 bytes.",
      violates: ["SCOPE-24"]
    ) { step, _ in
      changingActivity(step) { String(decoding: $0.utf8.prefix(255), as: UTF8.self) }
    },
    .steps(
      "activities-end-at-nul",
      "An activity ends at its first NUL.",
      violates: ["SCOPE-24"]
    ) { step, _ in
      changingActivity(step) { activity in
        String(activity.unicodeScalars.prefix { $0.value != 0 })
      }
    },
    .steps(
      "activities-are-composed",
      "An activity is stored with its letters composed.",
      violates: ["SCOPE-24"]
    ) { step, _ in
      changingActivity(step) { $0.precomposedStringWithCanonicalMapping }
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

  private static func changingActivity(_ step: JSON, _ change: (String) -> String) -> [JSON] {
    guard step["do"] == "beginScope", let activity = step["activity"]?.string else { return [step] }
    return [replacing(step, "activity", .string(change(activity)))]
  }

  /// An event once more, under an id of its own.
  private static func copy(_ event: JSON, number: Int) -> JSON {
    guard let id = event["_id"]?["$oid"]?.string else { return event }
    let text = objectId(number: number).suffix(4) + id.suffix(20)
    return replacing(event, "_id", ["$oid": .string(String(text))])
  }

  private static func objectId(number: Int) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 24 - digits.count) + digits
  }
}
