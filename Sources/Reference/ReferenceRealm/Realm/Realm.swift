import HashTreeCollections
import OrderedCollections

/// A database of objects in memory, with versions and write transactions, confined to one thread.
///
/// ```swift
/// let person = ObjectSchema("Person", primaryKey: "_id", properties: ["_id": "int", "name": "string"])
/// let realm = try Realm(configuration: Realm.Configuration(objectTypes: [person]))
/// try realm.write { try realm.create("Person", value: ["_id": 5, "name": "Ann"]) }
/// ```
///
/// It holds just what a recorder of events needs to be shown on: it keeps no file.
public final class Realm {
  /// How the realm was opened.
  public let configuration: Configuration
  /// Its classes.
  public let schema: Schema
  /// What is told of reads and writes.
  public let observers: [any RealmObserver]

  /// The realm as this thread sees it, with the changes of an open transaction.
  public internal(set) var current: Snapshot
  var transaction: WriteTransaction?
  /// The next key of each class.
  ///
  /// It never goes back, so a handle from a cancelled transaction stays invalid.
  private var nextKeys: [Int64]
  /// Counts every change, committed or not: what a cached order of objects is valid for.
  private(set) var generation = 0
  /// Whether the changes of the open transaction came from a server.
  private var isIntegrating = false
  /// Whether an observer asks what was done step by step.
  private lazy var followsMutations = observers.contains { $0.followsMutations }

  /// Opens an empty realm.
  ///
  /// - Throws: `RealmError` for a schema that contradicts itself, or what an observer refuses.
  public init(configuration: Configuration) throws {
    self.configuration = configuration
    schema = try Schema(configuration.objectTypes)
    current = Snapshot(schema: schema)
    nextKeys = schema.tables.map { _ in 0 }
    observers = try configuration.observerFactories.map { try $0.makeObserver(for: configuration) }
  }

  /// Opens a realm again after its process has ended: with its objects, and with no handle to them.
  ///
  /// - Throws: what an observer refuses.
  package init(reopening other: Realm, configuration: Configuration) throws {
    self.configuration = configuration
    schema = other.schema
    current = other.committed
    nextKeys = other.nextKeys
    observers = try configuration.observerFactories.map { try $0.makeObserver(for: configuration) }
  }

  /// The latest committed version.
  public var committed: Snapshot { transaction?.before ?? current }

  /// Whether a write transaction is open.
  public var isInWriteTransaction: Bool { transaction != nil }

  // MARK: Write transactions

  /// Opens a write transaction.
  ///
  /// - Throws: `alreadyInWriteTransaction`: there is one at a time.
  public func beginWrite() throws(RealmError) {
    guard transaction == nil else {
      throw RealmError(
        .alreadyInWriteTransaction,
        "a write transaction is open already: commit or cancel it first"
      )
    }
    transaction = WriteTransaction(before: current)
  }

  /// Makes the changes since `beginWrite()` a new version.
  public func commitWrite() throws(RealmError) {
    guard var transaction else { throw Self.notInWrite }
    self.transaction = nil
    current.version += 1
    transaction.after = current
    for observer in observers { observer.didCommit(transaction) }
  }

  /// Makes changes that came from a server a new version.
  ///
  /// They are not writes of this realm: no observer is told.
  package func integrate(_ block: () throws -> Void) throws {
    try beginWrite()
    isIntegrating = true
    defer { isIntegrating = false }
    do {
      try block()
      transaction = nil
      current.version += 1
    } catch {
      try cancelWrite()
      throw error
    }
  }

  /// Takes back every change since `beginWrite()`.
  public func cancelWrite() throws(RealmError) {
    guard let transaction else { throw Self.notInWrite }
    current = transaction.before
    self.transaction = nil
    generation += 1
  }

  /// Runs the block in a write transaction, which is cancelled if the block throws.
  @discardableResult
  public func write<Result>(_ block: () throws -> Result) throws -> Result {
    try beginWrite()
    do {
      let result = try block()
      try commitWrite()
      return result
    } catch {
      if isInWriteTransaction { try cancelWrite() }
      throw error
    }
  }

  // MARK: Objects

  /// Inserts an object of these values.
  ///
  /// What is not mentioned is null if optional, and empty if a collection.
  @discardableResult
  public func create(_ className: String, value: Value) throws(RealmError) -> Object {
    guard transaction != nil else { throw Self.notInWrite }
    let table = try table(className)
    guard case .dictionary(let values) = value else {
      throw .typeMismatch("a \(className) is created from a dictionary of its properties")
    }
    guard !table.isEmbedded else {
      throw .typeMismatch("\(className) is embedded: assign one to a property instead")
    }
    if !isIntegrating {
      for observer in observers { try observer.willCreateObject(of: table) }
    }
    var builder = RowBuilder(realm: self)
    let reference = try builder.row(of: table, from: values)
    if let column = table.primaryKey, let key = builder.rows.last?.values[column],
      current.tables[table.index].keysByPrimaryKey[key] != nil
    {
      throw RealmError(
        .duplicatePrimaryKey,
        "there is a \(className) already whose \(table.columns[column].name) is the same"
      )
    }
    insert(builder.rows)
    return Object(realm: self, reference: reference)
  }

  /// Looks an object up by its primary key, which instantiates it.
  ///
  /// - Returns: nil if there is none.
  public func object(ofType className: String, forPrimaryKey key: Value) throws(RealmError)
    -> Object?
  {
    let table = try table(className)
    guard let column = table.primaryKey else {
      throw .typeMismatch("\(className) has no primary key to look up")
    }
    var builder = RowBuilder(realm: self)
    let value = try builder.element(key, of: table.columns[column], at: "\(className) key")
    guard let found = current.tables[table.index].keysByPrimaryKey[value] else { return nil }
    return instantiate(ObjectReference(table: table.index, key: found), by: .lookup)
  }

  /// Every object of a class, lazily: nothing is read yet.
  public func objects(_ className: String) throws(RealmError) -> Results {
    Results(realm: self, table: try table(className), source: .table)
  }

  /// Deletes an object with all that is embedded in it.
  ///
  /// Links to it become null.
  public func delete(_ object: Object) throws(RealmError) {
    guard transaction != nil else { throw Self.notInWrite }
    _ = try object.values()
    remove([object.reference])
  }

  /// Deletes every object of a class.
  public func deleteAll(_ className: String) throws(RealmError) {
    guard transaction != nil else { throw Self.notInWrite }
    let table = try table(className)
    remove(current.keys(of: table.index).map { ObjectReference(table: table.index, key: $0) })
  }

  // MARK: For the handles

  func table(_ className: String) throws(RealmError) -> Schema.Table {
    guard let table = schema.table(className) else {
      throw RealmError(.unknownClass, "the schema has no class \(className)")
    }
    return table
  }

  func nextReference(table: Int) -> ObjectReference {
    defer { nextKeys[table] += 1 }
    return ObjectReference(table: table, key: nextKeys[table])
  }

  func didEvaluateQuery(table: Int, objects: [Int64], foundNull: Bool = false) {
    for observer in observers {
      observer.didEvaluateQuery(table: table, objects: objects, foundNull: foundNull, in: self)
    }
  }

  func instantiate(_ reference: ObjectReference, by access: ObjectAccess) -> Object {
    for observer in observers { observer.didInstantiate(reference, by: access, in: self) }
    return Object(realm: self, reference: reference)
  }

  func insert(_ rows: [RowBuilder.Row]) {
    for row in rows {
      current.insert(row.object, values: row.values)
      transaction?.created.insert(row.object)
    }
    generation += 1
  }

  func remove(_ objects: some Sequence<ObjectReference>) {
    let (removed, changed) = current.remove(objects)
    transaction?.deleted.formUnion(removed)
    transaction?.touched.formUnion(changed.map(\.object))
    for holder in changed { note(holder.object, holder.column, .unlink(removed)) }
    generation += 1
  }

  /// Notes that a property was changed, and deletes what it no longer embeds.
  func didMutate(
    _ object: ObjectReference,
    _ column: Int,
    _ action: Mutation.Action,
    orphans: Set<ObjectReference>
  ) {
    transaction?.touched.insert(object)
    note(object, column, action)
    generation += 1
    if !orphans.isEmpty { remove(orphans) }
  }

  /// Takes note that a collection was given what it had.
  func didAssignAlike(_ object: ObjectReference) {
    if configuration.countsEmptyChanges { transaction?.touched.insert(object) }
  }

  private func note(_ object: ObjectReference, _ column: Int, _ action: Mutation.Action) {
    guard followsMutations, !isIntegrating else { return }
    transaction?.mutations.append(Mutation(object: object, column: column, action: action))
  }

  static let notInWrite = RealmError(
    .notInWriteTransaction,
    "objects are changed inside a write transaction only: open one first"
  )
}
