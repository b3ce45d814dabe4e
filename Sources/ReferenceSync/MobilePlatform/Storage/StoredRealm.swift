import ReferenceRealm

/// What the file of a local realm holds: its objects as the app sees them, what was not uploaded yet, and how far the
/// server is known.
struct StoredRealm {
  /// A transaction that the server does not have.
  struct PendingCommit {
    var time: Timestamp
    /// How many changes of the server the device had seen.
    var base: Int
    var changes: [Changeset.Change]
    /// The number of bytes that progress counts it as.
    var size: Int
  }

  private(set) var types: [ObjectSchema]
  private(set) var store: DocumentStore
  var pending: [PendingCommit] = []
  /// What the copy is called at the server; nil until it was there.
  var origin: Int?
  /// How many commits of the server were downloaded.
  var downloaded = 0
  /// How many changes of objects these are.
  var seenChanges = 0
  /// The last commit of the server that the copy knows of, be it downloaded or its own.
  var lastKnown: ServerRealm.Mark?
  /// What its objects without a primary key are called, followed by a number.
  let prefix: String
  var nameCount = 0

  /// A realm without classes.
  init(prefix: String) {
    types = []
    // A schema without classes contradicts nothing.
    store = DocumentStore(schema: (try? Schema([])) ?? Self.noSchema)
    self.prefix = prefix
  }

  private static var noSchema: Schema { preconditionFailure("no classes contradict each other") }

  /// Adds classes and properties.
  ///
  /// - Throws: `incompatibleSchema`; what the schema has against itself.
  mutating func extend(by others: [ObjectSchema]) throws {
    let union = try types.adding(others)
    let schema = try Schema(union)
    let mapping = SchemaMapping(from: store.schema, to: schema)
    for place in pending.indices {
      pending[place].changes = pending[place].changes.compactMap(mapping.change)
    }
    store.extend(to: schema)
    types = union
  }

  /// Takes a transaction of the app.
  mutating func commit(_ changes: [Changeset.Change], at time: Timestamp) -> PendingCommit {
    let changes = changes.map { change in
      let change = rememberingLists(change)
      apply(change, at: time)
      return change
    }
    let commit = PendingCommit(time: time, base: seenChanges, changes: changes, size: changes.size)
    pending.append(commit)
    return commit
  }

  /// The change with what the lists held until then.
  private func rememberingLists(_ change: Changeset.Change) -> Changeset.Change {
    guard case .update(let columns) = change.kind, let contents = store[change.id]?.contents else {
      return change
    }
    var change = change
    let table = store.schema.tables[change.id.table]
    for column in columns.keys where table.columns[column].type.shape == .list {
      change.before[column] = contents[column]
    }
    return change
  }

  private mutating func apply(_ change: Changeset.Change, at time: Timestamp) {
    let changeset = Changeset(time: time, origin: 0, base: store.log.count, changes: [])
    store.apply(store.merging(change, of: changeset), to: change.id, of: changeset)
  }

  /// The first transactions are at the server.
  mutating func didUpload(_ count: Int) { pending.removeFirst(count) }

  /// Takes what the server says of some objects.
  ///
  /// - Returns: what the app is to see of them: what was not uploaded yet is kept on top.
  mutating func receive(_ deliveries: [Delivery]) -> [Delivery] {
    let touched = Dictionary(grouping: pending.flatMap(\.changes), by: \.id)
    return deliveries.map { delivery in
      var delivery = delivery
      for change in touched[delivery.id] ?? [] { delivery.contents.apply(change.kind) }
      if let contents = delivery.contents {
        store.put(.init(contents: contents, stamps: contents.map { _ in nil }), at: delivery.id)
      } else {
        store.remove(delivery.id, time: Timestamp(milliseconds: 0), origin: 0)
      }
      return delivery
    }
  }
}

extension [Content]? {
  /// A deletion wins over everything.
  fileprivate mutating func apply(_ kind: Changeset.Change.Kind) {
    switch kind {
    case .create(let contents): self = contents
    case .update(let columns): for (column, content) in columns { self?[column] = content }
    case .delete: self = nil
    }
  }
}
