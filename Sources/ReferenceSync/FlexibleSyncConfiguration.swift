public import ReferenceRealm

/// What decides which objects a flexible-sync realm may hold: who the user is, what the app's role allows, and what
/// the client subscribed to (S2).
public struct FlexibleSyncConfiguration: Sendable {
  /// The part of a role that concerns writes.
  public struct Role: Sendable {
    /// The name that reasons and logs give.
    public var name: String
    /// The objects that may be written.
    public var writeFilter: Filter

    /// A role of that name that allows to write these objects.
    public init(name: String, writeFilter: Filter) {
      self.name = name
      self.writeFilter = writeFilter
    }
  }

  /// The objects of a class that the client wants.
  public struct Subscription: Sendable {
    /// The name that the application gave it.
    public var name: String
    /// The class.
    public var type: String
    /// The objects of it.
    public var filter: Filter

    /// A subscription to these objects.
    public init(name: String, type: String, filter: Filter) {
      self.name = name
      self.type = type
      self.filter = filter
    }
  }

  /// The role of the app that applies to the user.
  public var role: Role
  /// All subscriptions of the client.
  public var subscriptions: [Subscription]

  /// A client with these subscriptions, whose user has this role.
  public init(role: Role, subscriptions: [Subscription]) {
    self.role = role
    self.subscriptions = subscriptions
  }
}

extension FlexibleSyncConfiguration: RealmObserverFactory {
  /// Makes the session that keeps account of the realm's writes.
  public func makeObserver(for configuration: Realm.Configuration) -> any RealmObserver {
    FlexibleSyncSession(configuration: self)
  }
}
