import ReferenceRealm
import ReferenceSync
import Testing

/// What a client keeps and forgets, beyond what cases can see.
struct SubscriptionTests {
  private func realm(_ server: FlexibleSyncServer) throws -> (Realm, FlexibleSyncClient) {
    var configuration = User(id: "me").flexibleSyncConfiguration(server: server)
    configuration.objectTypes = [ItemApp.item]
    let realm = try Realm(configuration: configuration)
    return (realm, try #require(realm.syncClient))
  }

  @Test func `An update whose block throws changes nothing`() throws {
    struct Interruption: Error {}
    let (_, client) = try realm(ItemApp.server())
    #expect(throws: Interruption.self) {
      try client.update { subscriptions in
        try subscriptions.append(QuerySubscription("Item", name: "all"))
        throw Interruption()
      }
    }
    #expect(client.subscriptions.version == 0)
    #expect(client.subscriptions.subscriptions.isEmpty)
  }

  @Test func `A realm is not synchronized within a transaction, and nothing is lost by trying`()
    throws
  {
    let (realm, client) = try realm(ItemApp.server())
    try client.update { try $0.append(QuerySubscription("Item", name: "all")) }
    try realm.beginWrite()
    #expect(throws: RealmError.self) { try client.synchronize(realm) }
    try realm.cancelWrite()
    #expect(client.subscriptions.state == .pending)
    try client.synchronize(realm)
    #expect(client.subscriptions.state == .complete)
  }

  @Test func `A file is open in one process at a time`() throws {
    let (_, client) = try realm(ItemApp.server())
    #expect(throws: SyncError.self) { try client.open() }
    client.abandon()
    try client.open()
  }
}
