import Foundation
import ReferenceRealm
import ReferenceSync

/// A server that ana, ben and the administrator root have accounts with, and devices in a folder of their own.
final class PlatformSample {
  static let widget = ObjectSchema(
    "Widget",
    primaryKey: "_id",
    properties: ["_id": "int", "name": "string"]
  )
  static let home = "realm://server/~/widgets"

  let server: ObjectServer
  let folder: URL
  private let logOutRule: LogOutRule
  var time: Int64 = 0

  init(_ logOutRule: LogOutRule = .afterUpload) throws {
    self.logOutRule = logOutRule
    server = ObjectServer()
    folder = Self.temporaryFolder()
    try server.add(Account(identity: "ana1", username: "ana", password: Secret("p")))
    try server.add(Account(identity: "ben1", username: "ben", password: Secret("q")))
    try server.add(
      Account(identity: "root1", tokens: ["_access_token": Secret("t")], isAdministrator: true)
    )
  }

  /// A folder in memory, where there is such a thing: there is no disk to wait for.
  static func temporaryFolder() -> URL {
    let memory = URL(filePath: "/dev/shm")
    let parent =
      FileManager.default.isWritableFile(atPath: memory.path())
      ? memory : FileManager.default.temporaryDirectory
    return parent.appending(path: "platform-\(UUID().uuidString)")
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func device(_ name: String = "main", files: DeviceFiles = DeviceFiles()) -> SampleDevice {
    SampleDevice(
      MobileDevice(
        folder: folder.appending(path: name),
        server: server,
        logOutRule: logOutRule,
        clock: { [unowned self] in Timestamp(milliseconds: time) },
        files: files
      )
    )
  }

  /// What a realm at the server holds: names by key.
  func serverNames(_ path: String = "/ana1/widgets") -> [Int64: String] {
    guard let realm = RealmPath(path).flatMap({ server[$0] }),
      let table = realm.store.schema.table("Widget")
    else { return [:] }
    var names: [Int64: String] = [:]
    for id in realm.store.ids(of: table.index) {
      guard case .int(let key) = id.key, let contents = realm.store[id]?.contents,
        case .string(let name)? = table.column("name").map({ contents[$0].plainValue })
      else { continue }
      names[key] = name
    }
    return names
  }
}

/// A device, with what its error handler was told.
final class SampleDevice {
  let device: MobileDevice
  private(set) var errors: [(error: SyncError, path: RealmPath?)] = []

  init(_ device: MobileDevice) {
    self.device = device
    device.errorHandler = { [unowned self] error, session in errors.append((error, session?.path)) }
  }

  var manager: SyncManager { device.manager }
  var kinds: [String] {
    errors.map { "\($0.error.code.rawValue) \($0.path.map { "\($0)" } ?? "-")" }
  }

  func logIn(_ name: String) throws -> SyncUser {
    let credentials: SyncCredentials =
      switch name {
      case "root": .accessToken(Secret("t"), identity: "root1")
      case "ana": .usernamePassword(username: "ana", password: Secret("p"))
      default: .usernamePassword(username: name, password: Secret("q"))
      }
    return try manager.logIn(with: credentials, server: "realm://server")
  }

  func open(
    _ user: SyncUser,
    _ url: String = PlatformSample.home,
    _ types: [ObjectSchema] = [PlatformSample.widget]
  ) throws -> Realm {
    var configuration = MobileConfiguration(objectTypes: types)
    configuration.syncConfiguration = SyncConfiguration(user: user, realmURL: url)
    return try manager.open(configuration)
  }

  func session(_ realm: Realm) throws -> SyncSession {
    guard let session = manager.session(of: realm) else {
      throw Disagreement(description: "no session")
    }
    return session
  }

  func synchronize(_ realm: Realm) throws { try session(realm).synchronize() }

  /// Asks for a change of rights in the management realm of a user.
  ///
  /// - Returns: the status code and message.
  @discardableResult
  func grant(
    _ user: SyncUser,
    realm url: String = PlatformSample.home,
    to userID: String,
    read: Bool? = nil,
    write: Bool? = nil,
    manage: Bool? = nil
  ) throws -> (code: Value, message: Value) {
    let realm = try manager.openManagementRealm(of: user)
    defer { manager.close(realm) }
    let change = try realm.write {
      try realm.create(
        "PermissionChange",
        value: [
          "id": .string(UUID().uuidString), "createdAt": .date(.init(milliseconds: 0)),
          "updatedAt": .date(.init(milliseconds: 0)), "realmUrl": .string(url),
          "userId": .string(userID), "mayRead": read.map(Value.bool) ?? nil,
          "mayWrite": write.map(Value.bool) ?? nil, "mayManage": manage.map(Value.bool) ?? nil,
        ]
      )
    }
    try synchronize(realm)
    return (change.statusCode, change.statusMessage)
  }
}

extension Realm {
  /// Creates a widget.
  func add(_ key: Int64, _ name: String = "gear") throws {
    try write { _ = try create("Widget", value: ["_id": .int(key), "name": .string(name)]) }
  }

  /// Renames a widget.
  func rename(_ key: Int64, to name: String) throws {
    try write {
      try object(ofType: "Widget", forPrimaryKey: .int(key))?.set("name", to: .string(name))
    }
  }

  /// The names of its widgets by key.
  var names: [Int64: String] {
    get throws {
      let all = try objects("Widget")
      var names: [Int64: String] = [:]
      for index in 0..<(try all.count()) {
        let object = try all.element(at: index)
        if case .int(let key) = object._id, case .string(let name) = object.name {
          names[key] = name
        }
      }
      return names
    }
  }
}
