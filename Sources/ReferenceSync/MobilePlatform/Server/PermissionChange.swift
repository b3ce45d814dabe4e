package import ReferenceRealm

/// An object in the management realm of a user that asks for a change of rights.
package struct PermissionChange: Sendable {
  /// What came of it.
  package struct Outcome: Sendable {
    /// 0 if it was carried out.
    package var statusCode: Int64
    package var statusMessage: String
  }

  private let id: DocumentID
  private let columns: Columns
  /// The address of the realm, or `*`.
  package let realmURL: String
  /// The identity of a user, or `*`.
  package let userID: String
  package let mayRead: Bool?
  package let mayWrite: Bool?
  package let mayManage: Bool?

  /// The classes of a management realm.
  package static let types = [
    ObjectSchema(
      "PermissionChange",
      primaryKey: "id",
      properties: [
        "id": "string", "createdAt": "date", "updatedAt": "date", "statusCode": "int?",
        "statusMessage": "string?", "realmUrl": "string", "userId": "string", "mayRead": "bool?",
        "mayWrite": "bool?", "mayManage": "bool?",
      ]
    )
  ]

  /// The changes that were added to a realm since this was asked last.
  static func unprocessed(in realm: inout ServerRealm) -> [PermissionChange] {
    guard let columns = Columns(realm.store.schema) else { return [] }
    var seen: Set<DocumentID> = []
    let ids = realm.store.log[realm.processed...].filter {
      $0.table == columns.table && seen.insert($0).inserted
    }
    realm.processed = realm.store.log.count
    return ids.compactMap { id in
      realm.store[id].flatMap { PermissionChange(id, $0.contents, columns) }
    }
  }

  /// - Returns: nil if it was processed before.
  private init?(_ id: DocumentID, _ contents: [Content], _ columns: Columns) {
    func bool(_ column: Int) -> Bool? {
      if case .bool(let value) = contents[column].plainValue { value } else { nil }
    }
    guard contents[columns.statusCode].isEmpty,
      case .string(let url) = contents[columns.realmURL].plainValue,
      case .string(let user) = contents[columns.userID].plainValue
    else { return nil }
    self.id = id
    self.columns = columns
    realmURL = url
    userID = user
    mayRead = bool(columns.mayRead)
    mayWrite = bool(columns.mayWrite)
    mayManage = bool(columns.mayManage)
  }

  /// What the server writes to the object.
  func answer(_ outcome: Outcome) -> Changeset.Change {
    .init(
      id,
      .update([
        columns.statusCode: .plain(.int(outcome.statusCode)),
        columns.statusMessage: .plain(.string(outcome.statusMessage)),
      ])
    )
  }

  private struct Columns {
    let table: Int
    let statusCode, statusMessage, realmURL, userID, mayRead, mayWrite, mayManage: Int

    init?(_ schema: Schema) {
      guard let table = schema.table("PermissionChange") else { return nil }
      let names = [
        "statusCode", "statusMessage", "realmUrl", "userId", "mayRead", "mayWrite", "mayManage",
      ]
      let places = names.compactMap(table.column)
      guard places.count == names.count else { return nil }
      self.table = table.index
      (statusCode, statusMessage, realmURL, userID) = (places[0], places[1], places[2], places[3])
      (mayRead, mayWrite, mayManage) = (places[4], places[5], places[6])
    }
  }
}

extension PermissionChange {
  /// Carries the change out as a user.
  package func process(as user: String, _ access: inout AccessControl) -> Outcome {
    let realms: AccessGrant.Realms
    if realmURL == "*" {
      realms = .managed(by: user)
    } else {
      guard let path = try? RealmURL(realmURL).path(for: user) else {
        return Outcome(statusCode: 601, statusMessage: "realmUrl is not the address of a realm")
      }
      guard access.rights(of: user, on: path).mayManage, !path.isManagement else {
        return Outcome(
          statusCode: 614,
          statusMessage: "access denied: the user may not change the permissions of the realm"
        )
      }
      realms = .one(path)
    }
    let rights = access.add(
      AccessGrant(
        realms: realms,
        users: userID == "*" ? .everyone : .one(userID),
        mayRead: mayRead,
        mayWrite: mayWrite,
        mayManage: mayManage
      )
    )
    return Outcome(statusCode: 0, statusMessage: "the users have \(rights.level) now")
  }
}
