import JSON
import Touchstone

extension Catalogue {
  // Whether a scope is active, and what its end does: to its own events, to others, and if there are none.

  static let activeScopes: Entries = [
    "active-after-the-end": .outcomes["SCOPE-8"](
      "A scope stays active until its events are uploaded."
    ) { step, _, _ in step.kind == .recording(.isActive) ? .ok(true) : nil },
    "only-the-last-scope-is-active": .askingAnEndedScope["SCOPE-8"](
      "Beginning a scope makes those around it say that they are not active."
    ) { scope, walk in walk.active.contains(scope) && walk.active.last != scope },
    "a-transaction-suspends-scopes": .askingAnEndedScope["SCOPE-8"](
      "A scope is not active while a write transaction is open."
    ) { $1.isInWrite },
  ]

  static let endings: Entries = [
    "open-scopes-are-stored": .program["SCOPE-9"](
      "A scope that was never ended is committed when the realm closes."
    ) { program in
      var walk = TamperingWalk(program)
      _ = walk.rewriting(program.steps) { _, _ in nil }
      program.steps += walk.active.map(Step.commitScope)
    },
    "completion-before-storing": .outcome(of: .recording(.events))["SCOPE-10"](
      "The completion runs before the events are stored."
    ) { $0.mapArray { $0.dropLast() } },
    "cancelling-persists": .steps["SCOPE-12"]("Cancelling a scope stores its events.") {
      step,
      _ in
      guard step.kind == .recording(.cancelScope), let scope = step[.scope] else { return nil }
      return [Step.commitScope(scope).tagged(step.tag)]
    },
    "cancelling-ends-all-scopes": .steps["SCOPE-13"](
      "Cancelling a scope cancels all that are active."
    ) { step, walk in
      guard step.kind == .recording(.cancelScope) else { return nil }
      return [step] + walk.active.filter { $0 != step[.scope] }.map(Step.cancelScope)
    },
    "ending-twice-succeeds": .overlooking("scope-not-active")["SCOPE-14"](
      "Ending a scope that has ended succeeds and does nothing."
    ),
    "a-second-commit-stores-again": .parts["SCOPE-15"](
      "A second commit fails, and stores the events a second time."
    ) { part, former in
      guard let name = part.scope?.name, part.outcome.errorCode != nil else { return }
      let earlier = former.first { $0.scope?.name == name && !$0.events.isEmpty }
      part.events = (earlier?.events ?? []).map { $0.another(part.id) }
    },
    "a-refused-end-ends-others": .steps["SCOPE-15"](
      "Ending a scope that has ended ends those that are active."
    ) { step, walk in
      guard step.endsScope, let scope = step[.scope], !walk.active.contains(scope) else {
        return nil
      }
      return [step] + walk.active.map(Step.cancelScope)
    },
    "scopes-of-one-name-continue": .parts["SCOPE-16"](
      "A scope that begins under the activity of an earlier one stores its events again."
    ) { part, former in
      guard part.isCommitted else { return }
      let earlier = former.last { $0.scope != nil && $0.activity == part.activity }
      part.events = (earlier?.events ?? []).map { $0.another(part.id) } + part.events
    },
    "releasing-commits": .steps["SCOPE-17"]("Releasing an active scope commits it.") {
      step,
      walk in
      guard step.kind == .recording(.dropScope), let scope = step[.scope],
        walk.active.contains(scope)
      else { return nil }
      return [.commitScope(scope), step]
    },
    "releasing-takes-back": .parts["SCOPE-17"](
      "Releasing a scope takes its events back, also when it was committed."
    ) { part, _ in if part.isReleased { part.events = [] } },
  ]

  static let emptyScopes: Entries = [
    "empty-scopes-store-an-event": .parts["SCOPE-19"](
      "Committing a scope in which nothing was recorded stores an event without a payload."
    ) { part, former in
      guard part.isCommitted, part.events.isEmpty else { return }
      let event: JSON = [
        "_id": ["$oid": "62b38b3c10846041166f5deb"],
        "_partition": former.flatMap(\.events).first?["_partition"]
          ?? "events-62b38b3c10846041166f5deb",
        "activity": .string(part.activity),
        "timestamp": ["$date": "2022-06-23T14:54:37.756Z"],
      ]
      part.events = [event.another(part.id)]
    },
    "empty-scopes-fail": .parts["SCOPE-19"](
      "Committing a scope in which nothing was recorded fails."
    ) { part, _ in
      if part.isCommitted, part.events.isEmpty {
        part.outcome = .failure("other", "nothing to commit")
      }
    },
  ]
}

extension Violator {
  /// The reference where the question whether a scope is active is put to one that ended at once.
  fileprivate static let askingAnEndedScope = Violation<
    @Sendable (_ scope: String, TamperingWalk) -> Bool
  > {
    isEnded in
    steps { step, walk in
      guard step.kind == .recording(.isActive), let scope = step[.scope], isEnded(scope, walk)
      else { return nil }
      return [
        .beginScope("", as: "ended"), .cancelScope("ended"), step.with(.scope, "ended"),
      ]
    }
  }
}
