import JSON
import Touchstone

extension Catalogue {
  /// Wrong ideas of how far a compensating write goes.
  static let flexibleSync: Entries = [
    "every-write-is-reverted": .program["FLEX-1"](
      "The server takes the owner for another user, and takes back every write."
    ) {
      let filters = "document_filters"
      $0.configuration[member: "flexibleSync"]?[member: "role"]?[member: filters]?[
        member: "write"
      ] =
        ["ownerId": "nobody"]
    },
    "transaction-is-reverted": .running["FLEX-10"](
      "A compensating write takes the whole transaction back."
    ) { program, run in
      let first = try await run(program)
      guard case .completed(let outcomes, _) = first else { return first }
      let tagged = program.steps.tagged()
      var changed = program
      changed.steps = withdrawing(tagged, outcomes)
      guard case .completed(let answers, let events) = try await run(changed) else { return first }
      let found = changed.steps.outcomesByTag(answers)
      return .completed(steps: tagged.outcomes(from: found), events: events)
    },
    "compensating-write-is-fatal": .answer["FLEX-13"](
      "After a compensating write nothing can be written or synchronized any more."
    ) { program, result in
      var isOver = false
      return result.mapOutcomes(program) { step, outcome, _ in
        let synchronizes = step.kind == .flexibleSync(.synchronize)
        if isOver, synchronizes || step.kind == .writing(.write) {
          return .failure("other", "the session ended with error 231")
        }
        isOver = isOver || (synchronizes && !outcome.reverted.isEmpty)
        return nil
      }
    },
  ]

  /// The steps with one more after each synchronization: it deletes what was created in a transaction of which
  /// something was reverted.
  private static func withdrawing(_ steps: [Step], _ outcomes: [StepOutcome]) -> [Step] {
    var created: [[Step]] = []
    var result: [Step] = []
    for (number, (step, outcome)) in zip(steps, outcomes).enumerated() {
      result.append(step)
      created.append(step.steps.filter { $0.kind == .writing(.create) })
      guard step.kind == .flexibleSync(.synchronize) else { continue }
      let keys = outcome.reverted
      let key = { (object: Step) in object[.value]?["_id"] ?? .null }
      let affected = created.filter { $0.contains { keys.contains(key($0)) } }.joined()
      for (place, object) in affected.enumerated() where !keys.contains(key(object)) {
        let name = "withdrawn \(number) \(place)"
        result.append(.get(object[.type] ?? "", key(object), as: name))
        result.append(.write([["do": "delete", "object": .string(name)]]))
      }
      created = []
    }
    return result
  }
}

extension StepOutcome {
  /// The primary keys that a synchronization has reverted.
  fileprivate var reverted: [JSON] { value?.array?.compactMap { $0["primaryKey"] } ?? [] }
}
