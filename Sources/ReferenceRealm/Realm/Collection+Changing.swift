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
      update(column, rows, adding: checked) { $0.changeList { $0.append(checked) } }
    case .set:
      if try setContains(checked) { return }
      update(column, rows, adding: checked) { $0.changeSet { $0.append(checked) } }
    default:
      throw .typeMismatch("\(place) is a dictionary: put a value under a key")
    }
  }

  /// Replaces an element of a list.
  public func put(_ value: Value, at index: Int) throws(RealmError) {
    let column = try writableColumn()
    let old = try listElement(at: index)
    let (checked, rows) = try check(value, column)
    update(column, rows, adding: checked, removing: old) {
      $0.changeList { $0[index] = checked }
    }
  }

  /// Sets an entry of a dictionary.
  public func put(_ value: Value, key: String) throws(RealmError) {
    let column = try writableColumn()
    let old = try entry(key) ?? .null
    try RowBuilder.checkKey(key, at: place)
    let (checked, rows) = try check(value, column)
    update(column, rows, adding: checked, removing: old) {
      $0.changeEntries { $0[key] = checked }
    }
  }

  /// Removes an element of a list.
  public func remove(at index: Int) throws(RealmError) {
    let column = try writableColumn()
    let old = try listElement(at: index)
    update(column, [], removing: old) {
      $0.changeList { $0.remove(at: index) }
    }
  }

  /// Removes an entry of a dictionary.
  public func remove(key: String) throws(RealmError) {
    let column = try writableColumn()
    guard let old = try entry(key) else { throw noKey(key) }
    update(column, [], removing: old) { $0.changeEntries { $0[key] = nil } }
  }

  /// Removes a value from a set, in which nothing happens if it is not there, or its first occurrence from a list.
  public func remove(_ value: Value) throws(RealmError) {
    let column = try writableColumn()
    _ = try parent.values()
    let (checked, _) = try check(value, column)
    switch column.type.shape {
    case .list:
      guard let index = try firstIndex(of: checked) else { throw noValue }
      update(column, [], removing: checked) {
        $0.changeList { $0.remove(at: index) }
      }
    case .set:
      guard try setContains(checked) else { return }
      update(column, [], removing: checked) { $0.changeSet { $0.remove(checked) } }
    default:
      throw .typeMismatch("\(place) is a dictionary: remove an entry by its key")
    }
  }

  /// Removes every element; nothing happens if there is none.
  public func clear() throws(RealmError) {
    let column = try writableColumn()
    let old = try content()
    if old.isEmptyCollection { return }
    update(column, [], removing: old) { $0 = column.type.shape.empty }
  }

  // Each of these lets go of the collection before it returns, so that the change that follows finds it
  // unshared and copies nothing.

  private func listElement(at index: Int) throws(RealmError) -> Value {
    guard case .list(let elements) = try content() else { throw notA("list") }
    guard elements.indices.contains(index) else { throw outOfRange(index, elements.count) }
    return elements[index]
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
    adding: Value = .null,
    removing: Value = .null,
    _ body: (inout Value) -> Void
  ) {
    realm.insert(rows)
    let orphans = realm.current.update(
      parent.reference,
      column: column.index,
      adding: adding,
      removing: removing,
      body
    )
    realm.didAssign(parent.reference, orphans: orphans)
  }

  private func writableColumn() throws(RealmError) -> Schema.Column {
    guard realm.isInWriteTransaction else { throw Realm.notInWrite }
    guard case .column(let column) = source else {
      throw .typeMismatch("\(place) is computed: it can't be changed")
    }
    return parent.table.columns[column]
  }
}

/// Changes in place. Each takes the collection out of the value first, so that it is not copied.
extension Value {
  fileprivate mutating func changeList(_ change: (inout [Value]) -> Void) {
    guard case .list(var elements) = self else { return }
    self = .null
    change(&elements)
    self = .list(elements)
  }

  fileprivate mutating func changeSet(_ change: (inout OrderedSet<Value>) -> Void) {
    guard case .set(var elements) = self else { return }
    self = .null
    change(&elements)
    self = .set(elements)
  }

  fileprivate mutating func changeEntries(
    _ change: (inout OrderedDictionary<String, Value>) -> Void
  ) {
    guard case .dictionary(var entries) = self else { return }
    self = .null
    change(&entries)
    self = .dictionary(entries)
  }
}
