import JSON
import Touchstone

/// Takes out of an answer what WRITE-17 lets an implementation list or leave out, as far as the answer alone tells.
struct UnchangedModifications {
  /// The classes whose objects have a text of their own: all of it is the new value where it is not an object (REPR-4).
  private let represented: Set<String>
  private let embedding: EmbeddingClasses

  init(of program: CaseProgram) {
    embedding = EmbeddingClasses(program)
    represented = program.representedClasses
  }

  /// The answer without such modifications, in its trail and in the trails that steps return.
  func removed(from outcomes: [StepOutcome], _ events: [JSON]) -> CaseResult {
    .completed(steps: outcomes.map(removed), events: events.compactMap(removed))
  }

  private func removed(from outcome: StepOutcome) -> StepOutcome {
    guard let values = outcome.value?.array else { return outcome }
    return .ok(
      .array(
        values.compactMap { value in
          if value["activity"] != nil || value["scope"] != nil { return removed(from: value) }
          return value.object?.count == 1
            ? removed(from: StepOutcome(message: value)).message : value
        }
      )
    )
  }

  /// A stored event; nil if nothing of it is left.
  private func removed(from document: JSON) -> JSON? {
    guard document["event"] == "write", let text = document["data"]?.string,
      let payload = (try? JSON(parsing: text))?.object, case .object(var members) = document
    else { return document }
    // What is embedded comes first: whether it is listed decides about what holds it.
    let changed = keeping(payload) { entry, type in
      let isSame = represented.contains(type) && entry["newValue"] == entry["oldValue"]
      return entry["newValue"] != [:] && !isSame
    }
    let kept = keeping(changed) { entry, type in
      !embedding.mayBeLeftOut(entry, of: type, in: changed)
    }
    if kept.isEmpty, !payload.isEmpty { return nil }
    members["data"] = .string(JSON.object(kept).text())
    return .object(members)
  }

  /// A payload with some of its modifications.
  private func keeping(_ payload: JSONObject, _ isKept: (JSON, String) -> Bool) -> JSONObject {
    var kept: JSONObject = [:]
    for (type, lists) in payload {
      var lists = lists.object ?? [:]
      let entries = (lists["modifications"]?.array ?? []).filter { isKept($0, type) }
      lists["modifications"] = entries.isEmpty ? nil : .array(entries)
      if !lists.isEmpty { kept[type] = .object(lists) }
    }
    return kept
  }
}
