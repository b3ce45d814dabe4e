import JSON
import Touchstone

extension Catalogue {
  // Whether a scope is active, and what its end does: to its own events, to others, and if there are none.

  static let activeScopes: [Violator] = [
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
      return askingAnEndedScope(step)
    },
    .steps(
      "a-transaction-suspends-scopes",
      "A scope is not active while a write transaction is open.",
      violates: ["SCOPE-8"]
    ) { step, knowledge in
      guard step["do"] == "isActive", knowledge.isInWrite else { return [step] }
      return askingAnEndedScope(step)
    },
  ]

  static let endings: [Violator] = [
    .program(
      "open-scopes-are-stored",
      "A scope that was never ended is committed when the realm closes.",
      violates: ["SCOPE-9"]
    ) { program in
      var knowledge = CaseKnowledge(given: program)
      _ = knowledge.rewriting(program.stepValues) { step, _ in [step] }
      return program.with { changed in
        changed.stepValues += knowledge.active.map { ["do": "commitScope", "scope": .string($0)] }
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
    ) { _, outcome in outcome.errorCode == "scope-not-active" ? .ok(.null) : outcome },
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
  ]

  static let emptyScopes: [Violator] = [
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
            "_id": ["$oid": .string(Tamper.objectId(number: index))],
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
  ]

  /// The question whether a scope is active, put to one that ended at once.
  private static func askingAnEndedScope(_ step: JSON) -> [JSON] {
    [
      ["do": "beginScope", "activity": "", "as": "ended"],
      ["do": "cancelScope", "scope": "ended"],
      replacing(step, "scope", "ended"),
    ]
  }

  /// An event once more, under an id of its own.
  private static func copy(_ event: JSON, number: Int) -> JSON {
    guard let id = event["_id"]?["$oid"]?.string else { return event }
    let text = Tamper.objectId(number: number).suffix(4) + id.suffix(20)
    return replacing(event, "_id", ["$oid": .string(String(text))])
  }
}
