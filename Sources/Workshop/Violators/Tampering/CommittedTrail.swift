import JSON
import Touchstone

/// A trail in the parts that commits and custom events added to it, to be tampered with.
struct CommittedTrail {
  /// What one step persisted.
  struct Part {
    /// The scope that ended; nil for a custom event.
    let scope: TamperingWalk.Scope?
    let activity: String
    /// The keys of the metadata that it carries.
    let metadataKeys: Set<String>
    /// Whether the scope was released, then or later.
    let isReleased: Bool
    /// What is its own among the parts.
    let id: String
    var outcome = StepOutcome.ok(.null)
    var events: [JSON] = []

    /// Whether it is a scope that could not be written as JSON.
    var isFailed: Bool { outcome.errorCode == "serialization-failed" }
    /// Whether it is a scope that was committed.
    var isCommitted: Bool { scope != nil && outcome.value != nil }

    /// Has the event realm fail, so that nothing is stored.
    mutating func lose() {
      outcome = .failure("event-realm-unavailable", "the event realm can't be written")
      events = []
    }
  }

  var parts: [Part] = []
  /// The scopes in the order of their beginning.
  fileprivate(set) var beginnings: [String] = []
}

extension Violator {
  /// The reference with a trail that was tampered with part by part.
  static let trail = Violation<@Sendable (inout CommittedTrail) -> Void> { tamper in
    running { program, run in
      var tagged = program
      tagged.steps = program.steps.tagged()
      var trail = CommittedTrail()
      let asking = trail.asking(tagged)
      let result = try await run(asking)
      guard case .completed(let outcomes, let events) = result else { return result }
      var found = asking.steps.outcomesByTag(outcomes)
      let rest = trail.fill(events, found)
      tamper(&trail)
      for part in trail.parts { found[part.id] = part.outcome }
      return .completed(
        steps: tagged.steps.outcomes(from: found),
        events: trail.parts.flatMap(\.events) + rest
      )
    }
  }

  /// The reference with each part of its trail tampered with, beside those before it.
  static let parts = Violation<
    @Sendable (inout CommittedTrail.Part, _ former: ArraySlice<CommittedTrail.Part>) -> Void
  > { tamper in
    trail { trail in
      for index in trail.parts.indices { tamper(&trail.parts[index], trail.parts[..<index]) }
    }
  }
}

extension CommittedTrail {
  /// The program with the question for the trail after each step that adds to it; the parts are noted on the way.
  fileprivate mutating func asking(_ program: CaseProgram) -> CaseProgram {
    let released = Set(
      program.allSteps.filter { $0.kind == .recording(.dropScope) }.compactMap { $0[.scope] }
    )
    var walk = TamperingWalk(program)
    var asking = program
    asking.steps = walk.rewriting(program.steps) { step, walk in
      guard step.isCommit, let tag = step.tag else { return nil }
      let scope = walk.scope(step[.scope])
      parts.append(
        Part(
          scope: scope,
          activity: scope?.activity ?? step[.activity] ?? "",
          metadataKeys: scope?.metadataKeys ?? walk.metadataKeys,
          isReleased: scope.map { released.contains($0.name) } ?? false,
          id: tag
        )
      )
      return [step, Step.events.tagged("trail \(tag)")]
    }
    beginnings = walk.begun.map(\.activity)
    return asking
  }

  /// Gives each part the events that its step has added; returns those that are left.
  fileprivate mutating func fill(
    _ events: [JSON],
    _ found: [String: StepOutcome]
  ) -> ArraySlice<JSON> {
    var rest = events[...]
    for index in parts.indices {
      let tag = parts[index].id
      parts[index].outcome = found[tag] ?? .ok(.null)
      guard let soFar = found["trail \(tag)"]?.value?.array else { continue }
      let count = soFar.count - (events.count - rest.count)
      parts[index].events = Array(rest.prefix(count))
      rest = rest.dropFirst(count)
    }
    return rest
  }
}
