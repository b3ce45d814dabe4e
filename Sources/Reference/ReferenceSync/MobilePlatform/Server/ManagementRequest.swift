package import ReferenceRealm

/// An object in the management realm of a user that asks the server for something.
struct ManagementRequest {
  /// What is asked for, by the name of the class.
  enum Kind: String, CaseIterable {
    case change = "PermissionChange"
    case offer = "PermissionOffer"
    case response = "PermissionOfferResponse"
  }

  let kind: Kind
  /// When it was uploaded, by the clock of the device.
  let time: Timestamp
  private let id: DocumentID
  private let table: Schema.Table
  private let contents: [Content]

  /// The requests that were added to a realm since this was asked last.
  static func unprocessed(in realm: inout ServerRealm) -> [ManagementRequest] {
    var seen: Set<DocumentID> = []
    let ids = realm.store.log[realm.processed...].filter { seen.insert($0).inserted }
    realm.processed = realm.store.log.count
    let time = realm.commits.last?.time ?? Timestamp(milliseconds: 0)
    return ids.compactMap { id in
      let table = realm.store.schema.tables[id.table]
      guard let kind = Kind(rawValue: table.name), let contents = realm.store[id]?.contents else {
        return nil
      }
      let request = ManagementRequest(
        kind: kind,
        time: time,
        id: id,
        table: table,
        contents: contents
      )
      return request["statusCode"].isNull ? request : nil
    }
  }

  /// A property.
  subscript(name: String) -> Value { table.column(name).map { contents[$0].plainValue } ?? .null }

  func text(_ name: String) -> String {
    if case .string(let text) = self[name] { text } else { "" }
  }

  func flag(_ name: String) -> Bool? { if case .bool(let flag) = self[name] { flag } else { nil } }

  /// What the server writes to the object.
  func answer(_ values: [String: Value]) -> Changeset.Change {
    var columns: [Int: Content] = [:]
    for (name, value) in values {
      if let column = table.column(name) { columns[column] = .plain(value) }
    }
    return .init(id, .assigning(columns))
  }

  /// The classes of a management realm.
  static let types = [
    ObjectSchema(
      "PermissionChange",
      primaryKey: "id",
      properties: [
        "id": "string", "createdAt": "date", "updatedAt": "date", "statusCode": "int?",
        "statusMessage": "string?", "realmUrl": "string", "userId": "string", "mayRead": "bool?",
        "mayWrite": "bool?", "mayManage": "bool?",
      ]
    ),
    ObjectSchema(
      "PermissionOffer",
      primaryKey: "id",
      properties: [
        "id": "string", "createdAt": "date", "updatedAt": "date", "statusCode": "int?",
        "statusMessage": "string?", "token": "string?", "realmUrl": "string", "mayRead": "bool",
        "mayWrite": "bool", "mayManage": "bool", "expiresAt": "date?",
      ]
    ),
    ObjectSchema(
      "PermissionOfferResponse",
      primaryKey: "id",
      properties: [
        "id": "string", "createdAt": "date", "updatedAt": "date", "statusCode": "int?",
        "statusMessage": "string?", "token": "string", "realmUrl": "string?",
      ]
    ),
  ]
}

extension Realm {
  /// Whether it is one in which a user asks the server for something.
  package var isManagementRealm: Bool {
    configuration.objectTypes.map(\.name) == ManagementRequest.types.map(\.name)
  }
}
