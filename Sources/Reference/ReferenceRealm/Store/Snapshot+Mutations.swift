import HashTreeCollections

/// The changes that keep rows, primary keys and back references consistent with each other. What is allowed
/// was checked before.
extension Snapshot {
  mutating func insert(_ object: ObjectReference, values: [Value]) {
    let table = schema.tables[object.table]
    if let column = table.primaryKey {
      tables[object.table].keysByPrimaryKey[values[column]] = object.key
    }
    tables[object.table].rows.insert(values, at: object.key)
    for column in table.linkColumns { link(from: object, to: values[column]) }
  }

  /// Replaces a value and hands back the embedded objects that nothing holds any more.
  package mutating func set(
    _ object: ObjectReference,
    column: Int,
    to value: Value
  ) -> Set<ObjectReference> {
    guard let old = values(of: object)?[column] else { return [] }
    return update(object, column: column, adding: value, removing: old) { $0 = value }
  }

  /// Changes one value in place, so that a long collection is not copied for one more element.
  ///
  /// The body adjusts no links: pass what it adds and removes.
  ///
  /// - Returns: the embedded objects that nothing holds any more.
  mutating func update(
    _ object: ObjectReference,
    column: Int,
    adding: Value,
    removing: Value,
    _ body: (inout Value) -> Void
  ) -> Set<ObjectReference> {
    guard contains(object) else { return [] }
    tables[object.table].rows.update(at: object.key) { body(&$0[column]) }
    guard schema.tables[object.table].linkColumns.contains(column) else { return [] }
    unlink(from: object, to: removing)
    link(from: object, to: adding)
    return orphans(of: removing, in: schema.tables[object.table].columns[column])
  }

  /// Deletes objects with all that is embedded in them, and clears every link to them.
  ///
  /// - Returns: the deleted objects, and the properties of remaining ones whose links were cleared.
  mutating func remove(
    _ objects: some Sequence<ObjectReference>
  ) -> (removed: Set<ObjectReference>, changed: [(object: ObjectReference, column: Int)]) {
    let removed = withEmbedded(objects)
    var holders: Set<ObjectReference> = []
    for object in removed {
      guard let sources = incoming[object] else { continue }
      for source in sources.keys where !removed.contains(source) { holders.insert(source) }
    }
    var changed: [(ObjectReference, Int)] = []
    for source in holders {
      for column in schema.tables[source.table].linkColumns {
        guard let value = values(of: source)?[column] else { continue }
        let cleared = value.removing(removed)
        if cleared == value { continue }
        tables[source.table].rows.update(at: source.key) { $0[column] = cleared }
        changed.append((source, column))
      }
    }
    for object in removed {
      guard let values = values(of: object) else { continue }
      let table = schema.tables[object.table]
      for column in table.linkColumns { unlink(from: object, to: values[column]) }
      if let column = table.primaryKey {
        tables[object.table].keysByPrimaryKey[values[column]] = nil
      }
      tables[object.table].rows.remove(at: object.key)
      incoming[object] = nil
    }
    return (removed, changed)
  }

  /// These objects and all that is embedded in them, at any depth.
  private func withEmbedded(_ objects: some Sequence<ObjectReference>) -> Set<ObjectReference> {
    var found: Set<ObjectReference> = []
    var open = Array(objects)
    while let object = open.popLast() {
      guard let values = values(of: object), found.insert(object).inserted else { continue }
      let columns = schema.tables[object.table].columns
      for column in schema.tables[object.table].linkColumns where columns[column].isEmbedded {
        values[column].forEachReference { open.append($0) }
      }
    }
    return found
  }

  private func orphans(of value: Value, in column: Schema.Column) -> Set<ObjectReference> {
    var orphans: Set<ObjectReference> = []
    if column.isEmbedded { value.forEachReference { orphans.insert($0) } }
    return orphans
  }

  private mutating func link(from source: ObjectReference, to value: Value) {
    value.forEachReference { target in
      incoming[target, default: [:]][source, default: 0] += 1
    }
  }

  private mutating func unlink(from source: ObjectReference, to value: Value) {
    value.forEachReference { target in
      guard let count = incoming[target]?[source] else { return }
      incoming[target]?[source] = count > 1 ? count - 1 : nil
    }
  }
}
