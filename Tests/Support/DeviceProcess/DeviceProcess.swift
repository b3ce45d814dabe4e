import Foundation
import ReferenceRealm
import ReferenceSync

/// A device that ends its process at a point of what it does with its disk, counted from when it begins to reset or to
/// log out: `device-process FOLDER SCENARIO POINT`.
///
/// Before that ana has the widgets 1, 2 and 3 in each of two realms, and ben has the widget 7. Writes `done` to standard
/// output where there are fewer points.
@main
enum DeviceProcess {
  /// What is done while points are counted.
  enum Scenario: String {
    /// The server has lost widget 2 of the first realm: the error is told, and the reset is done by hand.
    case reset
    /// The same at the next start of the app.
    case resetAtStart
    /// Ana logs out, with everything uploaded.
    case logOut
    /// Ana has logged out, and the app starts again.
    case logOutAtStart
  }

  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 4, let scenario = Scenario(rawValue: arguments[2]),
      let point = Int(arguments[3])
    else {
      FileHandle.standardError.write(Data("usage: device-process FOLDER SCENARIO POINT\n".utf8))
      exit(2)
    }
    let points = FatalPoints(point)
    try run(scenario, folder: URL(filePath: arguments[1]), points)
    print("done")
  }

  private static func run(_ scenario: Scenario, folder: URL, _ points: FatalPoints) throws {
    let server = ObjectServer()
    for (name, identity) in [("ana", "ana1"), ("ben", "ben1")] {
      try server.add(Account(identity: Identity(identity), username: name, password: Secret("p")))
    }
    let device = MobileDevice(
      folder: folder,
      server: server,
      logOutRule: scenario == .logOutAtStart ? .atNextStart : .afterUpload,
      files: points.files
    )
    var reset: (() -> Void)?
    device.errorHandler = { error, _ in
      reset = error.clientResetInfo(on: device.manager)?.startReset
    }
    let ana = try logIn("ana", device)
    let ben = try logIn("ben", device)
    let bens = try open(ben, "realm://server/~/first", device, [7])
    try device.manager.session(of: bens)?.synchronize()
    var realms: [Realm] = []
    for name in ["first", "second"] {
      let realm = try open(ana, "realm://server/~/\(name)", device, [1])
      try device.manager.session(of: realm)?.synchronize()
      realms.append(realm)
    }
    let backup = server.backUp()
    for realm in realms {
      for key in [2, 3] { try add(Int64(key), realm) }
      try device.manager.session(of: realm)?.synchronize()
    }
    switch scenario {
    case .reset, .resetAtStart:
      server.restore(backup)
      points.begin()
      try? device.manager.session(of: realms[0])?.synchronize()
      device.manager.close(realms[0])
      if scenario == .resetAtStart { device.restart() }
      _ = device.manager
      reset?()
    case .logOut:
      for realm in realms { device.manager.close(realm) }
      points.begin()
      ana.logOut()
    case .logOutAtStart:
      for realm in realms { device.manager.close(realm) }
      ana.logOut()
      device.restart()
      points.begin()
      _ = device.manager
    }
  }

  private static func logIn(_ name: String, _ device: MobileDevice) throws -> SyncUser {
    try device.manager.logIn(
      with: .usernamePassword(username: name, password: Secret("p")),
      server: "realm://server"
    )
  }

  private static func open(
    _ user: SyncUser,
    _ url: String,
    _ device: MobileDevice,
    _ keys: [Int64]
  ) throws -> Realm {
    var configuration = MobileConfiguration(objectTypes: [
      ObjectSchema("Widget", primaryKey: "_id", properties: ["_id": "int", "name": "string"])
    ])
    configuration.syncConfiguration = SyncConfiguration(user: user, realmURL: url)
    let realm = try device.manager.open(configuration)
    for key in keys { try add(key, realm) }
    return realm
  }

  private static func add(_ key: Int64, _ realm: Realm) throws {
    try realm.write { _ = try realm.create("Widget", value: ["_id": .int(key), "name": "gear"]) }
  }
}
