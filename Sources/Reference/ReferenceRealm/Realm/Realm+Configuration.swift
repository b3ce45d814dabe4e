extension Realm {
  /// How a realm is opened.
  public struct Configuration: Sendable {
    /// How a realm is synced.
    ///
    /// The realm keeps no connection: recorders of events depend on the kind.
    public enum Sync: Sendable, Hashable {
      case none
      case partition(String)
      case flexible
    }

    /// The classes of the realm.
    public var objectTypes: [ObjectSchema]
    /// How it is synced.
    public var sync: Sync
    /// The user who opens the realm.
    public var user: User?
    /// Is told of errors of the realm's sync, and of its events where they have no handler of their own and the
    /// edition wants it so.
    public var errorHandler: (@Sendable (any Error) -> Void)?
    /// Whether an object counts as changed whose set is given what it has, or whose empty collection is emptied (WRITE-43).
    package var countsEmptyChanges = false
    /// What is attached to the realm when it opens.
    public var observerFactories: [any RealmObserverFactory] = []

    /// A realm of these classes.
    public init(objectTypes: [ObjectSchema] = [], sync: Sync = .none, user: User? = nil) {
      self.objectTypes = objectTypes
      self.sync = sync
      self.user = user
    }
  }
}

/// Someone who is logged in to an app.
public struct User: Sendable, Hashable {
  /// What identifies the user in the app.
  public var id: String

  /// The user of that id.
  public init(id: String) { self.id = id }

  /// A realm synced with one partition.
  public func configuration(partitionValue: String) -> Realm.Configuration {
    Realm.Configuration(sync: .partition(partitionValue), user: self)
  }

  /// A realm synced by subscriptions.
  public func flexibleSyncConfiguration() -> Realm.Configuration {
    Realm.Configuration(sync: .flexible, user: self)
  }
}
