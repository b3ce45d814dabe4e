import ReferenceRealm

extension Realm {
  /// Makes an object what it was at a version: deletes it if it did not exist, and otherwise gives
  /// its plain values and links back.
  ///
  /// Embedded objects stay as they are.
  func revert(_ reference: ObjectReference, to snapshot: Snapshot) throws(RealmError) {
    let object = Object(realm: self, reference: reference)
    guard !object.isInvalidated else { return }
    guard let values = snapshot.values(of: reference) else { return try delete(object) }
    let table = schema.tables[reference.table]
    for (column, value) in zip(table.columns, values)
    where !column.isEmbedded && column.index != table.primaryKey {
      try object.set(column.name, to: value)
    }
  }
}
