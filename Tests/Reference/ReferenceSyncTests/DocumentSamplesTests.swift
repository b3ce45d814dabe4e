import ReferenceRealm
import ReferenceSync
import Testing

/// The samples of S2, as far as its words have a place here: a realm is not opened by an `await`, objects have no
/// classes of their own, and what is printed is collected.
struct DocumentSamplesTests {
  private let user = User(id: "63bdfb9a2c0f1a5d8e7b4c10")
  private let realm: Realm
  private let client: FlexibleSyncClient
  private let server: FlexibleSyncServer

  init() throws {
    server = try ItemApp.server()
    // S2 "Client data model and configuration"
    var flexSyncConfig = user.flexibleSyncConfiguration(server: server)
    flexSyncConfig.objectTypes = [ItemApp.item]
    realm = try Realm(configuration: flexSyncConfig)
    client = try #require(realm.syncClient)
    try client.update { subscriptions in
      try subscriptions.append(
        QuerySubscription("Item", name: "simple-items") { $0.complexity <= 4 }
      )
    }
    try client.synchronize(realm)
  }

  private func create(_ id: String, owner: String, name: String, complexity: Int64) throws {
    let id = try #require(ObjectId(id))
    try realm.create(
      "Item",
      value: [
        "_id": .objectId(id), "ownerId": .string(owner), "itemName": .string(name),
        "complexity": .int(complexity),
      ]
    )
  }

  private func find(_ id: String) throws -> Object? {
    try realm.object(ofType: "Item", forPrimaryKey: .objectId(#require(ObjectId(id))))
  }

  // S2 "Successful writes"
  @Test func `A write that agrees with subscription and permissions succeeds`() throws {
    // This write falls within the subscription query and complies
    // with the Device Sync permissions, so this write should succeed.
    try realm.write {
      try create(
        "63bdfc40f16be7b1e8c7e4b6",
        owner: user.id,
        name: "Learn Realm CRUD stuff",
        complexity: 3
      )
    }
    #expect(try client.synchronize(realm).isEmpty)
    #expect(try find("63bdfc40f16be7b1e8c7e4b6")?.itemName == "Learn Realm CRUD stuff")
    #expect(server.store.ids(of: 0).count == 1)
    #expect(client.log.isEmpty)
  }

  // S2 "Writes that don't match the subscription"
  @Test func `A write outside of the subscription disappears`() throws {
    try realm.write {
      // The complexity of this item is `7`. This is outside the bounds
      // of the subscription query, so this write triggers a compensating write.
      try create(
        "63bdfc40f16be7b1e8c7e4b7",
        owner: user.id,
        name: "Fix the bug with the failing method",
        complexity: 7
      )
    }
    #expect(try find("63bdfc40f16be7b1e8c7e4b7") != nil)
    #expect(
      try client.synchronize(realm).map(\.reason) == [
        "write to \"63bdfc40f16be7b1e8c7e4b7\" in table \"Item\" not allowed; object is outside of the current query view"
      ]
    )
    #expect(try find("63bdfc40f16be7b1e8c7e4b7") == nil)
    #expect(client.log == [Self.clientError])
  }

  // S2 "Writes that don't match permissions"
  @Test func `A write with another owner disappears in the same way`() throws {
    try realm.write {
      // The `ownerId` of this item does not match the `user.id` of the logged-in
      // user. The user does not have permissions to make this write, so
      // it triggers a compensating write.
      try create(
        "63bdfc40f16be7b1e8c7e4b8",
        owner: "This string does not match the user.id",
        name: "Write code that generates a permission error",
        complexity: 1
      )
    }
    #expect(
      try client.synchronize(realm).map(\.reason) == [
        "write to \"63bdfc40f16be7b1e8c7e4b8\" in table \"Item\" was denied by write filter in role \"owner-read-write\""
      ]
    )
    #expect(try find("63bdfc40f16be7b1e8c7e4b8") == nil)
    #expect(client.log == [Self.clientError])
    #expect(server.log.count == 1)
  }

  private static let clientError =
    #"Sync: Connection[1]: Session[1]: Received: ERROR "Client attempted a write that is outside of "#
    + #"permissions or query filters; it has been reverted" (error_code=231, try_again=true, error_action=Warning)"#

  // S2 "Compensating write error information"
  @Test func `The error handler prints its four lines`() throws {
    var output: [String] = []
    func print(_ line: String) { output.append(line) }
    client.errorHandler = { syncError in
      switch syncError.code {
      case .writeRejected:
        if let compensatingWriteErrorInfo = syncError.compensatingWriteInfo {
          for anError in compensatingWriteErrorInfo {
            print("A write was rejected with a compensating write error")
            print("The write to object type: \(String(describing: anError.objectType))")
            print("With primary key of: \(anError.primaryKey)")
            print("Was rejected because: \(String(describing: anError.reason))")
          }
        }
      }
    }
    try realm.write {
      try create("641382026852d9220b2e2bbf", owner: user.id, name: "Write docs", complexity: 7)
    }
    try client.synchronize(realm)
    #expect(
      output == [
        "A write was rejected with a compensating write error",
        "The write to object type: Optional(\"Item\")",
        "With primary key of: objectId(641382026852d9220b2e2bbf)",
        "Was rejected because: Optional(\"write to \\\"641382026852d9220b2e2bbf\\\" in table \\\"Item\\\" not allowed; object is outside of the current query view\")",
      ]
    )
  }
}
