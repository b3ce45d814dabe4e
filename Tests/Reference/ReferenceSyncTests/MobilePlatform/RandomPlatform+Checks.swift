import Foundation
import ReferenceRealm
import ReferenceSync

// What must be true at the end.
extension RandomPlatform {
  /// Everybody logs in and synchronizes all copies until nothing is on its way.
  func settle() throws {
    for number in devices.indices {
      let device = devices[number]
      device.device.isOnline = true
      try waitForUploads(on: number)
    }
    for _ in 0..<3 {
      for number in devices.indices {
        try startResets(on: devices[number])
        try restart(number)
        let manager = devices[number].device.manager
        for name in Self.names + ["root"] where !manager.localRealms(of: Identity(name)).isEmpty {
          try logIn(name, on: devices[number])
        }
        try openAll(number)
        for open in devices[number].realms { try synchronize(open, on: number) }
      }
    }
  }

  func openAll(_ number: Int) throws {
    let device = devices[number]
    for (name, user) in device.users.sorted(by: { $0.key < $1.key }) where user.state == .active {
      for path in device.device.manager.localRealms(of: user.identity)
      where path.components.last != "__management" {
        var configuration = MobileConfiguration(objectTypes: Self.types)
        configuration.syncConfiguration = SyncConfiguration(
          user: user,
          realmURL: "realm://server\(path)"
        )
        device.realms.append((name, "\(path)", try device.device.manager.open(configuration)))
      }
    }
  }

  func startResets(on device: Device) throws {
    for (error, _) in device.errors {
      error.clientResetInfo(on: device.device.manager)?.startReset()
    }
    device.realms.removeAll { device.device.manager.session(of: $0.realm) == nil }
  }

  /// - Throws: a `Disagreement` if copies of those who may read differ, or a change is nowhere.
  func check() throws {
    for device in devices {
      for open in device.realms where rights(open.user, open.path).read {
        guard let session = device.device.manager.session(of: open.realm), session.isUploaded else {
          continue
        }
        guard try state(open.realm) == state(open.path) else {
          throw Disagreement(description: "\(open.path) differs on a device")
        }
        count("copies that agree")
      }
    }
    let backups = try devices.reduce(into: Set()) { $0.formUnion(try backedUpKeys($1)) }
    for mark in marks where !mark.isExempt && !mark.isRefused {
      let isThere = backups.contains(mark.key) || keys(at: mark.path).contains(mark.key)
      if !isThere { throw Disagreement(description: "\(mark) is nowhere") }
      count("changes that are there")
    }
  }

  func count(_ what: String) { tally[what, default: 0] += 1 }

  func keys(at path: String) -> Set<Int64> { Set(state(path).keys) }

  /// What the server has in a realm.
  func state(_ path: String) -> [Int64: [Content]] {
    guard let store = RealmPath(path).flatMap({ server[$0]?.store }),
      let table = store.schema.table("Widget")
    else { return [:] }
    var state: [Int64: [Content]] = [:]
    for id in store.ids(of: table.index) {
      if case .int(let key) = id.key { state[key] = store[id]?.contents }
    }
    return state
  }

  /// What a realm shows.
  func state(_ realm: Realm) throws -> [Int64: [Content]] {
    var state: [Int64: [Content]] = [:]
    let snapshot = realm.current
    for key in snapshot.keys(of: 0) {
      let object = ObjectReference(table: 0, key: key)
      if case .int(let id)? = snapshot.primaryKey(of: object) {
        state[id] = snapshot.contents(of: object)
      }
    }
    return state
  }

  /// The keys in all backups of a device.
  func backedUpKeys(_ device: Device) throws -> Set<Int64> {
    let number = devices.firstIndex { $0 === device } ?? 0
    let folder = folder.appending(path: "\(number)/io.realm.object-server-recovered-realms")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path())) ?? []
    return try names.reduce(into: []) { keys, name in
      let realm = try device.device.manager.openBackup(folder.appending(path: name))
      if realm.schema.table("Widget") != nil { keys.formUnion(try state(realm).keys) }
    }
  }
}
