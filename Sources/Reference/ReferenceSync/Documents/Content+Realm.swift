import OrderedCollections
package import ReferenceRealm

extension Snapshot {
  /// Which object a reference means; nil for an embedded one, and for one that does not exist or has no primary key.
  package func documentID(of object: ObjectReference) -> DocumentID? {
    primaryKey(of: object).map { DocumentID(table: object.table, key: $0) }
  }

  /// What the columns of an object hold; nil if it does not exist.
  package func contents(of object: ObjectReference) -> [Content]? {
    guard let values = values(of: object) else { return nil }
    let columns = schema.tables[object.table].linkColumns
    var contents = values.map(Content.plain)
    for column in columns { contents[column] = content(of: values[column]) }
    return contents
  }

  /// What a value is when it travels.
  package func content(of value: Value) -> Content {
    Content(value) { reference in
      if schema.tables[reference.table].isEmbedded {
        return contents(of: reference).map { .embedded(table: reference.table, $0) } ?? .null
      }
      return documentID(of: reference).map(Content.link) ?? .null
    }
  }
}

extension Content {
  /// What a value is when it travels, by what its objects are then.
  init(_ value: Value, _ object: (ObjectReference) -> Content) {
    self =
      switch value {
      case .object(let reference): object(reference)
      case .list(let elements): .list(elements.map { Content($0, object) })
      case .set(let elements): .set(elements.map { Content($0, object) })
      case .dictionary(let entries): .dictionary(entries.mapValues { Content($0, object) })
      default: .plain(value)
      }
  }

  /// What is assigned to a property on a device that has only some objects: a link to one that is not there reads as
  /// null, an element of a list or set is missing, and a dictionary keeps the key with null.
  func value(in schema: Schema, _ find: (DocumentID) -> ObjectReference?) -> Value {
    switch self {
    case .plain(let value): return value
    case .link(let id): return find(id).map(Value.object) ?? .null
    case .embedded(let table, let contents):
      let columns = schema.tables[table].columns
      return .dictionary(
        OrderedDictionary(
          uniqueKeysWithValues: zip(columns, contents).map {
            ($0.name, $1.value(in: schema, find))
          }
        )
      )
    case .list(let elements), .set(let elements):
      return .list(
        elements.compactMap { element in
          if case .link(let id) = element { return find(id).map(Value.object) }
          return element.value(in: schema, find)
        }
      )
    case .dictionary(let entries):
      return .dictionary(entries.mapValues { $0.value(in: schema, find) })
    }
  }
}
