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
  private var deletions: [DocumentID: Deletions] = [:]

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

  /// The deletions of the objects that had this name.
  func deletions(of id: DocumentID) -> Deletions { deletions[id] ?? Deletions() }
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
    deletions[id, default: Deletions()].add(stamp, createsAgain: false)
    log.append(id)
    guard let place = tables[id.table].places[id.key] else { return }
    unlink(id)
    tables[id.table].places[id.key] = nil
    tables[id.table].documents[place] = nil
    for holder in holders.removeValue(forKey: id) ?? [] {
      clear({ target, _ in target == id }, in: holder, by: stamp)
    }
  }

  /// Takes an object away as if it had never been there.
  mutating func forget(_ id: DocumentID) {
    remove(id, by: ownStamp)
    deletions[id] = nil
  }

  /// Takes note of a deletion that is earlier than the one that counts.
  mutating func note(outdone stamp: Stamp, of id: DocumentID, createsAgain: Bool) {
    deletions[id, default: Deletions()].add(stamp, createsAgain: createsAgain, counts: false)
  }

  /// Deletes an object and puts another one under its key.
  ///
  /// Links to the old one are cleared when all of the transaction is done.
  mutating func replace(_ id: DocumentID, with document: Document, by stamp: Stamp) {
    deletions[id, default: Deletions()].add(stamp, createsAgain: true)
    put(document, at: id)
  }

  /// Clears the links that deletions take along: those to what a transaction has deleted, and those that it has set to what is
  /// not there, or to what another device has deleted, also if that was created again.
  mutating func settleLinks(of changeset: Changeset) {
    let made = changeset.stamp
    clearLinks(toWhatIsDeletedBy: changeset) { $0.cut($1) }
    for change in changeset.changes {
      clear(
        { [self] in self[$0] == nil || $1 == made && deletions(of: $0).cut($1) },
        in: change.id,
        by: nil
      )
    }
  }

  /// Clears all links to what a transaction of this device has deleted, also where it has created that again: the device shows
  /// every link that is there.
  mutating func clearLinks(toWhatIsDeletedBy changeset: Changeset) {
    clearLinks(toWhatIsDeletedBy: changeset) { _, _ in true }
  }

  /// Links that the transaction has set itself lead to the object that it has created again: if those go, its device does not
  /// know.
  private mutating func clearLinks(
    toWhatIsDeletedBy changeset: Changeset,
    where isCut: (Deletions, Stamp?) -> Bool
  ) {
    let made = changeset.stamp
    for change in changeset.changes where change.deletes {
      let deletions = deletions(of: change.id)
      for holder in holders(of: change.id) {
        clear({ $0 == change.id && $1 != made && isCut(deletions, $1) }, in: holder, by: made)
      }
    }
  }

  private mutating func clear(
    _ isGone: (DocumentID, Stamp?) -> Bool,
    in id: DocumentID,
    by stamp: Stamp?
  ) {
    guard let document = self[id] else { return }
    let cleared = clearing(isGone, of: document, at: id, by: stamp)
    let columns = schema.tables[id.table].linkColumns
    if columns.contains(where: { cleared.slots[$0].content != document.slots[$0].content }) {
      put(cleared, at: id)
    }
  }

  /// What the server leaves behind where it changes something itself.
  private var ownStamp: Stamp {
    Stamp(position: log.count, time: Timestamp(milliseconds: 0), origin: 0, base: log.count)
  }

  /// An object without some of its links, chosen by their target and the write that set them.
  func clearing(
    _ isGone: (DocumentID, Stamp?) -> Bool,
    of document: Document,
    at id: DocumentID,
    by stamp: Stamp? = nil
  ) -> Document {
    var cleared = document
    for column in schema.tables[id.table].linkColumns {
      cleared.slots[column].removeLinks(to: isGone, by: stamp, ownStamp)
    }
    return cleared
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
