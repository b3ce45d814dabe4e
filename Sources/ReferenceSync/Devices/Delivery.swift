import OrderedCollections
import ReferenceRealm

/// What a server tells a device of one object.
package struct Delivery: Sendable {
  package var id: DocumentID
  /// What its columns hold; nil if the device is not to have the object.
  package var contents: [Content]?

  package init(id: DocumentID, contents: [Content]?) {
    self.id = id
    self.contents = contents
  }
}

extension Realm {
  /// Makes objects what the server says of them: those that are not to be here are deleted, new ones created, and the
  /// others changed where they differ.
  func integrate(_ deliveries: [Delivery], hidden: inout HiddenLinks) throws {
    if deliveries.isEmpty { return }
    var notes: [(DocumentID, [Int: Content])] = []
    try integrate {
      try removeObjects(of: deliveries)
      // Links can only be set once their targets are there.
      for delivery in deliveries where find(delivery.id) == nil { try create(delivery) }
      for delivery in deliveries { notes.append((delivery.id, try update(delivery))) }
    }
    for (id, columns) in notes { hidden.note(id, columns) }
  }

  private func find(_ id: DocumentID) -> ObjectReference? {
    current.object(in: id.table, primaryKey: id.key)
  }

  private func removeObjects(of deliveries: [Delivery]) throws {
    for delivery in deliveries where delivery.contents == nil {
      guard let reference = find(delivery.id) else { continue }
      try delete(Object(realm: self, reference: reference))
    }
  }

  private func create(_ delivery: Delivery) throws {
    guard let contents = delivery.contents else { return }
    let table = schema.tables[delivery.id.table]
    var members = OrderedDictionary<String, Value>()
    for (column, content) in zip(table.columns, contents) {
      members[column.name] = content.value(in: schema) { _ in nil }
    }
    try create(table.name, value: .dictionary(members))
  }

  /// - Returns: the columns of which the object shows less than the server holds.
  private func update(_ delivery: Delivery) throws -> [Int: Content] {
    guard let contents = delivery.contents, let reference = find(delivery.id),
      let shown = current.contents(of: reference)
    else { return [:] }
    let table = schema.tables[reference.table]
    var hidden: [Int: Content] = [:]
    for (column, content) in contents.enumerated() where column != table.primaryKey {
      let visible = content.removingLinks { find($0) == nil }
      if visible != content { hidden[column] = content }
      if visible == shown[column] { continue }
      try Object(realm: self, reference: reference)
        .set(table.columns[column].name, to: content.value(in: schema, find))
    }
    return hidden
  }
}
