import ReferenceRealm
import ReferenceSync

/// The app of S2: items of which everyone may read and write the own ones.
enum ItemApp {
  static let item = ObjectSchema(
    "Item",
    primaryKey: "_id",
    properties: ["_id": "objectId", "ownerId": "string", "itemName": "string", "complexity": "int"]
  )

  /// The server with the role and the queryable fields of S2.
  static func server() throws -> FlexibleSyncServer {
    let own = Filter.property("ownerId", [.equal("%%user.id")])
    let role = Role("owner-read-write", readable: own, writable: own)
    return FlexibleSyncServer(
      rules: AppRules(roles: [role], queryableFields: ["complexity", "ownerId"]),
      schema: try Schema([item])
    )
  }
}
