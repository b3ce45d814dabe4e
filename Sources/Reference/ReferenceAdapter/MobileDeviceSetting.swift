import Foundation
import JSON
import ReferenceEvents
import ReferenceRealm
import ReferenceSync
import Touchstone

/// A device of a case, and what its steps have named on it.
final class MobileDeviceSetting {
  /// A realm under one of its names.
  final class RealmHandle {
    let identity: Identity
    let path: RealmPath?
    /// Nil once it was closed, or its process has ended.
    fileprivate(set) var place: CaseSession.OpenRealm?

    fileprivate init(_ identity: Identity, _ path: RealmPath?, _ place: CaseSession.OpenRealm) {
      self.identity = identity
      self.path = path
      self.place = place
    }
  }

  /// What a progress block was told.
  final class Watch {
    fileprivate(set) var token: ProgressNotificationToken?
    private var calls: [[Int]] = []
    private var asked = 0

    fileprivate func add(_ progress: SyncProgress) {
      calls.append([progress.transferredBytes, progress.transferrableBytes])
    }

    /// The calls since this was asked last; of equal ones that follow each other only the first.
    func news() -> JSON {
      var pairs: [[Int]] = []
      for pair in calls[asked...] where pairs.last != pair { pairs.append(pair) }
      asked = calls.count
      return .array(pairs.map { .array($0.map { .int(Int64($0)) }) })
    }

    var summary: JSON {
      let falls = zip(calls, calls.dropFirst()).contains { old, new in
        new[0] < old[0] || new[1] < old[1]
      }
      return [
        "calls": .int(Int64(calls.count)), "neverFalls": .bool(!falls),
        "finished": .bool(calls.last.map { $0[0] >= $0[1] } ?? false),
      ]
    }
  }

  let device: MobileDevice
  let clock: ManualClock
  /// Where steps run that are in no realm.
  let place: CaseSession.OpenRealm
  private var identities: [String: Identity] = [:]
  private var realms: [String: RealmHandle] = [:]
  private var sessions: [String: SyncSession] = [:]
  private var watches: [String: Watch] = [:]
  /// What the error handler was told.
  private(set) var errors: [(error: SyncError, session: RealmPath?)] = []
  /// The client reset errors, each with whose copy it was about.
  private var resets: [(identity: Identity, path: RealmPath, error: SyncError)] = []

  init(_ device: MobileDevice, _ clock: ManualClock, outside realm: Realm) {
    self.device = device
    self.clock = clock
    place = CaseSession.OpenRealm(realm, clock)
    device.errorHandler = { [unowned self] error, session in
      errors.append((error, session?.path))
      if error.code == .clientReset, let session {
        resets.append((session.user.identity, session.path, error))
      }
    }
  }

  /// The process ends: realms, sessions and blocks have no names any more.
  func restart() {
    device.restart()
    for handle in realms.values { handle.place = nil }
    (sessions, watches) = ([:], [:])
  }
}

/// What names stand for.
extension MobileDeviceSetting {
  func name(_ user: SyncUser, _ name: String) { identities[name] = user.identity }

  /// The identity of the user of that name.
  func identity(_ name: String) throws -> Identity {
    guard let identity = identities[name] else { throw Self.unknown(name) }
    return identity
  }

  /// A user, also one who is gone with the local copies.
  func user(_ name: String) throws -> SyncUser { device.manager.owner(try identity(name)) }

  func name(_ realm: Realm, of identity: Identity, _ name: String) {
    realms[name] = RealmHandle(
      identity,
      device.manager.session(of: realm)?.path,
      CaseSession.OpenRealm(realm, clock)
    )
  }

  func realm(_ name: String) throws -> RealmHandle {
    guard let realm = realms[name] else { throw Self.unknown(name) }
    return realm
  }

  /// A realm that can be worked with.
  func openRealm(_ name: String) throws -> CaseSession.OpenRealm {
    guard let place = try realm(name).place else {
      throw StepError.malformed("the realm \(name) is not open")
    }
    return place
  }

  func close(_ name: String) throws {
    device.manager.close(try openRealm(name).realm)
    try realm(name).place = nil
  }

  func name(_ session: SyncSession, _ name: String) { sessions[name] = session }

  func session(_ name: String) throws -> SyncSession {
    guard let session = sessions[name] else { throw Self.unknown(name) }
    return session
  }

  /// Registers a block with a session.
  ///
  /// - Returns: whether there is a token.
  func watch(
    _ session: SyncSession,
    _ direction: SyncProgressDirection,
    _ mode: SyncProgressMode,
    _ name: String
  ) -> Bool {
    let watch = Watch()
    watches[name] = watch
    watch.token = session.addProgressNotification(for: direction, mode: mode, block: watch.add)
    return watch.token != nil
  }

  func watch(_ name: String) throws -> Watch {
    guard let watch = watches[name] else { throw Self.unknown(name) }
    return watch
  }

  /// The latest client reset error of a realm.
  func reset(_ name: String) throws -> (backup: URL, startReset: () -> Void)? {
    let realm = try realm(name)
    return resets.last { $0.identity == realm.identity && $0.path == realm.path }?
      .error.clientResetInfo(on: device.manager)
  }

  private static func unknown(_ name: String) -> StepError {
    StepError.malformed("nothing is called \(name) on this device")
  }
}
