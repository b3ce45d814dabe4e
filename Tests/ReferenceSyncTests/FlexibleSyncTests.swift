import ReferenceRealm
import ReferenceSync
import Testing

struct FlexibleSyncTests {
  private let realm: Realm
  private let session: FlexibleSyncSession

  init() throws {
    var configuration = User(id: "me").flexibleSyncConfiguration()
    configuration.objectTypes = [
      ObjectSchema(
        "Item",
        primaryKey: "_id",
        properties: ["_id": "int", "ownerId": "string", "complexity": "int"]
      )
    ]
    configuration.observerFactories = [
      FlexibleSyncConfiguration(
        role: "owner-read-write",
        writable: .property("ownerId", [.equal("me")]),
        subscriptions: ["Item": [.property("complexity", [.lessOrEqual(4)])]]
      )
    ]
    realm = try Realm(configuration: configuration)
    session = try #require(realm.flexibleSyncSession)
  }

  private func create(_ id: Int64, owner: Value = "me", complexity: Value) throws -> Object {
    try realm.create("Item", value: ["_id": .int(id), "ownerId": owner, "complexity": complexity])
  }

  @Test func `A legal write stays, and an illegal one of the same transaction goes`() throws {
    let (legal, illegal) = try realm.write {
      (try create(1, complexity: 4), try create(2, complexity: 5))
    }
    #expect(!illegal.isInvalidated)
    let infos = try session.synchronize(realm)
    #expect(infos.map(\.primaryKey) == [2])
    #expect(!legal.isInvalidated)
    #expect(illegal.isInvalidated)
    #expect(session.clientLog.count == 1)
  }

  @Test func `A change against the permissions gives the earlier value back`() throws {
    let item = try realm.write { try create(1, complexity: 1) }
    #expect(try session.synchronize(realm).isEmpty)
    try realm.write { item.ownerId = "you" }
    #expect(try session.synchronize(realm).map(\.objectType) == ["Item"])
    #expect(item.ownerId == "me")
  }

  @Test func `What is written to an object between the illegal write and its compensation is lost`()
    throws
  {
    let item = try realm.write { try create(1, complexity: 1) }
    _ = try session.synchronize(realm)
    try realm.write { item.complexity = 9 }
    try realm.write { item.complexity = 2 }
    #expect(try session.synchronize(realm).count == 1)
    #expect(item.complexity == 1)
  }

  @Test func `Nothing is uploaded twice`() throws {
    try realm.write { _ = try create(1, complexity: 9) }
    #expect(try session.synchronize(realm).count == 1)
    #expect(try session.synchronize(realm).isEmpty)
    #expect(session.serverLog.count == 1)
  }
}
