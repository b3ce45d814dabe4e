import JSON
import Touchstone

extension Catalogue {
  /// Wrong ideas of how far a compensating write goes.
  static let flexibleSync: [Violator] = [
    .program(
      "every-write-is-reverted",
      "The server takes the owner for somebody else, and takes back every write.",
      violates: ["FLEX-1"]
    ) { program in
      var program = program
      program.configuration = program.configuration.mapObject { configuration in
        configuration["flexibleSync"] = configuration["flexibleSync"]?.mapObject {
          $0["role"] = $0["role"]?.mapObject { role in
            role["document_filters"] = role["document_filters"]?.mapObject {
              $0["write"] = ["ownerId": "nobody"]
            }
          }
        }
      }
      return program
    },
    Violator(
      "transaction-is-reverted",
      "A compensating write takes the whole transaction back.",
      violates: ["FLEX-10"]
    ) {
      Retrying { program, first in
        guard case .completed(let outcomes, _) = first else { return program }
        var program = program
        program.stepValues = withdrawing(StepTags.tagging(program.stepValues), outcomes)
        return program
      } answer: { program, first, second in
        guard case .completed(let outcomes, let events) = second else { return first }
        let tagged = StepTags.tagging(program.stepValues)
        guard case .completed(let before, _) = first else { return first }
        let found = StepTags.outcomes(outcomes, of: withdrawing(tagged, before))
        return .completed(steps: StepTags.restoring(tagged, from: found), events: events)
      }
    },
    .answer(
      "compensating-write-is-fatal",
      "After a compensating write nothing can be written or synchronized any more.",
      violates: ["FLEX-13"]
    ) { program, result in
      guard case .completed(let outcomes, let events) = result else { return result }
      var isOver = false
      let later = zip(program.stepValues, outcomes).map { step, outcome -> StepOutcome in
        let kind = step["do"]?.string ?? ""
        if isOver, ["write", "synchronize"].contains(kind) {
          return .error(StepError(code: "other", message: "the session ended with error 231"))
        }
        if kind == "synchronize", !outcome.reverted.isEmpty { isOver = true }
        return outcome
      }
      return .completed(steps: later, events: events)
    },
  ]

  /// The steps with one more after each synchronization: it deletes what was created in a transaction of which
  /// something was reverted.
  private static func withdrawing(_ steps: [JSON], _ outcomes: [StepOutcome]) -> [JSON] {
    var created: [[JSON]] = []
    var result: [JSON] = []
    for (number, (step, outcome)) in zip(steps, outcomes).enumerated() {
      result.append(step)
      if let nested = step["steps"]?.array {
        created.append(nested.filter { $0["do"] == "create" })
      }
      guard step["do"] == "synchronize" else { continue }
      let keys = outcome.reverted
      for (index, objects) in created.enumerated()
      where objects.contains(where: { $0["value"]?["_id"].map(keys.contains) ?? false }) {
        for (place, object) in objects.enumerated() {
          guard let key = object["value"]?["_id"], !keys.contains(key) else { continue }
          let name = JSON.string("withdrawn \(number) \(index) \(place)")
          result.append(["do": "get", "type": object["type"] ?? .null, "key": key, "as": name])
          result.append(["do": "write", "steps": [["do": "delete", "object": name]]])
        }
      }
      created = []
    }
    return result
  }
}

extension StepOutcome {
  /// The primary keys that a synchronization has reverted.
  fileprivate var reverted: [JSON] {
    guard case .ok(let value) = self else { return [] }
    return value.array?.compactMap { $0["primaryKey"] } ?? []
  }
}
