import OrderedCollections
import ReferenceRealm

/// Where the classes and properties of one schema are in another one: app, device and server each know their own, and
/// agree about names only.
struct SchemaMapping {
  private struct Table {
    let target: Int
    /// The place of each column; nil for one that the other schema does not have.
    let columns: [Int?]
  }

  private let source: Schema
  private let target: Schema
  private let tables: [Table?]
  /// Whether everything has the same place, so that nothing is to be done.
  let isIdentity: Bool

  init(from source: Schema, to target: Schema) {
    self.source = source
    self.target = target
    tables = source.tables.map { table in
      guard let other = target.table(table.name) else { return nil }
      return Table(target: other.index, columns: table.columns.map { other.column($0.name) })
    }
    isIdentity =
      source.tables.count == target.tables.count
      && zip(source.tables, tables).allSatisfy { table, mapped in
        mapped?.target == table.index
          && mapped?.columns == table.columns.indices.map(Optional.some)
          && target.tables[table.index].columns.count == table.columns.count
      }
  }

  /// The object; nil if its class is unknown there.
  func id(_ id: DocumentID) -> DocumentID? {
    tables[id.table].map { DocumentID(table: $0.target, key: id.key) }
  }

  /// What the columns of an object hold there; what only the other schema has is empty.
  func contents(_ contents: [Content], of table: Int) -> [Content] {
    guard !isIdentity, let mapped = tables[table] else { return contents }
    var result = target.tables[mapped.target].emptyContents
    for (content, column) in zip(contents, mapped.columns) {
      if let column { result[column] = self.content(content) }
    }
    return result
  }

  /// A change there; nil if its class is unknown, or none of the properties is known.
  func change(_ change: Changeset.Change) -> Changeset.Change? {
    if isIdentity { return change }
    guard let id = id(change.id) else { return nil }
    switch change.kind {
    case .create(let contents):
      var creation = Changeset.Change(id, .create(self.contents(contents, of: change.id.table)))
      creation.isAnotherObject = change.isAnotherObject
      return creation
    case .update(let edits):
      let edits = edits.compactMap { edit($0, of: change.id.table) }
      return edits.isEmpty ? nil : .init(id, .update(edits))
    case .delete: return .init(id, .delete)
    }
  }

  /// The same way to the same place; nil if it leads through what is not there.
  private func edit(_ edit: Edit, of table: Int) -> Edit? {
    var table = table
    var path: [Edit.Step] = []
    for step in edit.path {
      guard case .column(let column) = step else {
        path.append(step)
        continue
      }
      guard let place = tables[table]?.columns[column] else { return nil }
      path.append(.column(place))
      table = source.tables[table].columns[column].target ?? table
    }
    var edit = edit.mapContents(content)
    edit.path = path
    return edit
  }

  /// An object of a class there.
  func document(_ document: Document, of table: Int) -> Document {
    guard !isIdentity else { return document }
    return Document(slots: slots(document.slots, of: table))
  }

  private func slots(_ slots: [Slot], of table: Int) -> [Slot] {
    guard let mapped = tables[table] else { return slots }
    var result = target.tables[mapped.target].emptyContents.map { Slot(initial: $0, by: nil) }
    for (slot, column) in zip(slots, mapped.columns) {
      guard let column else { continue }
      result[column] = slot.mapped(content) { table, inner in
        guard let other = tables[table] else { return .single(.null) }
        return .embedded(table: other.target, self.slots(inner, of: table))
      }
    }
    return result
  }

  /// What is told of an object there; nil if its class is unknown.
  func delivery(_ delivery: Delivery) -> Delivery? {
    if isIdentity { return delivery }
    return id(delivery.id).map { id in
      var other = delivery
      other.id = id
      other.document = delivery.document.map { document($0, of: delivery.id.table) }
      return other
    }
  }

  private func content(_ content: Content) -> Content {
    switch content {
    case .plain: return content
    case .link(let id): return self.id(id).map(Content.link) ?? .null
    case .embedded(let table, let contents):
      guard let mapped = tables[table] else { return .null }
      return .embedded(table: mapped.target, self.contents(contents, of: table))
    case .list(let elements): return .list(elements.map(self.content))
    case .set(let elements): return .set(elements.map(self.content))
    case .dictionary(let entries): return .dictionary(entries.mapValues(self.content))
    }
  }
}
