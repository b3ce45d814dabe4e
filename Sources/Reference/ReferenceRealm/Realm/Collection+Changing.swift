import OrderedCollections

/// What changes a collection, element by element.
extension Object.Collection {
  /// Appends to a list, inserts into a set; nothing happens if the set has the value.
  public func add(_ value: Value) throws(RealmError) {
    let column = try writableColumn()
    _ = try parent.values()
    let (checked, rows) = try check(value, column)
    switch column.type.shape {
    case .list:
      let end = try count(of: column)
      update(column, rows, .insert(checked, at: end), adding: checked)
    case .set:
      if try setContains(checked) { return realm.didAssignAlike(parent.reference) }
      update(column, rows, .add(checked), adding: checked)
    default:
      throw .typeMismatch("\(place) is a dictionary: put a value under a key")
    }
  }

  /// Replaces an element of a list.
  public func put(_ value: Value, at index: Int) throws(RealmError) {
    let column = try writableColumn()
    let old = try listElement(at: index)
    let (checked, rows) = try check(value, column)
    update(column, rows, .put(checked, at: index), adding: checked, removing: old)
  }

  /// Sets an entry of a dictionary.
  public func put(_ value: Value, key: String) throws(RealmError) {
    let column = try writableColumn()
    let old = try entry(key) ?? .null
    try RowBuilder.checkKey(key, at: place)
    let (checked, rows) = try check(value, column)
    update(column, rows, .putEntry(checked, key: key), adding: checked, removing: old)
  }

  /// Removes an element of a list.
  public func remove(at index: Int) throws(RealmError) {
    let column = try writableColumn()
    let old = try listElement(at: index)
    update(column, [], .remove(at: index), removing: old)
  }

  /// Removes an entry of a dictionary.
  public func remove(key: String) throws(RealmError) {
    let column = try writableColumn()
    guard let old = try entry(key) else { throw noKey(key) }
    update(column, [], .removeEntry(key: key), removing: old)
  }

  /// Removes a value from a set, in which nothing happens if it is not there, or its first occurrence from a list.
  public func remove(_ value: Value) throws(RealmError) {
    let column = try writableColumn()
    _ = try parent.values()
    let (checked, _) = try check(value, column)
    switch column.type.shape {
    case .list:
      guard let index = try firstIndex(of: checked) else { throw noValue }
      update(column, [], .remove(at: index), removing: checked)
    case .set:
      guard try setContains(checked) else { return realm.didAssignAlike(parent.reference) }
      update(column, [], .take(checked), removing: checked)
    default:
      throw .typeMismatch("\(place) is a dictionary: remove an entry by its key")
    }
  }

  /// Removes every element; nothing happens if there is none.
  public func clear() throws(RealmError) {
    let column = try writableColumn()
    let old = try content()
    if old.isEmptyCollection { return realm.didAssignAlike(parent.reference) }
    update(column, [], .assign(column.type.shape.empty), removing: old)
  }

  // Each of these lets go of the collection before it returns, so that the change that follows finds it
  // unshared and copies nothing.

  private func listElement(at index: Int) throws(RealmError) -> Value {
    guard case .list(let elements) = try content() else { throw notA("list") }
    guard elements.indices.contains(index) else { throw outOfRange(index, elements.count) }
    return elements[index]
  }

  private func count(of column: Schema.Column) throws(RealmError) -> Int {
    guard case .list(let elements) = try content() else { throw notA("list") }
    return elements.count
  }

  private func firstIndex(of value: Value) throws(RealmError) -> Int? {
    guard case .list(let elements) = try content() else { throw notA("list") }
    return elements.firstIndex(of: value)
  }

  private func setContains(_ value: Value) throws(RealmError) -> Bool {
    guard case .set(let elements) = try content() else { throw notA("set") }
    return elements.contains(value)
  }

  private func entry(_ key: String) throws(RealmError) -> Value? {
    guard case .dictionary(let entries) = try content() else { throw notA("dictionary") }
    return entries[key]
  }

  private func check(
    _ value: Value,
    _ column: Schema.Column
  ) throws(RealmError) -> (Value, [RowBuilder.Row]) {
    var builder = RowBuilder(realm: realm)
    let checked = try builder.element(value, of: column, at: place)
    return (checked, builder.rows)
  }

  private func update(
    _ column: Schema.Column,
    _ rows: [RowBuilder.Row],
    _ action: Mutation.Action,
    adding: Value = .null,
    removing: Value = .null
  ) {
    realm.insert(rows)
    let orphans = realm.current.update(
      parent.reference,
      column: column.index,
      adding: adding,
      removing: removing,
      action.apply
    )
    realm.didMutate(parent.reference, column.index, action, orphans: orphans)
  }

  private func writableColumn() throws(RealmError) -> Schema.Column {
    guard realm.isInWriteTransaction else { throw Realm.notInWrite }
    guard case .column(let column) = source else {
      throw .typeMismatch("\(place) is computed: it can't be changed")
    }
    return parent.table.columns[column]
  }
}
