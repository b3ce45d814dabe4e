import OrderedCollections

extension Object {
  /// An accessor for a list, set or dictionary of an object: it always shows the present state.
  public struct Collection {
    let parent: Object
    let column: Int

    private var definition: Schema.Column { parent.table.columns[column] }
    private var type: PropertyType { definition.type }
    private var realm: Realm { parent.realm }
    private var place: String { "\(parent.className).\(definition.name)" }

    /// The number of elements. Nothing is read.
    public func count() throws(RealmError) -> Int {
      switch try content() {
      case .list(let elements): elements.count
      case .set(let elements): elements.count
      case .dictionary(let entries): entries.count
      default: 0
      }
    }

    /// An element of a list, or the only one of a set.
    public func element(at index: Int) throws(RealmError) -> Element {
      switch try content() {
      case .list(let elements):
        guard elements.indices.contains(index) else { throw outOfRange(index, elements.count) }
        return element(elements[index])
      case .set(let elements):
        guard elements.indices.contains(index) else { throw outOfRange(index, elements.count) }
        guard elements.count == 1 else {
          throw RealmError(
            .typeMismatch,
            "\(place) is a set of \(elements.count): it has no order to take from"
          )
        }
        return element(elements[index])
      default:
        throw RealmError(.typeMismatch, "\(place) is a dictionary: take an element by its key")
      }
    }

    /// The value of a dictionary's key.
    public func element(key: String) throws(RealmError) -> Element {
      guard case .dictionary(let entries) = try content() else { throw notA("dictionary") }
      guard let value = entries[key] else { throw noKey(key) }
      return element(value)
    }

    /// What is taken from a collection: an object that was thereby instantiated, or a plain value.
    public enum Element {
      case object(Object)
      case value(Value)
    }

    private func element(_ value: Value) -> Element {
      guard case .object(let target) = value else { return .value(value) }
      return .object(
        realm.instantiate(target, through: LinkPath(parent: parent.reference, column: column))
      )
    }

    /// Appends to a list, inserts into a set.
    public func add(_ value: Value) throws(RealmError) {
      try checkWrite()
      _ = try parent.values()
      let (checked, rows) = try check(value)
      switch type.shape {
      case .list:
        update(rows, adding: checked) { $0.append(checked) }
      case .set:
        let isNew = try !setContains(checked)
        update(rows, adding: isNew ? checked : .null) { $0.insert(checked) }
      default:
        throw RealmError(.typeMismatch, "\(place) is a dictionary: put a value under a key")
      }
    }

    /// Replaces an element of a list.
    public func put(_ value: Value, at index: Int) throws(RealmError) {
      try checkWrite()
      let old = try listElement(at: index)
      let (checked, rows) = try check(value)
      update(rows, adding: checked, removing: old) { $0.replaceElement(at: index, with: checked) }
    }

    /// Sets an entry of a dictionary.
    public func put(_ value: Value, key: String) throws(RealmError) {
      try checkWrite()
      let old = try entry(key) ?? .null
      try RowBuilder.checkKey(key, at: place)
      let (checked, rows) = try check(value)
      update(rows, adding: checked, removing: old) { $0.setEntry(key, to: checked) }
    }

    /// Removes an element of a list.
    public func remove(at index: Int) throws(RealmError) {
      try checkWrite()
      let old = try listElement(at: index)
      update([], removing: old) { $0.removeElement(at: index) }
    }

    /// Removes an entry of a dictionary.
    public func remove(key: String) throws(RealmError) {
      try checkWrite()
      guard let old = try entry(key) else { throw noKey(key) }
      update([], removing: old) { $0.setEntry(key, to: nil) }
    }

    /// Removes a value from a set, or its first occurrence from a list.
    public func remove(_ value: Value) throws(RealmError) {
      try checkWrite()
      _ = try parent.values()
      let (checked, _) = try check(value)
      switch type.shape {
      case .list:
        guard let index = try firstIndex(of: checked) else { throw noValue }
        update([], removing: checked) { $0.removeElement(at: index) }
      case .set:
        guard try setContains(checked) else { throw noValue }
        update([], removing: checked) { $0.removeMember(checked) }
      default:
        throw RealmError(.typeMismatch, "\(place) is a dictionary: remove an entry by its key")
      }
    }

    /// Removes every element.
    public func clear() throws(RealmError) {
      try checkWrite()
      _ = try content()
      let empty: Value =
        switch type.shape {
        case .list: .list([])
        case .set: .set([])
        default: .dictionary([:])
        }
      realm.didAssign(
        parent.reference,
        orphans: realm.current.set(parent.reference, column: column, to: empty)
      )
    }

    /// The objects in it, for a query on their class.
    public func objects() throws(RealmError) -> Results {
      guard let target = definition.target, !definition.isEmbedded else {
        throw RealmError(
          .typeMismatch,
          "\(place) is \(type): only collections of links can be queried"
        )
      }
      _ = try content()
      return Results(realm: realm, table: realm.schema.tables[target], source: .collection(self))
    }

    func content() throws(RealmError) -> Value { try parent.values()[column] }

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

    private func check(_ value: Value) throws(RealmError) -> (Value, [RowBuilder.Row]) {
      var builder = RowBuilder(realm: realm)
      let checked = try builder.element(value, of: definition, at: place)
      return (checked, builder.rows)
    }

    private func update(
      _ rows: [RowBuilder.Row],
      adding: Value = .null,
      removing: Value = .null,
      _ body: (inout Value) -> Void
    ) {
      realm.insert(rows)
      let orphans = realm.current.update(
        parent.reference,
        column: column,
        adding: adding,
        removing: removing,
        body
      )
      realm.didAssign(parent.reference, orphans: orphans)
    }

    private func checkWrite() throws(RealmError) {
      guard realm.isInWriteTransaction else { throw Realm.notInWrite }
    }

    private func notA(_ kind: String) -> RealmError {
      RealmError(.typeMismatch, "\(place) is \(type), not a \(kind)")
    }

    private func outOfRange(_ index: Int, _ count: Int) -> RealmError {
      RealmError(.indexOutOfRange, "\(place) has \(count) elements: there is none at \(index)")
    }

    private func noKey(_ key: String) -> RealmError {
      RealmError(.noSuchKey, "\(place) has no entry of that key")
    }

    private var noValue: RealmError { RealmError(.noSuchKey, "\(place) does not hold that value") }
  }
}

/// Changes in place. Each takes the collection out of the value first, so that it is not copied.
extension Value {
  fileprivate mutating func append(_ element: Value) {
    guard case .list(var elements) = self else { return }
    self = .null
    elements.append(element)
    self = .list(elements)
  }

  fileprivate mutating func insert(_ element: Value) {
    guard case .set(var elements) = self else { return }
    self = .null
    elements.append(element)
    self = .set(elements)
  }

  fileprivate mutating func replaceElement(at index: Int, with element: Value) {
    guard case .list(var elements) = self else { return }
    self = .null
    elements[index] = element
    self = .list(elements)
  }

  fileprivate mutating func removeElement(at index: Int) {
    guard case .list(var elements) = self else { return }
    self = .null
    elements.remove(at: index)
    self = .list(elements)
  }

  fileprivate mutating func removeMember(_ element: Value) {
    guard case .set(var elements) = self else { return }
    self = .null
    elements.remove(element)
    self = .set(elements)
  }

  fileprivate mutating func setEntry(_ key: String, to element: Value?) {
    guard case .dictionary(var entries) = self else { return }
    self = .null
    entries[key] = element
    self = .dictionary(entries)
  }
}
