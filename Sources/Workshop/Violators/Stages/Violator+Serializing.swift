import JSON
import ReferenceEvents
import ReferenceRealm

// Functions, because Swift 6.3 crashes on a `Violation` whose detail has typed throws.
extension Violator {
  /// The reference with payloads rewritten where they are written; nil drops the event.
  static func serializing(
    _ title: String,
    _ violates: [String],
    _ rewrite:
      @escaping @Sendable (LogEntry, _ payload: JSON, Pipeline) throws(EventError) -> JSON?
  ) -> Violator {
    .stages.violating(violates)(title) { pipeline in
      let right = pipeline
      pipeline.serialize = { event, place, serializer throws(EventError) in
        guard let bytes = try right.serialize(event, place, &serializer) else { return nil }
        guard let payload = try? JSON(parsing: bytes) else { return bytes }
        guard let rewritten = try rewrite(event, payload, right) else { return nil }
        return Array(rewritten.text().utf8)
      }
    }
  }

  /// The reference that takes something else for what represents an object.
  ///
  /// The function gives the text, with what is right at hand; nil stands for the usual object.
  static func representing(
    _ title: String,
    _ violates: [String],
    _ represent:
      @escaping @Sendable (
        FrozenObject, _ path: [ObjectReference],
        _ right: () throws(EventError) -> CustomRepresentation?
      ) throws(EventError) -> CustomRepresentation?
  ) -> Violator {
    .stages.violating(violates)(title) { pipeline in
      let right = pipeline.represent
      pipeline.represent = { object, path throws(EventError) in
        try represent(object, path) { () throws(EventError) in try right(object, path) }
      }
    }
  }

  /// The reference with the `newValue` of each modification rewritten, with the object as it became and as it was.
  static func newValues(
    _ title: String,
    _ violates: [String],
    _ rewrite:
      @escaping @Sendable (
        _ newValue: inout JSON, _ new: FrozenObject, _ old: FrozenObject, Pipeline
      )
      throws(EventError) -> Void
  ) -> Violator {
    .serializing(title, violates) { event, payload, pipeline throws(EventError) in
      guard case .write(let transaction, _) = event else { return payload }
      var payload = payload
      let listed = Dictionary(grouping: pipeline.list(transaction).modifications, by: \.table)
      for (table, objects) in listed {
        let name = transaction.after.schema.tables[table].name
        guard var modifications = payload[name]?["modifications"]?.array else { continue }
        for (place, object) in objects.enumerated() {
          let new = FrozenObject(snapshot: transaction.after, reference: object)
          let old = FrozenObject(snapshot: transaction.before, reference: object)
          var newValue = modifications[place]["newValue"] ?? .null
          try rewrite(&newValue, new, old, pipeline)
          modifications[place][member: "newValue"] = newValue
        }
        payload[member: name]?[member: "modifications"] = .array(modifications)
      }
      return payload
    }
  }

  /// The reference with the `newValue` of objects rewritten whose class represents them by a text.
  ///
  /// The function makes the `newValue` out of the later text, the earlier one and what is right.
  static func comparingTexts(
    _ title: String,
    _ violates: [String],
    _ rewrite:
      @escaping @Sendable (_ new: JSON, _ old: JSON, _ right: JSON) throws(EventError) -> JSON
  ) -> Violator {
    .newValues(title, violates) { newValue, new, old, pipeline throws(EventError) in
      guard let new = try pipeline.represent(new, []), let old = try pipeline.represent(old, [])
      else { return }
      newValue = try rewrite(new.json, old.json, newValue)
    }
  }
}
