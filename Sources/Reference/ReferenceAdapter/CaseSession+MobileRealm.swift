import ReferenceRealm
import ReferenceEvents
import Foundation
import JSON
import ReferenceSync
import Touchstone

/// Steps about realms.
extension CaseSession {
  func useRealm(_ kind: MobileRealmStep, _ step: StepArguments) throws -> JSON {
    guard let mobile else { throw Unsupported(reason: "step \(kind.rawValue)") }
    let here = mobile.device
    switch kind {
    case .configure: return try Self.configure(step(.options))
    case .open: try open(step, mobile)
    case .close: try here.close(step(.openRealm))
    case .managementRealm:
      let user = try here.user(step(.loggedIn))
      let realm = try here.device.manager.openManagementRealm(of: user)
      if let name = step.boundName { here.name(realm, of: user.identity, name) }
    case .transfer:
      let direction: SyncProgressDirection =
        try step(.direction) == "upload" ? .upload : .download
      try session(step(.openRealm), mobile).transfer(direction, step(.transactions))
    case .localRealms:
      let paths = here.device.manager.localRealms(of: try here.identity(step(.loggedIn)))
      return .array(paths.map { .string("\($0)") })
    case .migrationCalls: return .int(Int64(mobile.migrationCalls))
    }
    return .null
  }

  private func open(_ step: StepArguments, _ mobile: MobileSetting) throws {
    let here = mobile.device
    let types =
      try step[.schemaOfRealm].map {
        try SchemaDecoding.objectTypes(ProgramSchema($0), representations: [:])
      } ?? mobile.objectTypes
    var configuration = MobileConfiguration(objectTypes: types)
    configuration.schemaVersion = UInt64(step[.schemaVersion] ?? 0)
    if step[.migration] == true {
      configuration.migrationBlock = { [unowned mobile] in mobile.migrationCalls += 1 }
    }
    let sync: SyncConfiguration
    if let name = step[.session] {
      guard let known = try here.session(name).configuration() else {
        throw StepError(code: "session-invalid", message: "the session has no configuration")
      }
      sync = known
    } else {
      sync = SyncConfiguration(
        user: try here.user(step(.loggedIn)),
        realmURL: try step(.url)
      )
    }
    configuration.syncConfiguration = sync
    let realm = try here.device.manager.open(configuration)
    if let name = step.boundName { here.name(realm, of: sync.user.identity, name) }
  }

  /// Sets options one after the other.
  private static func configure(_ options: [JSON]) throws -> JSON {
    let scratch = MobileDevice(
      folder: FileManager.default.temporaryDirectory,
      server: ObjectServer()
    )
    // Logging in with an access token asks no server and writes nothing.
    let user = try scratch.manager.logIn(
      with: .accessToken(Secret(""), identity: "user"),
      server: "realm://server"
    )
    var configuration = MobileConfiguration()
    for option in options {
      let isGiven = option[1]?.bool ?? false
      switch option[0]?.string {
      case "fileURL": configuration.fileURL = isGiven ? URL(filePath: "/realm") : nil
      case "inMemoryIdentifier": configuration.inMemoryIdentifier = isGiven ? "realm" : nil
      case "syncConfiguration":
        configuration.syncConfiguration =
          isGiven ? SyncConfiguration(user: user, realmURL: "realm://server/~/realm") : nil
      default: throw StepError.malformed("the option is unknown")
      }
    }
    return [
      "fileURL": .bool(configuration.fileURL != nil),
      "inMemoryIdentifier": .bool(configuration.inMemoryIdentifier != nil),
      "syncConfiguration": .bool(configuration.syncConfiguration != nil),
    ]
  }
}
