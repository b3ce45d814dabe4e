import JSON
import OrderedCollections
import ReferenceEvents
import ReferenceRealm

/// An object in a payload, with the stored one that it was written from: what violators see that rewrite payloads with the
/// values at hand.
struct ObjectInPayload {
  /// What was written of it.
  var members: JSONObject
  let reference: ObjectReference
  let snapshot: Snapshot
  /// The objects around it, outermost first.
  let path: [ObjectReference]
  /// What a `newValue` is compared with; nil for an object that is written as a whole.
  let earlier: Snapshot?

  /// The properties that are to be written, with the values they have.
  var values: [(column: Schema.Column, value: Value)] {
    let old = earlier?.values(of: reference)
    let columns = snapshot.schema.tables[reference.table].columns
    return zip(columns, snapshot.values(of: reference) ?? [])
      .filter { column, value in old?[column.index] != value || column.isEmbedded }
      .map { (column: $0, value: $1) }
  }

  /// The objects around what it holds.
  var around: [ObjectReference] { earlier == nil ? path + [reference] : path }
}

/// Rewrites the objects of a payload, the innermost first; those of classes that represent them by a text are left alone.
private struct PayloadWalk {
  let scope: FinishedScope
  let list: (CommittedTransaction) -> ListedChanges
  let change: (inout ObjectInPayload) -> Void

  func rewrite(_ payload: JSON, of event: LogEntry) -> JSON {
    switch event {
    case .object(let read):
      return self.read(payload, table: read.object.table, [read.object.key], read.version)
    case .query(let read):
      return self.read(payload, table: read.table, read.objects, read.version)
    case .write(let transaction, _): return write(payload, of: transaction)
    }
  }

  private func read(_ payload: JSON, table: Int, _ keys: [Int64], _ version: Int) -> JSON {
    guard let snapshot = scope.snapshots[version] else { return payload }
    let objects = keys.map { ObjectReference(table: table, key: $0) }
    return payload.mapObject {
      $0["value"] = $0["value"].map { rewrite($0, objects, at: snapshot) }
    }
  }

  private func write(_ payload: JSON, of transaction: CommittedTransaction) -> JSON {
    let changes = list(transaction)
    return payload.mapObject { members in
      for table in transaction.after.schema.tables {
        let isOfTable = { (object: ObjectReference) in object.table == table.index }
        members[table.name] = members[table.name]?.mapObject { lists in
          lists["insertions"] = lists["insertions"].map {
            rewrite($0, changes.insertions.filter(isOfTable), at: transaction.after)
          }
          lists["deletions"] = lists["deletions"].map {
            rewrite($0, changes.deletions.filter(isOfTable), at: transaction.before)
          }
          let modified = changes.modifications.filter(isOfTable)
          lists["modifications"] = lists["modifications"]?.mapArray { modifications in
            zip(modifications, modified).map { modification, object in
              modification.mapObject {
                $0["oldValue"] = $0["oldValue"].map { rewrite($0, object, at: transaction.before) }
                $0["newValue"] = $0["newValue"].map {
                  rewrite($0, object, at: transaction.after, comparedWith: transaction.before)
                }
              }
            }
          }
        }
      }
    }
  }

  private func rewrite(_ json: JSON, _ objects: [ObjectReference], at snapshot: Snapshot) -> JSON {
    json.mapArray { zip($0, objects).map { rewrite($0, $1, at: snapshot) } }
  }

  private func rewrite(
    _ json: JSON,
    _ reference: ObjectReference,
    at snapshot: Snapshot,
    comparedWith earlier: Snapshot? = nil,
    within path: [ObjectReference] = []
  ) -> JSON {
    guard let members = json.object,
      snapshot.schema.tables[reference.table].customEventRepresentation == nil
    else { return json }
    var object = ObjectInPayload(
      members: members,
      reference: reference,
      snapshot: snapshot,
      path: path,
      earlier: earlier
    )
    for (column, value) in object.values {
      object.members[column.name] = members[column.name].map {
        nested($0, value, at: snapshot, within: object.around)
      }
    }
    change(&object)
    return .object(object.members)
  }

  private func nested(
    _ json: JSON,
    _ value: Value,
    at snapshot: Snapshot,
    within path: [ObjectReference]
  ) -> JSON {
    switch (value, json) {
    case (.object(let target), .object):
      return rewrite(json, target, at: snapshot, within: path)
    case (.list(let values), .array(let elements)) where values.count == elements.count:
      return .array(
        zip(elements, values).map { nested($0, $1, at: snapshot, within: path) }
      )
    case (.dictionary(let values), .object(let members)):
      return .object(
        JSONObject(
          uniqueMembers: members.map { key, element in
            (key, values[key].map { nested(element, $0, at: snapshot, within: path) } ?? element)
          }
        )
      )
    default: return json
    }
  }
}

extension Violator {
  /// The reference that changes each object in its payloads, the innermost first.
  static func storedObjects(
    _ id: String,
    _ title: String,
    violates: [String],
    _ change: @escaping @Sendable (inout ObjectInPayload) -> Void
  ) -> Violator {
    .serializing(id, title, violates: violates) { event, payload, scope, pipeline in
      PayloadWalk(scope: scope, list: pipeline.list, change: change).rewrite(payload, of: event)
    }
  }
}
