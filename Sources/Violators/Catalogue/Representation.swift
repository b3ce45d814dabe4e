import JSON
import ReferenceEvents
import ReferenceRealm
import Touchstone

extension Catalogue {
  /// Wrong ideas of what the text of a class for its objects counts for.
  static let representation: [Violator] = [
    .represented(
      "represented-as-text",
      "The representation is a text within the payload.",
      violates: ["REPR-1", "REPR-2", "DOC-16"]
    ) {
      .string($0.text())
    },
    .represented(
      "represented-with-key",
      "The representation is wrapped into an object.",
      violates: ["REPR-1", "REPR-2", "DOC-16"]
    ) {
      ["representation": $0]
    },
    .stages(
      "representation-in-reads-only",
      "Write events ignore representations.",
      violates: ["REPR-2", "REPR-3"]
    ) { pipeline in
      let serialize = pipeline.serialize
      var plain = pipeline
      plain.represent = { _, _ in nil }
      pipeline.serialize = { [plain] event, place, serializer throws(EventError) in
        guard event.isWrite else { return try serialize(event, place, &serializer) }
        var other = serializer
        other.plan = SerializationPlan(serializer.plan.schema, pipeline: plain)
        return try serialize(event, place, &other)
      }
    },
    .comparingTexts(
      "representation-not-compared",
      "`newValue` is the later text as a whole.",
      violates: ["REPR-3"]
    ) { new, _, _ in new },
    .comparingTexts(
      "representation-lost-keys-are-null",
      "A key that is gone is null in `newValue`.",
      violates: ["REPR-3"]
    ) { new, old, right in
      guard let new = new.object, let old = old.object else { return right }
      return right.mapObject { for key in old.keys where new[key] == nil { $0[key] = .null } }
    },
    .comparingTexts(
      "representation-compares-objects",
      "Texts that are no objects fail a modification.",
      violates: ["REPR-4"]
    ) { new, old, right throws(EventError) in
      if new.object != nil && old.object != nil { return right }
      throw EventError(.serializationFailed, "only objects can be compared")
    },
    .payload(
      "representation-unchanged-is-silent",
      "An object whose representation stays the same is not modified.",
      violates: ["REPR-5"]
    ) { rewriter in
      let schema = rewriter.schema
      rewriter.modification = { name, members in
        schema[name]?.isRepresented == true && members["newValue"] == [:] ? nil : members
      }
    },
    .payload(
      "representation-same-text-is-empty",
      "A text without keys that stays the same has an empty `newValue`.",
      violates: ["REPR-4"]
    ) { rewriter in
      let schema = rewriter.schema
      rewriter.modification = { name, members in
        guard schema[name]?.isRepresented == true, members["newValue"]?.object == nil,
          members["newValue"] == members["oldValue"]
        else { return members }
        var members = members
        members["newValue"] = [:]
        return members
      }
    },
    .representing(
      "representation-not-in-links",
      "A followed link expands to the usual object.",
      violates: ["REPR-6"]
    ) { object, path, right throws(EventError) in
      path.isEmpty || object.table.isEmbedded ? try right() : nil
    },
    .representing(
      "representation-not-in-embedded",
      "Embedded objects are always written as usual.",
      violates: ["REPR-7"]
    ) { object, path, right throws(EventError) in
      path.isEmpty || !object.table.isEmbedded ? try right() : nil
    },
    .payload(
      "representation-of-the-end",
      "`oldValue` is represented as the object became.",
      violates: ["REPR-8", "REPR-3"]
    ) {
      rewriter in
      let schema = rewriter.schema
      rewriter.modification = { name, members in
        guard schema[name]?.isRepresented == true, let new = members["newValue"]?.object else {
          return members
        }
        var members = members
        members["oldValue"] = members["oldValue"]?.mapObject { old in
          for (key, value) in new { old[key] = value }
        }
        members["newValue"] = [:]
        return members
      }
    },
    .representing(
      "representation-of-nothing-is-null",
      "An object without a text of its own is null.",
      violates: ["REPR-9"]
    ) { _, _, right throws(EventError) in
      try right() ?? (try? CustomRepresentation("null"))
    },
    .representing(
      "invalid-text-ignored",
      "Text that is no JSON is ignored.",
      violates: ["REPR-10", "SERIAL-32", "DOC-16"]
    ) { object, _, right throws(EventError) in
      object.invalidText == nil ? try right() : nil
    },
    .representing(
      "invalid-text-quoted",
      "Text that is no JSON is written as a string.",
      violates: ["REPR-10", "SERIAL-32", "DOC-16"]
    ) { object, _, right throws(EventError) in
      guard let text = object.invalidText else { return try right() }
      return try? CustomRepresentation(JSON.string(text).text())
    },
    .stages(
      "invalid-text-costs-an-event",
      "Text that is no JSON costs nothing but its event.",
      violates: ["REPR-10", "SERIAL-32", "DOC-16"]
    ) { pipeline in
      let serialize = pipeline.serialize
      pipeline.serialize = { event, place, serializer in
        try? serialize(event, place, &serializer)
      }
    },
    .outcomes(
      "invalid-text-unreported",
      "Nobody is told that a scope could not be written.",
      violates: ["REPR-10", "SERIAL-32", "DOC-16"]
    ) { _, outcome in outcome.errorCode == "serialization-failed" ? .ok(nil) : outcome },
    .answer(
      "invalid-text-is-another-error",
      "A scope that could not be written fails for any reason.",
      violates: ["REPR-10", "SERIAL-32"]
    ) { program, result in
      result.mapOutcomes(program) { _, outcome in
        if case .error(let error) = outcome, error.code == "serialization-failed" {
          .error(StepError(code: "event-realm-unavailable", message: error.message))
        } else {
          outcome
        }
      }
    },
    .representing(
      "thrown-representation-ignored",
      "A representation that throws is ignored.",
      violates: ["REPR-11"]
    ) { object, _, right throws(EventError) in
      do { _ = try object.ownText() } catch { return nil }
      return try right()
    },
    .trail(
      "failed-scope-ends-recording",
      "After a scope that failed nothing is recorded.",
      violates: ["REPR-12"]
    ) { trail in
      trail.loseParts { part, former in former.contains(where: \.isFailed) }
    },
    .representing(
      "representation-only-objects",
      "Only objects are accepted as a representation.",
      violates: ["REPR-13"]
    ) { _, _, right throws(EventError) in
      let own = try right()
      if own == nil || own?.json.object != nil { return own }
      throw EventError(.serializationFailed, "a representation has to be an object")
    },
    .represented(
      "represented-through-doubles",
      "Numbers of a representation go through doubles.",
      violates: ["REPR-13"]
    ) {
      Self.withDoubles($0)
    },
    Violator(
      "cancelled-scope-represents",
      "A scope that is cancelled fails if it could not be written.",
      violates: ["REPR-14"]
    ) {
      Retrying { program, _ in
        program.mapSteps { step in
          var step = step
          if step["do"] == "cancelScope" { step["do"] = "commitScope" }
          return step
        }
      } answer: { _, first, second in
        guard case .completed(_, let events) = first, case .completed(let outcomes, _) = second
        else { return first }
        return .completed(steps: outcomes, events: events)
      }
    },
  ]

  private static func withDoubles(_ json: JSON) -> JSON {
    switch json {
    case .int(let value): .double(Double(value))
    case .number(let literal): .double(Double(literal).flatMap { $0.isFinite ? $0 : nil } ?? 0)
    case .array(let elements): .array(elements.map(withDoubles))
    case .object(let members):
      .object(JSONObject(uniqueMembers: members.map { ($0.key, withDoubles($0.value)) }))
    default: json
    }
  }
}

extension Violator {
  /// The reference with the representations of objects rewritten, except in modifications.
  fileprivate static let represented = Kind<@Sendable (JSON) -> JSON> { replace in
    payload { rewriter in
      let schema = rewriter.schema
      rewriter.entry = { name, lists in
        guard schema[name]?.isRepresented == true else { return lists }
        var lists = lists
        for list in ["insertions", "deletions"] {
          lists[list] = lists[list]?.mapArray { $0.map(replace) }
        }
        return lists
      }
      rewriter.payload = { kind, payload in
        guard kind == "read", let name = payload["type"]?.string,
          schema[name]?.isRepresented == true
        else { return payload }
        return payload.mapObject { $0["value"] = $0["value"]?.mapArray { $0.map(replace) } }
      }
    }
  }
}
