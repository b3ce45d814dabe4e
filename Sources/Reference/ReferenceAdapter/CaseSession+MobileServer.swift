import ReferenceRealm
import ReferenceEvents
import Foundation
import JSON
import ReferenceSync
import Touchstone

/// Steps about the server's backups, client resets and logs.
extension CaseSession {
  func runServer(_ kind: MobileServerStep, _ step: StepArguments) throws -> JSON {
    guard let mobile else { throw Unsupported(reason: "step \(kind.rawValue)") }
    let here = mobile.device
    switch kind {
    case .backUpServer: mobile.backUp(step.boundName ?? "")
    case .restoreServer: try mobile.restore(step(.backup))
    case .resetInfo:
      // A question uses the manager, which does what is left to do.
      return try here.reset(step(.realmFile)).map { info in
        ["backupExists": .bool(here.device.manager.hasBackup(info.backup))]
      } ?? .null
    case .startReset: try reset(step, here).startReset()
    case .openBackup:
      let realm = try here.device.manager.openBackup(reset(step, here).backup)
      if let name = step.boundName {
        here.name(realm, of: try here.realm(step(.realmFile)).identity, name)
      }
    case .setLogLevel:
      here.device.manager.logLevel = SyncLogLevel(rawValue: try step(.logLevel)) ?? .info
    case .syncLog:
      let lines = here.device.log.lines
      var counts: JSONObject = ["total": .int(Int64(lines.count))]
      for level in SyncLogLevel.allCases where level != .off && level != .all {
        counts[level.rawValue] = .int(Int64(lines.count { $0.level == level }))
      }
      return .object(counts)
    }
    return .null
  }

  private func reset(_ step: StepArguments, _ here: MobileDeviceSetting) throws -> (
    backup: URL, startReset: () -> Void
  ) {
    guard let reset = try here.reset(step(.realmFile)) else {
      throw StepError.malformed("there was no client reset error for the realm")
    }
    return reset
  }
}
