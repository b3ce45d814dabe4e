package import ReferenceRealm

/// Opens a realm as a client of a server.
package struct FlexibleSyncConfiguration: RealmObserverFactory {
  /// The file of the client.
  ///
  /// It outlives the process.
  nonisolated(unsafe) private let client: FlexibleSyncClient

  /// A realm that is synchronized as a client.
  package init(client: FlexibleSyncClient) { unsafe self.client = client }

  /// Makes the session that keeps account of the realm's writes.
  package func makeObserver(for configuration: Realm.Configuration) throws -> any RealmObserver {
    try unsafe client.open()
    return unsafe client
  }
}

extension User {
  /// A realm that is synchronized by subscriptions with a server.
  package func flexibleSyncConfiguration(
    server: FlexibleSyncServer,
    clock: @escaping () -> Timestamp = Timestamp.now
  ) -> Realm.Configuration {
    var configuration = flexibleSyncConfiguration()
    let client = FlexibleSyncClient(user: self, server: server, clock: clock)
    configuration.observerFactories = [FlexibleSyncConfiguration(client: client)]
    return configuration
  }
}

extension Realm {
  /// What synchronizes this realm; nil if nothing does.
  package var syncClient: FlexibleSyncClient? {
    observers.lazy.compactMap { $0 as? FlexibleSyncClient }.first
  }
}
