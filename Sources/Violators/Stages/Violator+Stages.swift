import JSON
import ReferenceAdapter
import ReferenceEvents
import ReferenceRealm

extension Violator {
  /// The reference with stages of its pipeline replaced.
  static let stages = Kind<@Sendable (inout Pipeline) -> Void> { replace in
    ReferenceImplementation { edition in
      var pipeline = Pipeline(edition)
      replace(&pipeline)
      return pipeline
    }
  }

  /// The reference with payloads rewritten where they are written; nil drops the event.
  static func serializing(
    _ id: String,
    _ title: String,
    violates: [String],
    _ rewrite:
      @escaping @Sendable (LogEntry, _ payload: JSON, FinishedScope, Pipeline) throws(EventError) ->
      JSON?
  ) -> Violator {
    .stages(id, title, violates: violates) { pipeline in
      let right = pipeline
      pipeline.serialize = { event, place, serializer throws(EventError) in
        guard let bytes = try right.serialize(event, place, &serializer) else { return nil }
        guard let payload = try? JSON(parsing: bytes) else { return bytes }
        guard let rewritten = try rewrite(event, payload, serializer.scope, right) else {
          return nil
        }
        return Array(rewritten.text().utf8)
      }
    }
  }

  /// The reference that lists other objects in write events.
  static let listing = Kind<@Sendable (inout ListedChanges, CommittedTransaction) -> Void> {
    change in
    stages { pipeline in
      let list = pipeline.list
      pipeline.list = { transaction in
        var changes = list(transaction)
        change(&changes, transaction)
        changes.insertions = inCreationOrder(changes.insertions)
        changes.modifications = inCreationOrder(changes.modifications)
        changes.deletions = inCreationOrder(changes.deletions)
        return changes
      }
    }
  }

  private static func inCreationOrder(_ objects: [ObjectReference]) -> [ObjectReference] {
    Set(objects).sorted { ($0.table, $0.key) < ($1.table, $1.key) }
  }

  /// The reference that takes something else for what represents an object.
  ///
  /// The function gives the text, with what is right at hand; nil stands for the usual object.
  static func representing(
    _ id: String,
    _ title: String,
    violates: [String],
    _ represent:
      @escaping @Sendable (
        FrozenObject, _ path: [ObjectReference],
        _ right: () throws(EventError) -> CustomRepresentation?
      ) throws(EventError) -> CustomRepresentation?
  ) -> Violator {
    .stages(id, title, violates: violates) { pipeline in
      let right = pipeline.represent
      pipeline.represent = { object, path throws(EventError) in
        try represent(object, path) { () throws(EventError) in try right(object, path) }
      }
    }
  }

  /// The reference with the `newValue` of each modification rewritten, with the object as it became and as it was.
  static func newValues(
    _ id: String,
    _ title: String,
    violates: [String],
    _ rewrite:
      @escaping @Sendable (_ newValue: JSON, _ new: FrozenObject, _ old: FrozenObject, Pipeline)
      throws(EventError) -> JSON
  ) -> Violator {
    .serializing(id, title, violates: violates) { event, payload, _, pipeline throws(EventError) in
      guard case .write(let transaction, _) = event, case .object(var classes) = payload else {
        return payload
      }
      let listed = Dictionary(grouping: pipeline.list(transaction).modifications, by: \.table)
      for (table, objects) in listed {
        let name = transaction.after.schema.tables[table].name
        guard case .array(var modifications)? = classes[name]?["modifications"] else { continue }
        for (place, object) in objects.enumerated() {
          let new = FrozenObject(snapshot: transaction.after, reference: object)
          let old = FrozenObject(snapshot: transaction.before, reference: object)
          let newValue = try rewrite(modifications[place]["newValue"] ?? .null, new, old, pipeline)
          modifications[place] = modifications[place].mapObject { $0["newValue"] = newValue }
        }
        classes[name] = classes[name]?.mapObject { $0["modifications"] = .array(modifications) }
      }
      return .object(classes)
    }
  }

  /// The reference with the `newValue` of objects rewritten whose class represents them by a text.
  ///
  /// The function makes the `newValue` out of the later text, the earlier one and what is right.
  static func comparingTexts(
    _ id: String,
    _ title: String,
    violates: [String],
    _ rewrite:
      @escaping @Sendable (_ new: JSON, _ old: JSON, _ right: JSON) throws(EventError) -> JSON
  ) -> Violator {
    .newValues(id, title, violates: violates) { newValue, new, old, pipeline throws(EventError) in
      guard let new = try pipeline.represent(new, []), let old = try pipeline.represent(old, [])
      else { return newValue }
      return try rewrite(new.json, old.json, newValue)
    }
  }

  /// The reference that records other values than are stored.
  static let storedValues = Kind<@Sendable (Schema.Column, Value) -> Value> { replace in
    observing { operation, recording, right in
      right(operation, &recording).mapScope { scope in
        var scope = scope
        scope.snapshots = scope.snapshots.mapValues { $0.mapValues(replace) }
        scope.entries = scope.entries.map { entry in
          guard case .write(var transaction, let time) = entry else { return entry }
          transaction.before = transaction.before.mapValues(replace)
          transaction.after = transaction.after.mapValues(replace)
          return .write(transaction, time: time)
        }
        return scope
      }
    }
  }
}
