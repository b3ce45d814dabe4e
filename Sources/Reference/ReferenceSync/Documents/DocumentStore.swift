package import ReferenceRealm

/// What a server holds: the objects of each class, who links to them, and in which order they have changed.
///
/// A copy is cheap, and is a backup.
package struct DocumentStore: Sendable {
  /// The objects of a class in the order of their arrival, and where each is.
  private struct Table: Sendable {
    var documents: [Document?] = []
    var keys: [Value] = []
    var places: [Value: Int] = [:]
  }

  package private(set) var schema: Schema
  private var tables: [Table]
  /// The objects that changed, one for each change.
  package private(set) var log: [DocumentID] = []
  private var holders: [DocumentID: Set<DocumentID>] = [:]
  private var tombstones: [DocumentID: Stamp] = [:]
  /// The number of changes before the last deletion.
  private(set) var lastDeletion = -1
  /// The objects whose last deletion was part of a transaction that created them again.
  private var createdAgain: Set<DocumentID> = []

  /// A server without objects.
  package init(schema: Schema) {
    self.schema = schema
    tables = schema.tables.map { _ in Table() }
  }

  /// An object; nil if there is none.
  package subscript(id: DocumentID) -> Document? {
    let table = tables[id.table]
    return table.places[id.key].flatMap { table.documents[$0] }
  }

  /// The objects of a class in the order of their arrival.
  package func ids(of table: Int) -> [DocumentID] {
    zip(tables[table].keys, tables[table].documents).compactMap { key, document in
      document == nil ? nil : DocumentID(table: table, key: key)
    }
  }

  /// The objects that hold a link to this one.
  package func holders(of id: DocumentID) -> Set<DocumentID> { holders[id] ?? [] }

  /// The write that deleted an object last; nil if none did.
  func tombstone(of id: DocumentID) -> Stamp? { tombstones[id] }
}

extension DocumentStore {
  /// Takes a schema in which classes and properties were added behind those that are there.
  mutating func extend(to schema: Schema) {
    let mapping = SchemaMapping(from: self.schema, to: schema)
    guard !mapping.isIdentity else { return }
    for index in tables.indices {
      for place in tables[index].documents.indices {
        guard let document = tables[index].documents[place] else { continue }
        tables[index].documents[place] = mapping.document(document, of: index)
      }
    }
    tables += schema.tables.dropFirst(tables.count).map { _ in Table() }
    self.schema = schema
  }

  /// Puts an object in place of what was there.
  mutating func put(_ document: Document, at id: DocumentID) {
    unlink(id)
    if let place = tables[id.table].places[id.key] {
      tables[id.table].documents[place] = document
    } else {
      tables[id.table].places[id.key] = tables[id.table].documents.count
      tables[id.table].documents.append(document)
      tables[id.table].keys.append(id.key)
    }
    forEachLink(of: document, in: id.table) { holders[$0, default: []].insert(id) }
    log.append(id)
  }

  /// Deletes an object, and clears every link to it.
  mutating func remove(_ id: DocumentID, by stamp: Stamp) {
    note(stamp, asDeletionOf: id)
    createdAgain.remove(id)
    log.append(id)
    guard let place = tables[id.table].places[id.key] else { return }
    unlink(id)
    tables[id.table].places[id.key] = nil
    tables[id.table].documents[place] = nil
    for holder in holders.removeValue(forKey: id) ?? [] {
      let cleared = clearing({ target, _ in target == id }, in: holder, by: stamp)
      if let cleared { put(cleared, at: holder) }
    }
  }

  /// Takes an object away as if it had never been there.
  mutating func forget(_ id: DocumentID) {
    remove(id, by: Stamp(position: -1, time: Timestamp(milliseconds: 0), origin: 0))
    tombstones[id] = nil
  }

  /// Deletes an object and puts another one under its key.
  ///
  /// Links to the old one are cleared when all of the transaction is done.
  mutating func replace(_ id: DocumentID, with document: Document, by stamp: Stamp) {
    note(stamp, asDeletionOf: id)
    createdAgain.insert(id)
    put(document, at: id)
  }

  /// Clears links to the objects that a transaction has deleted and created again, but for those that it has set itself and
  /// those that another device has set later.
  mutating func dropLinksToReplaced(by changeset: Changeset) {
    let writer = changeset.writer(at: log.count, in: schema)
    for change in changeset.changes where change.isAnotherObject {
      guard let deleted = tombstones[change.id], changeset.made(deleted) else { continue }
      for holder in holders(of: change.id) {
        let cleared = clearing(
          { $0 == change.id && !changeset.made($1) && writer.wins(over: $1) },
          in: holder,
          by: writer.stamp
        )
        if let cleared { put(cleared, at: holder) }
      }
    }
  }

  private mutating func note(_ stamp: Stamp, asDeletionOf id: DocumentID) {
    tombstones[id] = stamp
    lastDeletion = max(lastDeletion, stamp.position)
  }

  /// Clears the links of these objects to what is not there.
  mutating func dropLinksToNothing(of ids: [DocumentID]) {
    let stamp = Stamp(position: log.count, time: Timestamp(milliseconds: 0), origin: 0)
    for id in ids {
      let cleared = clearing({ target, _ in self[target] == nil }, in: id, by: stamp)
      if let cleared { put(cleared, at: id) }
    }
  }

  /// Whether an object was deleted in a way that takes links along which did not know of it.
  func hasCut(_ id: DocumentID, from writer: Writer) -> Bool {
    guard let deleted = tombstones[id], !writer.knows(deleted) else { return false }
    return !createdAgain.contains(id) || !writer.wins(over: deleted)
  }

  /// An object without some of its links, chosen by their target and the write that set them; nil if it has none of these.
  func clearing(
    _ isGone: (DocumentID, Stamp?) -> Bool,
    in id: DocumentID,
    by stamp: Stamp
  ) -> Document? {
    let columns = schema.tables[id.table].linkColumns
    guard !columns.isEmpty, let document = self[id] else { return nil }
    var cleared = document
    for column in columns { cleared.slots[column].removeLinks(to: isGone, by: stamp) }
    let isSame = columns.allSatisfy { cleared.slots[$0].content == document.slots[$0].content }
    return isSame ? nil : cleared
  }

  private mutating func unlink(_ id: DocumentID) {
    guard !schema.tables[id.table].linkColumns.isEmpty, let document = self[id] else { return }
    forEachLink(of: document, in: id.table) { holders[$0]?.remove(id) }
  }

  private func forEachLink(of document: Document, in table: Int, _ body: (DocumentID) -> Void) {
    for column in schema.tables[table].linkColumns {
      document.slots[column].content.forEachLink(body)
    }
  }
}
