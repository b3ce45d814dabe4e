import JSON
import ReferenceEvents
import ReferenceRealm
import Touchstone

extension Catalogue {
  /// Wrong ideas of what the text of a class for its objects counts for.
  static let representation: Entries = [
    "represented-as-text": .represented["REPR-1", "REPR-2", "DOC-16"](
      "The representation is a text within the payload."
    ) { .string($0.text()) },
    "represented-with-key": .represented["REPR-1", "REPR-2", "DOC-16"](
      "The representation is wrapped into an object."
    ) { ["representation": $0] },
    "representation-in-reads-only": .stages["REPR-2", "REPR-3"](
      "Write events ignore representations."
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
    "representation-not-compared": .comparingTexts(
      "`newValue` is the later text as a whole.",
      ["REPR-3"]
    ) { new, _, _ in new },
    "representation-lost-keys-are-null": .comparingTexts(
      "A key that is gone is null in `newValue`.",
      ["REPR-3"]
    ) { new, old, right in
      guard let new = new.object, let old = old.object else { return right }
      return right.mapObject { for key in old.keys where new[key] == nil { $0[key] = .null } }
    },
    "representation-compares-objects": .comparingTexts(
      "Texts that are not objects fail a modification.",
      ["REPR-4"]
    ) { new, old, right throws(EventError) in
      if new.object != nil && old.object != nil { return right }
      throw EventError(.serializationFailed, "only objects can be compared")
    },
    "representation-unchanged-is-silent": .representedModifications["REPR-5"](
      "An object whose representation stays the same is not modified."
    ) { if $0["newValue"] == [:] { $0 = [:] } },
    "representation-same-text-is-empty": .representedModifications["REPR-4"](
      "A text without keys that stays the same has an empty `newValue`."
    ) {
      if $0["newValue"]?.object == nil, $0["newValue"] == $0["oldValue"] { $0["newValue"] = [:] }
    },
    "representation-not-in-links": .representing(
      "A followed link expands to the usual object.",
      ["REPR-6"]
    ) { object, path, right throws(EventError) in
      path.isEmpty || object.table.isEmbedded ? try right() : nil
    },
    "representation-not-in-embedded": .representing(
      "Embedded objects are always written as usual.",
      ["REPR-7"]
    ) { object, path, right throws(EventError) in
      path.isEmpty || !object.table.isEmbedded ? try right() : nil
    },
    "representation-of-the-end": .representedModifications["REPR-8", "REPR-3"](
      "`oldValue` is represented as the object became."
    ) { members in
      guard let new = members["newValue"]?.object else { return }
      members["oldValue"] = members["oldValue"]?.mapObject { $0 = $0.merging(new) }
      members["newValue"] = [:]
    },
    "representation-of-nothing-is-null": .representing(
      "An object without a text of its own is null.",
      ["REPR-9"]
    ) { _, _, right throws(EventError) in try right() ?? (try? CustomRepresentation("null")) },
    "invalid-text-ignored": .representing(
      "Text that is not JSON is ignored.",
      ["REPR-10", "SERIAL-32", "DOC-16"]
    ) { object, _, right throws(EventError) in object.invalidText == nil ? try right() : nil },
    "invalid-text-quoted": .representing(
      "Text that is not JSON is written as a string.",
      ["REPR-10", "SERIAL-32", "DOC-16"]
    ) { object, _, right throws(EventError) in
      guard let text = object.invalidText else { return try right() }
      return try? CustomRepresentation(JSON.string(text).text())
    },
    "repeated-keys-are-refused-in-every-edition": .rule["REPR-10"](
      "In edition core text in which an object has a key twice is not JSON.",
      edition: "core"
    ) { $0.keepsLastOfRepeatedKeys = false },
    "invalid-text-costs-an-event": .stages["REPR-10", "SERIAL-32", "DOC-16"](
      "Text that is not JSON costs nothing but its event."
    ) { pipeline in
      let serialize = pipeline.serialize
      pipeline.serialize = { event, place, serializer in
        try? serialize(event, place, &serializer)
      }
    },
    "invalid-text-unreported":
      .overlooking("serialization-failed")["REPR-10", "SERIAL-32", "DOC-16"](
        "It is not reported that a scope could not be written."
      ),
    "thrown-representation-ignored": .representing(
      "A representation that throws is ignored.",
      ["REPR-11"]
    ) { object, _, right throws(EventError) in
      do { _ = try object.ownText() } catch { return nil }
      return try right()
    },
    "failed-scope-ends-recording": .parts["REPR-12"](
      "After a scope that failed nothing is recorded."
    ) { part, former in if former.contains(where: \.isFailed) { part.lose() } },
    "representation-only-objects": .representing(
      "Only objects are accepted as a representation.",
      ["REPR-13"]
    ) { _, _, right throws(EventError) in
      let own = try right()
      if own == nil || own?.json.object != nil { return own }
      throw EventError(.serializationFailed, "a representation has to be an object")
    },
    "represented-through-doubles": .represented["REPR-13"](
      "Numbers of a representation go through doubles."
    ) { withDoubles($0) },
    "cancelled-scope-represents": .running["REPR-14"](
      "A scope that is cancelled fails if it could not be written."
    ) { program, run in
      var committing = program
      committing.mapSteps { step in
        step.kind == .recording(.cancelScope) ? .commitScope(step[.scope] ?? "") : step
      }
      let right = try await run(program)
      guard case .completed(_, let events) = right,
        case .completed(let outcomes, _) = try await run(committing)
      else { return right }
      return .completed(steps: outcomes, events: events)
    },
  ]

  static func withDoubles(_ json: JSON) -> JSON {
    switch json {
    case .int(let value): .double(Double(value))
    case .number(let literal): .double(Double(literal).flatMap { $0.isFinite ? $0 : nil } ?? 0)
    case .array(let elements): .array(elements.map(withDoubles))
    case .object(let members): .object(members.mapValues(withDoubles))
    default: json
    }
  }
}

extension Violator {
  /// The reference with the representations of objects rewritten, except in modifications.
  fileprivate static let represented = Violation<@Sendable (JSON) -> JSON> { replace in
    payload { rewriter in
      let program = rewriter.program
      rewriter.entry = { lists, owner in
        guard owner.isRepresented else { return }
        for list in ["insertions", "deletions"] {
          lists[list] = lists[list]?.mapElements(replace)
        }
      }
      rewriter.payload = { kind, payload in
        guard kind == "read", let name = payload["type"]?.string,
          PayloadClass(name, program)?.isRepresented == true
        else { return payload }
        return payload.mapObject { $0["value"] = $0["value"]?.mapElements(replace) }
      }
    }
  }

  /// The reference with the modifications of represented objects changed; one without members is left out.
  fileprivate static let representedModifications = Violation<@Sendable (inout JSONObject) -> Void>
  {
    change in
    modifications { if $1.isRepresented { change(&$0) } }
  }
}
