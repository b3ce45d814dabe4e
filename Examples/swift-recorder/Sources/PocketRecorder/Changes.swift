import JSON

/// What differs between two states of a store: the payload of a write event.
struct Changes {
  private var classes: JSONObject = [:]

  init(from old: Store, to new: Store) {
    for type in new.classes {
      let before = Dictionary(uniqueKeysWithValues: old.all(type).map { ($0.number, $0) })
      let after = Set(new.all(type).map(\.number))
      var entry: JSONObject = [:]
      func add(_ kind: String, _ objects: [JSON]) {
        if !objects.isEmpty { entry[kind] = .array(objects) }
      }
      add(
        "insertions",
        new.all(type).filter { before[$0.number] == nil }.map { .object($0.values) }
      )
      add(
        "modifications",
        new.all(type).compactMap { row in
          guard let values = before[row.number]?.values, values != row.values else { return nil }
          let changed = row.values.filter { values[$0.key] != $0.value }.map { ($0.key, $0.value) }
          return [
            "oldValue": .object(values), "newValue": .object(JSONObject(uniqueMembers: changed)),
          ]
        }
      )
      add(
        "deletions",
        old.all(type).filter { !after.contains($0.number) }.map { .object($0.values) }
      )
      if !entry.isEmpty { classes[type] = .object(entry) }
    }
  }

  var isEmpty: Bool { classes.isEmpty }
  var json: JSON { .object(classes) }
}
