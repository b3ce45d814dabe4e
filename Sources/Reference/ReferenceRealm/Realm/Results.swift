/// Objects of one class: all of them, or those that a query finds.
///
/// ```swift
/// let persons = try realm.objects("Person").sorted(by: [SortDescriptor("name")])
/// try persons.count()
/// persons.first?.name
/// ```
///
/// Without filter and order it is lazy and shows the present state; taking an element reads that one object. With
/// either it is a query: evaluated once, when its first element is needed, and a snapshot from then on.
public final class Results {
  enum Source {
    case table
    case collection(Object.Collection)
  }

  private let realm: Realm
  private let table: Schema.Table
  private let source: Source
  private let filter: Filter?
  private let order: [SortDescriptor]?
  /// The evaluated query.
  private var found: [Int64]?
  /// The keys of an unfiltered class, as of a generation of the realm.
  private var all: (generation: Int, keys: [Int64])?

  init(
    realm: Realm,
    table: Schema.Table,
    source: Source,
    filter: Filter? = nil,
    order: [SortDescriptor]? = nil
  ) {
    self.realm = realm
    self.table = table
    self.source = source
    self.filter = filter
    self.order = order
  }

  /// Whether it has a condition or an order, and is more than all objects of its source.
  package var isQuery: Bool { filter != nil || order != nil }

  /// The query for those that the filter matches.
  public func filter(_ filter: Filter) -> Results {
    Results(
      realm: realm,
      table: table,
      source: source,
      filter: self.filter.map { .and([$0, filter]) } ?? filter,
      order: order
    )
  }

  /// The query for the same objects in another order.
  public func sorted(by order: [SortDescriptor]) -> Results {
    Results(realm: realm, table: table, source: source, filter: filter, order: order)
  }

  /// Runs the query, which reads every object that it finds.
  ///
  /// - Returns: how many it found.
  @discardableResult
  public func evaluate() throws(RealmError) -> Int {
    if let found { return found.count }
    let keys = try matching()
    found = keys
    var foundNull = false
    if (filter ?? .all) == .all, case .collection(let all) = source { foundNull = all.hasNullEntry }
    realm.didEvaluateQuery(table: table.index, objects: keys, foundNull: foundNull)
    return keys.count
  }

  /// How many there are.
  ///
  /// Counting reads none.
  public func count() throws(RealmError) -> Int {
    if let found { return found.count }
    return isQuery ? try matching().count : try unfiltered().count
  }

  /// The object at that place, which instantiates it.
  public func element(at index: Int) throws(RealmError) -> Object {
    if isQuery { try evaluate() }
    let keys = if let found { found } else { try unfiltered() }
    guard keys.indices.contains(index) else {
      throw RealmError(
        .indexOutOfRange,
        "there are \(keys.count) objects: there is none at \(index)"
      )
    }
    let reference = ObjectReference(table: table.index, key: keys[index])
    guard realm.current.contains(reference) else {
      throw RealmError(.objectInvalidated, "this \(table.name) was deleted since the query")
    }
    return realm.instantiate(reference, by: isQuery ? .queryResult : .allObjects)
  }

  /// The first one; nil if there is none.
  public var first: Object? { try? element(at: 0) }

  private func matching() throws(RealmError) -> [Int64] {
    let candidates = try unfiltered()
    let matches = try (filter ?? .all).compiled(for: table)
    let order = try (order ?? []).map { (descriptor) throws(RealmError) in
      try descriptor.compiled(for: table)
    }
    let rows = realm.current.tables[table.index].rows
    var found = candidates.compactMap { key in rows[key].map { (key: key, values: $0) } }
    found.removeAll { !matches($0.values) }
    if order.isEmpty { return found.map(\.key) }
    // Those that no entry tells apart keep the order that they had.
    return found.enumerated().sorted { left, right in
      SortDescriptor.areInOrder(left.element, right.element, order) ?? (left.offset < right.offset)
    }.map(\.element.key)
  }

  private func unfiltered() throws(RealmError) -> [Int64] {
    switch source {
    case .collection(let collection):
      var keys: [Int64] = []
      try collection.content().forEachReference { keys.append($0.key) }
      return keys
    case .table:
      if let all, all.generation == realm.generation { return all.keys }
      let keys = realm.current.keys(of: table.index)
      all = (realm.generation, keys)
      return keys
    }
  }
}
