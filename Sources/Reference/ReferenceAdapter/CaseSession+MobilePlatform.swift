import OrderedCollections
import Foundation
import ReferenceEvents
import JSON
import ReferenceRealm
import ReferenceSync
import Touchstone

/// Steps of class `mobile-platform` that other classes have, too.
extension CaseSession {
  func connect(_ kind: EventRealmStep, _ mobile: MobileSetting, _ step: StepArguments) throws
    -> JSON
  {
    let here = mobile.device
    switch kind {
    case .goOffline: here.device.isOnline = false
    case .goOnline: here.device.isOnline = true
    case .restart: here.restart()
    case .logOut: try here.user(step(.loggedIn)).logOut()
    case .waitForUploads:
      do { try here.device.manager.waitForUploads() } catch {
        throw StepError(code: "upload-failed", message: StepError(error).message)
      }
    case .errors:
      return .array(
        here.errors.map { told in
          [
            "kind": .string(told.error.code.rawValue),
            "path": told.session.map { .string("\($0)") } ?? .null,
          ]
        }
      )
    default: throw Unsupported(reason: "step \(kind.rawValue) with an object server")
    }
    return .null
  }

  func synchronize(_ kind: FlexibleSyncStep, _ mobile: MobileSetting, _ step: StepArguments) throws
    -> JSON
  {
    switch kind {
    case .on:
      if let name = step[.device] {
        return run(step.steps, on: try mobile.device(name), mobile)
      }
      return run(step.steps, on: try mobile.device.openRealm(step(.openRealm)))
    case .synchronize: try session(step(.openRealm), mobile).synchronize()
    case .serverObjects:
      guard let realm = RealmPath(try step(.path)).flatMap({ mobile.server[$0] }),
        realm.store.schema.table(try step(.type)) != nil
      else { return [] }
      return try DocumentDecoding.objects(of: step(.type), in: realm.store)
    default: throw Unsupported(reason: "step \(kind.rawValue) with an object server")
    }
    return .null
  }

  private func run(
    _ steps: [Step],
    on device: MobileDeviceSetting,
    _ mobile: MobileSetting
  ) -> JSON {
    let here = mobile.device
    mobile.device = device
    defer { mobile.device = here }
    return run(steps, on: device.place)
  }

  /// The session of a realm of that name.
  func session(_ name: String, _ mobile: MobileSetting) throws -> SyncSession {
    let here = mobile.device
    guard let session = here.device.manager.session(of: try here.openRealm(name).realm) else {
      throw StepError(code: "session-invalid", message: "the realm \(name) has no session any more")
    }
    return session
  }
}
