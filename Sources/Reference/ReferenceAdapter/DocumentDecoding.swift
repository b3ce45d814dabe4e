import JSON
import OrderedCollections
import ReferenceRealm
import ReferenceSync
import Touchstone

/// Objects as a server holds them: all properties, and links as the primary keys of their targets.
enum DocumentDecoding {
  /// The insertion of an object.
  static func creation(of json: JSON, in className: String, _ schema: Schema) throws
    -> Changeset.Change
  {
    let table = try table(className, schema)
    guard let members = json.object else { throw StepError.malformed("an object is expected") }
    let contents = try contents(members, table, schema)
    guard let key = table.primaryKey, !contents[key].isEmpty else {
      throw StepError.malformed("a \(className) needs its primary key")
    }
    return .init(DocumentID(table: table.index, key: contents[key].plainValue), .create(contents))
  }

  /// The change of some properties of an object, or its deletion.
  static func change(
    of key: JSON,
    in className: String,
    set members: JSONObject?,
    _ schema: Schema
  ) throws -> Changeset.Change {
    let table = try table(className, schema)
    let id = DocumentID(table: table.index, key: try plain(key))
    guard let members else { return .init(id, .delete) }
    var columns: [Int: Content] = [:]
    for (name, json) in members {
      let column = try column(name, table)
      columns[column.index] = try content(json, column, schema)
    }
    return .init(id, .assigning(columns))
  }

  /// The objects of a class by ascending key.
  static func objects(of className: String, in store: DocumentStore) throws -> JSON {
    let table = try table(className, store.schema)
    let empty = Snapshot(schema: store.schema)
    let documents = try store.ids(of: table.index).compactMap { id in
      try store[id].map { (id.key, try json($0.contents, table, empty)) }
    }
    return .array(documents.sorted { precedes($0.0, $1.0) }.map(\.1))
  }

  private static func precedes(_ left: Value, _ right: Value) -> Bool {
    Value.order(left, right).map { $0 < 0 } ?? ("\(left)" < "\(right)")
  }

  static func table(_ className: String, _ schema: Schema) throws -> Schema.Table {
    guard let table = schema.table(className) else {
      throw RealmError(.unknownClass, "the schema has no class \(className)")
    }
    return table
  }

  private static func column(_ name: String, _ table: Schema.Table) throws -> Schema.Column {
    guard let column = table.column(name) else {
      throw RealmError(.unknownProperty, "\(table.name) has no property \(name)")
    }
    return table.columns[column]
  }

  private static func contents(
    _ members: JSONObject,
    _ table: Schema.Table,
    _ schema: Schema
  ) throws -> [Content] {
    for name in members.keys { _ = try column(name, table) }
    return try table.columns.map { try content(members[$0.name] ?? .null, $0, schema) }
  }

  private static func content(_ json: JSON, _ column: Schema.Column, _ schema: Schema) throws
    -> Content
  {
    let holdsObjects = table(holding: column, schema)
    func element(_ json: JSON) throws -> Content {
      if json.isNull { return .null }
      guard let target = column.target else { return .plain(try plain(json, column.type.element)) }
      guard column.isEmbedded else {
        return .link(DocumentID(table: target, key: try plain(json)))
      }
      let members = json.object ?? [:]
      return .embedded(table: target, try contents(members, schema.tables[target], schema))
    }
    switch column.type.shape {
    case .single, .linkingObjects: return try element(json)
    case .list, .set:
      let elements = try (json.array ?? []).map(element)
      if holdsObjects { return column.type.shape == .list ? .list(elements) : .set(elements) }
      let values = elements.map(\.plainValue)
      return .plain(column.type.shape == .list ? .list(values) : .set(OrderedSet(values)))
    case .dictionary:
      var entries = OrderedDictionary<String, Content>()
      for (key, value) in json.object ?? [:] { entries[key] = try element(value) }
      return holdsObjects
        ? .dictionary(entries) : .plain(.dictionary(entries.mapValues(\.plainValue)))
    }
  }

  /// Whether the column may hold objects.
  private static func table(holding column: Schema.Column, _ schema: Schema) -> Bool {
    column.target != nil || column.type.element == .mixed
  }

  private static func plain(_ json: JSON, _ type: PropertyType.Element? = nil) throws -> Value {
    let value = try ExtendedJSON.decode(json) { name in
      throw StepError.malformed("a server knows no object as \(name)")
    }
    return switch (type, value) {
    case (.double, .int(let number)): .double(Double(number))
    case (.float, .int(let number)): .float(Float(number))
    case (.float, .double(let number)): .float(Float(number))
    default: value
    }
  }

  private static func json(_ contents: [Content], _ table: Schema.Table, _ empty: Snapshot) throws
    -> JSON
  {
    let members = try zip(table.columns, contents).map { column, content in
      (column.name, try json(content, empty))
    }
    return .object(JSONObject(uniqueMembers: members))
  }

  /// What is not an object needs no version that holds any.
  private static func json(_ content: Content, _ empty: Snapshot) throws -> JSON {
    switch content {
    case .plain(let value): return try ExtendedJSON.encode(value, in: empty)
    case .link(let id): return try ExtendedJSON.encode(id.key, in: empty)
    case .embedded(let table, let contents):
      return try json(contents, empty.schema.tables[table], empty)
    case .list(let elements), .set(let elements):
      return .array(try elements.map { try json($0, empty) })
    case .dictionary(let entries):
      let members = try entries.map { ($0.key, try json($0.value, empty)) }
      return .object(JSONObject(uniqueMembers: members))
    }
  }
}
