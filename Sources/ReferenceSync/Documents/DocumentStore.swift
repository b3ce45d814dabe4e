package import ReferenceRealm

/// What a server holds: the objects of each class, who links to them, and in which order they have changed.
///
/// A copy is cheap, and is a backup.
package struct DocumentStore: Sendable {
  /// An object of the server.
  package struct Document: Sendable {
    /// What its columns hold.
    package var contents: [Content]
    /// The write that gave each column its content; nil if it has been there from the beginning.
    var stamps: [Stamp?]
  }

  /// Which write gave a column its content, or deleted an object.
  struct Stamp: Sendable {
    /// The number of changes at the server before it.
    var position: Int
    var time: Timestamp
    var origin: Int
  }

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
        let contents = mapping.contents(document.contents, of: index)
        let stamps = document.stamps + contents.dropFirst(document.stamps.count).map { _ in nil }
        tables[index].documents[place] = Document(contents: contents, stamps: stamps)
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
  mutating func remove(_ id: DocumentID, time: Timestamp, origin: Int) {
    guard let place = tables[id.table].places[id.key] else { return }
    unlink(id)
    tables[id.table].places[id.key] = nil
    tables[id.table].documents[place] = nil
    tombstones[id] = Stamp(position: log.count, time: time, origin: origin)
    log.append(id)
    for holder in holders.removeValue(forKey: id) ?? [] {
      guard var document = self[holder] else { continue }
      document.contents = document.contents.map { $0.removingLinks { $0 == id } }
      put(document, at: holder)
    }
  }

  /// Clears the links of these objects to what is not there.
  mutating func dropLinksToNothing(of ids: [DocumentID]) {
    for id in ids where !schema.tables[id.table].linkColumns.isEmpty {
      guard var document = self[id] else { continue }
      var isWhole = true
      forEachLink(of: document, in: id.table) { isWhole = isWhole && self[$0] != nil }
      if isWhole { continue }
      document.contents = document.contents.map { $0.removingLinks { self[$0] == nil } }
      put(document, at: id)
    }
  }

  private mutating func unlink(_ id: DocumentID) {
    guard !schema.tables[id.table].linkColumns.isEmpty, let document = self[id] else { return }
    forEachLink(of: document, in: id.table) { holders[$0]?.remove(id) }
  }

  private func forEachLink(of document: Document, in table: Int, _ body: (DocumentID) -> Void) {
    for column in schema.tables[table].linkColumns { document.contents[column].forEachLink(body) }
  }
}
