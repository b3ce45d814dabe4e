import OrderedCollections
import ReferenceRealm

/// What a server tells a device of one object.
package struct Delivery: Sendable {
  package var id: DocumentID
  /// The object; nil if the device is not to have it.
  var document: Document?
  /// The deletions of the objects that had its key.
  var deletions = Deletions()

  /// What its columns hold; nil if the device is not to have the object.
  package var contents: [Content]? {
    get { document?.contents }
    set { document = newValue.map { Document(contents: $0) } }
  }

  package init(id: DocumentID, contents: [Content]?) {
    self.id = id
    document = contents.map { Document(contents: $0) }
  }

  init(_ id: DocumentID, in store: DocumentStore) {
    self.id = id
    document = store[id]
    deletions = store.deletions(of: id)
  }
}

extension Realm {
  /// Makes objects what the server says of them: those that are not to be here are deleted, new ones created, and the
  /// others changed where they differ.
  func integrate(
    _ deliveries: [Delivery],
    keyless: inout KeylessObjects
  ) throws {
    if deliveries.isEmpty { return }
    try integrate {
      try removeObjects(of: deliveries, keyless)
      // Links can only be set once their targets are there.
      for delivery in deliveries where find(delivery.id, keyless) == nil {
        guard let object = try create(delivery) else { continue }
        if object.hasNoPrimaryKey { keyless.note(object.reference, delivery.id) }
      }
      for delivery in deliveries { try update(delivery, keyless) }
    }
  }

  private func find(_ id: DocumentID, _ keyless: KeylessObjects) -> ObjectReference? {
    guard schema.tables[id.table].primaryKey == nil else {
      return current.object(in: id.table, primaryKey: id.key)
    }
    return keyless[id].flatMap { current.contains($0) ? $0 : nil }
  }

  private func removeObjects(of deliveries: [Delivery], _ keyless: KeylessObjects) throws {
    for delivery in deliveries where delivery.contents == nil {
      guard let reference = find(delivery.id, keyless) else { continue }
      try delete(Object(realm: self, reference: reference))
    }
  }

  /// - Returns: nil if the object is not to be here.
  private func create(_ delivery: Delivery) throws -> Object? {
    guard let contents = delivery.contents else { return nil }
    let table = schema.tables[delivery.id.table]
    var members = OrderedDictionary<String, Value>()
    for (column, content) in zip(table.columns, contents) {
      members[column.name] = content.value(in: schema) { _ in nil }
    }
    return try create(table.name, value: .dictionary(members))
  }

  private func update(_ delivery: Delivery, _ keyless: KeylessObjects) throws {
    guard let contents = delivery.contents, let reference = find(delivery.id, keyless),
      let shown = current.contents(of: reference)
    else { return }
    let table = schema.tables[reference.table]
    let here = { [self] (id: DocumentID) in find(id, keyless) }
    for (column, content) in contents.enumerated() where column != table.primaryKey {
      let visible = content.removingLinks { here($0) == nil }
      if visible == shown[column] { continue }
      try Object(realm: self, reference: reference)
        .set(table.columns[column].name, to: content.value(in: schema, here))
    }
  }
}

extension Object {
  fileprivate var hasNoPrimaryKey: Bool {
    realm.schema.tables[reference.table].primaryKey == nil
  }
}
