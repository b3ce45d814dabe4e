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
    tombstones[id] = stamp
    log.append(id)
    guard let place = tables[id.table].places[id.key] else { return }
    unlink(id)
    tables[id.table].places[id.key] = nil
    tables[id.table].documents[place] = nil
    for holder in holders.removeValue(forKey: id) ?? [] {
      removeLinks(of: holder, { target, _ in target == id }, by: stamp)
    }
  }

  /// Clears the links of an object for which a condition holds.
  mutating func removeLinks(
    of holder: DocumentID,
    _ isGone: (DocumentID, Stamp?) -> Bool,
    by stamp: Stamp
  ) {
    guard var document = self[holder] else { return }
    for column in document.slots.indices { document.slots[column].removeLinks(isGone, by: stamp) }
    put(document, at: holder)
  }

  /// Takes an object away as if it had never been there.
  mutating func forget(_ id: DocumentID) {
    remove(id, by: Stamp(position: -1, time: Timestamp(milliseconds: 0), origin: 0))
    tombstones[id] = nil
  }

  /// Notes that an object was deleted before there is another one under its key.
  mutating func note(_ stamp: Stamp, asDeletionOf id: DocumentID) { tombstones[id] = stamp }

  /// Clears the links of these objects to what is not there.
  mutating func dropLinksToNothing(of ids: [DocumentID]) {
    for id in ids where !schema.tables[id.table].linkColumns.isEmpty {
      guard let document = self[id] else { continue }
      var gone: Set<DocumentID> = []
      forEachLink(of: document, in: id.table) { if self[$0] == nil { gone.insert($0) } }
      if gone.isEmpty { continue }
      let stamp = Stamp(position: log.count, time: Timestamp(milliseconds: 0), origin: 0)
      removeLinks(of: id, { target, _ in gone.contains(target) }, by: stamp)
    }
  }

  private mutating func unlink(_ id: DocumentID) {
    guard !schema.tables[id.table].linkColumns.isEmpty, let document = self[id] else { return }
    forEachLink(of: document, in: id.table) { holders[$0]?.remove(id) }
  }

  /// The objects that came in place of deleted ones and that an object links to, each with that deletion.
  func successors(linkedBy id: DocumentID) -> [DocumentID: Stamp] {
    var found: [DocumentID: Stamp] = [:]
    guard !tombstones.isEmpty, let document = self[id] else { return found }
    forEachLink(of: document, in: id.table) { target in
      if self[target] != nil { found[target] = tombstones[target] }
    }
    return found
  }

  private func forEachLink(of document: Document, in table: Int, _ body: (DocumentID) -> Void) {
    for column in schema.tables[table].linkColumns {
      document.slots[column].content.forEachLink(body)
    }
  }
}
