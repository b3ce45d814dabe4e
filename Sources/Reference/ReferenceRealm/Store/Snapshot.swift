import HashTreeCollections
import OrderedCollections

/// A realm at one version.
///
/// Copies are cheap (tables are persistent trees and maps), so a version that is needed later is simply kept.
public struct Snapshot: Sendable {
  /// The rows of one class, and where each primary key is.
  struct TableContent: Sendable {
    var rows = RowTree()
    var keysByPrimaryKey = TreeDictionary<Value, Int64>()
  }

  /// The classes.
  public let schema: Schema
  /// Counts the committed transactions.
  public internal(set) var version = 0
  var tables: [TableContent]
  /// For each object the objects that point to it, and how often: what clears links when it is deleted.
  var incoming = TreeDictionary<ObjectReference, TreeDictionary<ObjectReference, Int>>()

  package init(schema: Schema) {
    self.schema = schema
    tables = schema.tables.map { _ in TableContent() }
  }

  /// The values of an object's columns; nil if it does not exist at this version.
  public func values(of object: ObjectReference) -> [Value]? {
    tables[object.table].rows[object.key]
  }

  /// Whether the object exists at this version.
  public func contains(_ object: ObjectReference) -> Bool {
    tables[object.table].rows.contains(object.key)
  }

  /// The objects of a class in the order of their creation.
  package func keys(of table: Int) -> [Int64] { tables[table].rows.keys }

  /// The value of an object's primary key; nil if it does not exist or its class has none.
  public func primaryKey(of object: ObjectReference) -> Value? {
    guard let column = schema.tables[object.table].primaryKey else { return nil }
    return values(of: object)?[column]
  }

  /// The object of a class that has this primary key; nil if there is none.
  package func object(in table: Int, primaryKey: Value) -> ObjectReference? {
    tables[table].keysByPrimaryKey[primaryKey].map { ObjectReference(table: table, key: $0) }
  }

  /// The object that holds an embedded one.
  package func holder(of object: ObjectReference) -> ObjectReference? {
    incoming[object]?.keys.first
  }

  /// The objects that link to this one through that property, in the order of their creation.
  func sources(of object: ObjectReference, through link: Schema.BackLink) -> [ObjectReference] {
    let sources = incoming[object].map { Array($0.keys) } ?? []
    return sources.filter { source in
      guard source.table == link.table, let values = values(of: source) else { return false }
      var found = false
      values[link.column].forEachReference { found = found || $0 == object }
      return found
    }.sorted { $0.key < $1.key }
  }
}

extension Value {
  /// Calls the body for every link and embedded object in this value.
  package func forEachReference(_ body: (ObjectReference) -> Void) {
    switch self {
    case .object(let reference): body(reference)
    case .list(let elements): for element in elements { element.forEachReference(body) }
    case .set(let elements): for element in elements { element.forEachReference(body) }
    case .dictionary(let entries): for element in entries.values { element.forEachReference(body) }
    default: break
    }
  }

  /// This value without references to these objects: single links and dictionary entries become null,
  /// lists and sets lose the element.
  func removing(_ objects: Set<ObjectReference>) -> Value {
    switch self {
    case .object(let reference):
      return objects.contains(reference) ? .null : self
    case .list(let elements):
      return .list(elements.filter { !$0.isOne(of: objects) }.map { $0.removing(objects) })
    case .set(var elements):
      elements.removeAll { $0.isOne(of: objects) }
      return .set(elements)
    case .dictionary(let entries):
      return .dictionary(entries.mapValues { $0.removing(objects) })
    default: return self
    }
  }

  private func isOne(of objects: Set<ObjectReference>) -> Bool {
    reference.map(objects.contains) ?? false
  }
}
