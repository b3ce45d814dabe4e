/// Is told what happens in a realm, while it happens and on the thread of the realm.
public protocol RealmObserver: AnyObject {
  /// A query was evaluated and found these objects, perhaps none.
  ///
  /// The keys come in the order of the result, and some may have been created in the transaction that is open. A
  /// dictionary that is queried without a filter may also have entries that are null.
  func didEvaluateQuery(table: Int, objects: [Int64], foundNull: Bool, in realm: Realm)

  /// An object was instantiated, be it embedded or not.
  func didInstantiate(_ object: ObjectReference, by access: ObjectAccess, in realm: Realm)

  /// An object of a class is about to be created by the user of the realm.
  ///
  /// - Throws: what keeps it from being created.
  func willCreateObject(of table: Schema.Table) throws(RealmError)

  /// A write transaction was committed, perhaps without any change.
  func didCommit(_ transaction: WriteTransaction)

  /// Whether transactions are to keep what was done step by step.
  var followsMutations: Bool { get }
}

extension RealmObserver {
  /// Net changes are enough.
  public var followsMutations: Bool { false }

  /// Whatever the schema has can be created.
  public func willCreateObject(of table: Schema.Table) throws(RealmError) {}
}

/// The property of one object through which another was reached.
public struct LinkPath: Sendable, Hashable {
  /// The object that holds the link.
  public let parent: ObjectReference
  /// The column of the property in the table of the parent.
  public let column: Int

  package init(parent: ObjectReference, column: Int) {
    self.parent = parent
    self.column = column
  }
}

/// What can be attached to a realm when it is opened, as a recorder of events is.
public protocol RealmObserverFactory: Sendable {
  /// - Throws: whatever keeps the realm from being opened in this way.
  func makeObserver(for configuration: Realm.Configuration) throws -> any RealmObserver
}
