import OrderedCollections
import ReferenceRealm

/// A damaged file may hold values of other classes than it says.
extension Delivery {
  func fits(_ schema: Schema) -> Bool {
    guard schema.tables.indices.contains(id.table) else { return false }
    return contents?.fit(schema.tables[id.table], schema) ?? true
  }
}

extension Changeset.Change {
  func fits(_ schema: Schema) -> Bool {
    guard schema.tables.indices.contains(id.table) else { return false }
    let table = schema.tables[id.table]
    switch kind {
    case .create(let contents): return contents.fit(table, schema)
    case .update(let edits): return edits.allSatisfy { $0.fits(table, schema) }
    case .delete: return true
    }
  }
}

extension Edit {
  fileprivate func fits(_ table: Schema.Table, _ schema: Schema) -> Bool {
    guard case .column? = path.first else { return false }
    var table: Schema.Table? = table
    for step in path {
      guard case .column(let column) = step else { continue }
      guard let columns = table?.columns, columns.indices.contains(column) else { return false }
      table = columns[column].isEmbedded ? columns[column].target.map { schema.tables[$0] } : nil
    }
    return contents.allSatisfy { $0.fits(schema) }
  }
}

extension [Content] {
  fileprivate func fit(_ table: Schema.Table, _ schema: Schema) -> Bool {
    count == table.columns.count && allSatisfy { $0.fits(schema) }
  }
}

extension Content {
  fileprivate func fits(_ schema: Schema) -> Bool {
    switch self {
    case .plain: true
    case .link(let id): schema.tables.indices.contains(id.table)
    case .embedded(let table, let contents):
      schema.tables.indices.contains(table) && contents.fit(schema.tables[table], schema)
    case .list(let elements), .set(let elements): elements.allSatisfy { $0.fits(schema) }
    case .dictionary(let entries): entries.values.allSatisfy { $0.fits(schema) }
    }
  }
}
