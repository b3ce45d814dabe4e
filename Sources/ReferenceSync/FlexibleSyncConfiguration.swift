package import ReferenceRealm

/// What decides which objects a flexible-sync realm may hold: what the app's role allows its user, and what the client
/// subscribed to (S2).
package struct FlexibleSyncConfiguration: Sendable {
  /// The name of the role, as reasons and logs give it.
  let role: String
  /// The objects that the role allows to be written.
  let writable: Filter
  /// The objects of each class that the client wants, a filter a subscription.
  let subscriptions: [String: [Filter]]

  /// A client with these subscriptions, whose user has this role.
  package init(role: String, writable: Filter, subscriptions: [String: [Filter]]) {
    self.role = role
    self.writable = writable
    self.subscriptions = subscriptions
  }
}

extension FlexibleSyncConfiguration: RealmObserverFactory {
  /// Makes the session that keeps account of the realm's writes.
  package func makeObserver(for configuration: Realm.Configuration) -> any RealmObserver {
    FlexibleSyncSession(configuration: self)
  }
}
