import Formats
import Foundation
import ReferenceRealm
import ReferenceSync

/// A server and devices on which users do whatever comes to mind, and what must be true of it at any time.
///
/// The rights are told by a few lines of their own, so that the code that is tested is not asked about itself.
final class RandomPlatform {
  /// A change of rights that was carried out.
  struct Grant {
    var manager: String
    /// Nil for all realms that the manager has.
    var path: String?
    /// Nil for everyone.
    var user: String?
    var read, write, manage: Bool?
  }

  /// What a user has created and never deletes: it has to be somewhere at the end.
  struct Mark {
    var key: Int64
    var path: String
    /// The device and the user with the copy that it was written to.
    var device: Int
    var user: String
    var isRefused = false
    var hasArrived = false
    /// Whether only the server had it when the server was restored, or edition core says that it is lost.
    var isExempt = false
    /// Whether the copy in which it was made is gone; another one may be there since.
    var isCopyGone = false
  }

  final class Device {
    let device: MobileDevice
    var users: [String: SyncUser] = [:]
    var realms: [(user: String, path: String, realm: Realm)] = []
    var errors: [(error: SyncError, path: String?)] = []
    /// How many errors there were when the server was restored last.
    var errorsBeforeRestore = 0

    init(_ device: MobileDevice) {
      self.device = device
      device.errorHandler = { [unowned self] error, session in
        errors.append((error, session.map { "\($0.path)" }))
      }
    }
  }

  static let names = ["u0", "u1", "u2"]
  static let types = [
    ObjectSchema(
      "Widget",
      primaryKey: "_id",
      properties: ["_id": "int", "name": "string", "tags": "list<string>"]
    )
  ]

  var generator: SplitMix64
  let rule: LogOutRule
  let server = ObjectServer()
  let folder: URL
  var devices: [Device] = []
  var grants: [Grant] = []
  var marks: [Mark] = []
  var backup: (server: ObjectServer.Backup, grants: [Grant])?
  var time: Int64 = 1_000
  var nextKey: Int64 = 100
  /// How often what is checked was the case, so that a test can tell that it was checked at all.
  var tally: [String: Int] = [:]

  init(seed: UInt64, rule: LogOutRule) throws {
    generator = SplitMix64(seed: seed)
    self.rule = rule
    folder = PlatformSample.temporaryFolder()
    for name in Self.names {
      try server.add(Account(identity: Identity(name), username: name, password: Secret("p")))
    }
    try server.add(
      Account(identity: "root", username: "root", password: Secret("p"), isAdministrator: true)
    )
    for number in 0..<3 {
      let device = MobileDevice(
        folder: folder.appending(path: "\(number)"),
        server: server,
        logOutRule: rule,
        clock: { [unowned self] in Timestamp(milliseconds: time) }
      )
      devices.append(Device(device))
      try logIn(Self.names[number], on: devices[number])
    }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: elements.indices, using: &generator)]
  }

  // MARK: What happens

  func step() throws {
    time += Int64.random(in: -5...20, using: &generator)
    let number = Int.random(in: devices.indices, using: &generator)
    let device = devices[number]
    switch Int.random(in: 0..<100, using: &generator) {
    case 0..<34: try write(on: number)
    case 34..<60: if let open = realm(on: device) { try synchronize(open, on: number) }
    case 60..<70: try open(on: device)
    case 70..<78: try changeRights(on: device)
    case 78..<82: device.device.isOnline.toggle()
    case 82..<86: try logIn(pick(Self.names + ["root"]), on: device)
    case 86..<90: try logOut(on: number)
    case 90..<93: try restart(number)
    case 93..<95: backup = (server.backUp(), grants)
    case 95..<97: try restore()
    case 97..<98: try waitForUploads(on: number)
    default: try close(on: device)
    }
  }

  func realm(on device: Device) -> (user: String, path: String, realm: Realm)? {
    device.realms.isEmpty ? nil : pick(device.realms)
  }

  func logIn(_ name: String, on device: Device) throws {
    guard device.device.isOnline else { return }
    device.users[name] = try device.device.manager.logIn(
      with: .usernamePassword(username: name, password: Secret("p")),
      server: "realm://server"
    )
  }

  func open(on device: Device) throws {
    guard let user = device.users.isEmpty ? nil : pick(device.users.keys.sorted()),
      let known = device.users[user]
    else { return }
    let owner = generator.chance(50) ? user : pick(Self.names)
    let path = "/\(owner)/\(pick(["a", "b"]))"
    let url = owner == user && generator.chance(50) ? "~" + path.dropFirst(1 + owner.count) : path
    var configuration = MobileConfiguration(objectTypes: Self.types)
    configuration.syncConfiguration = SyncConfiguration(
      user: known,
      realmURL: "realm://server" + (url.hasPrefix("~") ? "/" + url : url)
    )
    device.realms.append((user, path, try device.device.manager.open(configuration)))
  }

  func close(on device: Device) throws {
    guard !device.realms.isEmpty else { return }
    let place = Int.random(in: device.realms.indices, using: &generator)
    device.device.manager.close(device.realms.remove(at: place).realm)
  }

  func write(on number: Int) throws {
    guard let open = realm(on: devices[number]) else { return }
    let isAttached = devices[number].device.manager.session(of: open.realm) != nil
    try open.realm.write {
      if generator.chance(50) {
        nextKey += 1
        try open.realm.create("Widget", value: ["_id": .int(nextKey), "name": "mark"])
        if isAttached {
          marks.append(Mark(key: nextKey, path: open.path, device: number, user: open.user))
        }
      } else {
        try writeShared(open.realm)
      }
    }
  }

  /// Changes one of a few objects that everybody changes.
  func writeShared(_ realm: Realm) throws {
    let key = Value.int(.random(in: 0..<4, using: &generator))
    nextKey += 1
    guard let object = try realm.object(ofType: "Widget", forPrimaryKey: key) else {
      try realm.create("Widget", value: ["_id": key, "name": .string("\(nextKey)")])
      return
    }
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: try realm.delete(object)
    case 1: try object.collection("tags").add(.string("\(nextKey)"))
    default: try object.set("name", to: .string("\(nextKey)"))
    }
  }

  func changeRights(on device: Device) throws {
    guard let name = device.users.isEmpty ? nil : pick(device.users.keys.sorted()),
      let user = device.users[name], user.state == .active, device.device.isOnline
    else { return }
    let path = generator.chance(25) ? nil : "/\(pick(Self.names))/\(pick(["a", "b"]))"
    let right = { [unowned self] in generator.chance(30) ? nil : generator.chance(60) }
    var grant = Grant(
      manager: name,
      path: path,
      user: generator.chance(25) ? nil : pick(Self.names)
    )
    (grant.read, grant.write, grant.manage) = (
      right(), right(), generator.chance(20) ? right() : nil
    )
    let realm = try device.device.manager.openManagementRealm(of: user)
    defer { device.device.manager.close(realm) }
    nextKey += 1
    let change = try realm.write {
      try realm.create(
        "PermissionChange",
        value: [
          "id": .string("\(nextKey)"), "createdAt": .date(.init(milliseconds: time)),
          "updatedAt": .date(.init(milliseconds: time)),
          "realmUrl": .string(grant.path.map { "realm://server" + $0 } ?? "*"),
          "userId": .string(grant.user ?? "*"), "mayRead": grant.read.map(Value.bool) ?? nil,
          "mayWrite": grant.write.map(Value.bool) ?? nil,
          "mayManage": grant.manage.map(Value.bool) ?? nil,
        ]
      )
    }
    let mayManage = path.map { rights(name, $0).manage } ?? true
    do { try device.device.manager.session(of: realm)?.synchronize() } catch {
      // The server was restored, and the management realm is reset like any other.
      try startResets(on: device)
      return
    }
    guard (change.statusCode == 0) == mayManage else {
      throw Disagreement(description: "\(name) got \(change.statusCode) for \(grant)")
    }
    if mayManage { grants.append(grant) }
    count(mayManage ? "changes of rights" : "refused changes of rights")
  }

  func synchronize(
    _ open: (user: String, path: String, realm: Realm),
    on number: Int
  ) throws {
    let device = devices[number]
    guard let session = device.device.manager.session(of: open.realm) else { return }
    let rights = rights(open.user, open.path)
    let before = (here: try state(open.realm), server: state(open.path))
    let hasPending = !session.isUploaded
    let wasActive = session.state == .active
    do {
      try session.synchronize()
      guard rights.read, rights.write || !hasPending else {
        throw Disagreement(description: "\(open.user) synchronized \(open.path) with \(rights)")
      }
      guard try state(open.realm) == state(open.path) else {
        throw Disagreement(description: "\(open.path) is not what the server has")
      }
      note(open, number) { $0.hasArrived = true }
      count("synchronizations")
    } catch let error as SyncError {
      guard error.code == .sessionInvalid else { return }
      if wasActive, device.errors.last?.path != open.path {
        throw Disagreement(description: "the error of \(open.path) was not reported")
      }
      if wasActive, device.errors.last?.error.code == .clientSession {
        guard !rights.read || !rights.write else {
          throw Disagreement(description: "\(open.user) was refused \(open.path) with \(rights)")
        }
        // What had arrived may be lost with a restored server, and refused when it is missed.
        let present = keys(at: open.path)
        note(open, number) { mark in
          if !mark.hasArrived || !present.contains(mark.key) { mark.isRefused = true }
        }
        count("refusals")
      }
      if !rights.read, try state(open.realm) != before.here {
        throw Disagreement(description: "\(open.user) reads \(open.path) without the right to")
      }
      if !rights.write, state(open.path) != before.server {
        throw Disagreement(description: "\(open.user) writes \(open.path) without the right to")
      }
    }
  }

  func note(
    _ open: (user: String, path: String, realm: Realm),
    _ number: Int,
    _ body: (inout Mark) -> Void
  ) {
    for place in marks.indices {
      let mark = marks[place]
      if mark.device == number, mark.user == open.user, mark.path == open.path {
        body(&marks[place])
      }
    }
  }

  func logOut(on number: Int) throws {
    let device = devices[number]
    guard let name = device.users.isEmpty ? nil : pick(device.users.keys.sorted()) else { return }
    device.users[name]?.logOut()
    try exemptVanished(number)
    dropDetached(number)
  }

  func waitForUploads(on number: Int) throws {
    let errors = devices[number].errors.count
    do { try devices[number].device.manager.waitForUploads() } catch { return }
    noteUploads(number, errorsBefore: errors)
    try exemptVanished(number)
    dropDetached(number)
  }

  /// What the server has got by logging out or closing; what it refused was told to the handler.
  func noteUploads(_ number: Int, errorsBefore: Int) {
    let refused = Set(
      devices[number].errors[errorsBefore...].filter { $0.error.code == .clientSession }
        .compactMap(\.path)
    )
    for place in marks.indices where marks[place].device == number {
      let mark = marks[place]
      if keys(at: mark.path).contains(mark.key) { marks[place].hasArrived = true }
      if refused.contains(mark.path), !marks[place].hasArrived { marks[place].isRefused = true }
    }
  }

  /// Realms whose copies are gone are not used any more.
  func dropDetached(_ number: Int) {
    let device = devices[number]
    device.realms.removeAll { device.device.manager.session(of: $0.realm) == nil }
  }

  /// A copy may go when its user logs out and all of it had arrived, also if the server was restored since and no device
  /// has told the device.
  func exemptVanished(_ number: Int) throws {
    let device = devices[number]
    let manager = device.device.manager
    let backups = try backedUpKeys(device)
    for place in marks.indices where marks[place].device == number && marks[place].hasArrived {
      let mark = marks[place]
      let hasCopy = manager.localRealms(of: Identity(mark.user)).contains {
        "\($0)" == mark.path
      }
      if !hasCopy { marks[place].isCopyGone = true }
      let isActive = manager.user(Identity(mark.user))?.state == .active
      let isTold = device.errors[device.errorsBeforeRestore...].contains {
        $0.error.code == .clientReset && $0.path == mark.path
      }
      guard !isActive, !isTold, !keys(at: mark.path).contains(mark.key),
        !backups.contains(mark.key), !hasCopy
      else { continue }
      marks[place].isExempt = true
    }
  }

  func restart(_ number: Int) throws {
    let device = devices[number]
    if rule == .atNextStart {
      // What waits for a user who has logged out is lost by that.
      for place in marks.indices where marks[place].device == number && !marks[place].hasArrived {
        let user = device.device.manager.user(Identity(marks[place].user))
        if user?.state == .loggedOut { marks[place].isExempt = true }
      }
    }
    device.device.restart()
    device.realms = []
    device.users = Dictionary(
      uniqueKeysWithValues: (Self.names + ["root"]).compactMap { name in
        device.device.manager.user(Identity(name)).map { (name, $0) }
      }
    )
    try exemptVanished(number)
  }

  func restore() throws {
    guard let backup else { return }
    let before = Dictionary(uniqueKeysWithValues: paths.map { ($0, keys(at: $0)) })
    server.restore(backup.server)
    for device in devices { device.errorsBeforeRestore = device.errors.count }
    grants = backup.grants
    let backups = try devices.map { try backedUpKeys($0) }
    // The server alone had what it loses where the copy is gone from which that came.
    for place in marks.indices where marks[place].hasArrived {
      let mark = marks[place]
      guard before[mark.path]?.contains(mark.key) ?? false, !keys(at: mark.path).contains(mark.key),
        !backups[mark.device].contains(mark.key),
        mark.isCopyGone
          || !devices[mark.device].device.manager.localRealms(of: Identity(mark.user))
            .contains(where: { "\($0)" == mark.path })
      else { continue }
      marks[place].isExempt = true
    }
    count("restored servers")
  }

  var paths: [String] { Self.names.flatMap { ["/\($0)/a", "/\($0)/b"] } }
}
