import Foundation
import JSON
import OrderedCollections
import ReferenceEvents
import ReferenceRealm
import ReferenceSync
import Touchstone

/// The object server of a case with its devices.
final class MobileSetting {
  let server: ObjectServer
  private let devices: OrderedDictionary<String, MobileDeviceSetting>
  /// The device on which the steps run that follow.
  var device: MobileDeviceSetting
  private var backups: [String: ObjectServer.Backup] = [:]
  /// How often a migration block was called.
  var migrationCalls = 0
  /// What realms are opened with unless a step says otherwise.
  let objectTypes: [ObjectSchema]

  /// Nil if the case is not about an object server.
  ///
  /// - Parameters:
  ///   - program: the case.
  ///   - edition: decides when local copies are deleted.
  ///   - stages: what client and server consist of.
  ///   - folder: where devices keep their files; nil for memory, which goes with the case.
  ///   - realm: where steps run that are in no synchronized realm.
  /// - Throws: `Unsupported`; what the accounts or realms have against themselves.
  init?(
    _ program: CaseProgram,
    _ edition: Edition,
    _ stages: MobilePlatformStages,
    folder: URL?,
    outside realm: Realm
  ) throws {
    guard let settings = program.configuration[.mobilePlatform] else { return nil }
    try KeyTable.mobilePlatform.check(.object(settings), "mobilePlatform")
    objectTypes = try SchemaDecoding.objectTypes(program.schema, representations: [:])
    server = ObjectServer(stages: stages)
    let files = folder == nil ? DeviceFiles.inMemory() : DeviceFiles()
    let folder = folder ?? URL(filePath: "/", directoryHint: .isDirectory)
    var devices = OrderedDictionary<String, MobileDeviceSetting>()
    for name in MobilePlatform.devices(of: program.configuration) {
      let clock = ManualClock()
      let device = MobileDevice(
        // A device may have any name; its number is always the name of one file.
        folder: folder.appending(path: "device-\(devices.count + 1)"),
        server: server,
        logOutRule: edition.name == "core" ? .atNextStart : .afterUpload,
        clock: { clock.eventClock.now },
        files: files,
        stages: stages
      )
      devices[name] = MobileDeviceSetting(device, clock, outside: realm)
    }
    self.devices = devices
    device = devices.values[0]
    try fill(settings)
  }

  /// Makes the accounts and realms that are there when the case begins.
  private func fill(_ settings: JSONObject) throws {
    for (name, account) in settings[.accounts] ?? [:] {
      try KeyTable.account.check(account, "account")
      try server.add(
        Account(
          identity: Identity(account[.identityOfAccount] ?? ""),
          username: name,
          password: account[.passwordOfAccount].map(Secret.init),
          tokens: Dictionary(
            uniqueKeysWithValues: (account[.tokens] ?? [:]).compactMap { provider, token in
              token.string.map { (provider, Secret($0)) }
            }
          ),
          isAdministrator: account[.isAdministrator] ?? false
        )
      )
    }
    for (path, classes) in settings[.serverRealms] ?? [:] {
      guard let path = RealmPath(path) else {
        throw StepError.malformed("\(path) is not the path of a realm")
      }
      try server.create(path, objectTypes) { schema in
        try (classes.object ?? [:]).flatMap { className, objects in
          try (objects.array ?? []).map {
            try DocumentDecoding.creation(of: $0, in: className, schema)
          }
        }
      }
    }
  }

  /// The device of that name.
  func device(_ name: String) throws -> MobileDeviceSetting {
    guard let device = devices[name] else {
      throw StepError.malformed("no device is called \(name)")
    }
    return device
  }

  /// Gives a new object of a management realm the times that the SDK gives it.
  func complete(_ members: inout Value, in realm: Realm) {
    guard case .dictionary(var entries) = members, realm.isManagementRealm else { return }
    let now = Value.date(device.clock.eventClock.now)
    for name in ["createdAt", "updatedAt"] where entries[name] == nil { entries[name] = now }
    members = .dictionary(entries)
  }

  func backUp(_ name: String) { backups[name] = server.backUp() }

  func restore(_ name: String) throws {
    guard let backup = backups[name] else {
      throw StepError.malformed("no backup is called \(name)")
    }
    server.restore(backup)
  }
}
