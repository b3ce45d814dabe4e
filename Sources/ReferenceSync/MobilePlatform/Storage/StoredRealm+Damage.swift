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
    case .update(let columns):
      return [columns, before].allSatisfy { columns in
        columns.allSatisfy { table.columns.indices.contains($0) && $1.fits(schema) }
      }
    case .delete: return true
    }
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
