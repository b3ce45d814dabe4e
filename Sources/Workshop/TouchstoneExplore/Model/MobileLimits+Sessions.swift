import Formats
import JSON
import Touchstone

/// What may be asked of sessions, and when the server's backups are used.
extension MobileLimits {
  mutating func allow(
    _ kind: MobileSessionStep,
    _ step: Step,
    on device: String,
    _ state: inout MobileDeviceState
  ) -> Bool {
    switch kind {
    case .session:
      guard let identity = identity(step, on: device), state.isActive(identity),
        let path = MobileApp.path(of: step[.url] ?? "", to: identity)
      else { return false }
      let key = CopyKey(identity: identity, path: path)
      guard let copy = state.copies[key], copy.exists else {
        // There is none.
        if let name = step.boundName { forgotten.insert(name) }
        return state.copies[key]?.isClosed != true
      }
      return !copy.names.isEmpty && !copy.isInvalid
    case .sessions:
      guard let identity = identity(step, on: device), state.isActive(identity) else {
        return false
      }
      return state.copies(of: identity).allSatisfy {
        !$0.isClosed && (!$0.names.isEmpty || !$0.exists)
      }
    case .sessionState:
      guard let key = session(step, on: device, state) else { return false }
      return state.isOnline && state.isActive(key.identity)
    case .sessionConfiguration:
      return session(step, on: device, state).map { state.isActive($0.identity) } ?? false
    case .watchProgress:
      // A session that has failed tells nothing, whatever it has transferred.
      guard let key = session(step, on: device, state) else { return false }
      return MobileApp.isForProgress(key.path) || state.copies[key]?.isInvalid == true
    case .reportProgress:
      guard let key = session(step, on: device, state), MobileApp.isForProgress(key.path),
        var copy = state.copies[key]
      else { return false }
      let bytes = [step[.downloaded], step[.downloadable], step[.uploaded], step[.uploadable]]
        .map { $0 ?? -1 }
      guard zip(copy.bytes, bytes).allSatisfy({ $0 <= $1 }), bytes[0] <= bytes[1],
        bytes[2] <= bytes[3]
      else { return false }
      copy.bytes = bytes
      state.copies[key] = copy
      return true
    case .stopProgress, .progress, .progressSummary:
      guard let key = key(step[.watch], .watch, on: device) else { return false }
      return state.copies[key]?.names.isEmpty == false && state.isActive(key.identity)
    }
  }

  /// The copy of a session whose realm is open.
  private func session(_ step: Step, on device: String, _ state: MobileDeviceState) -> CopyKey? {
    guard let key = key(step[.session], .session, on: device),
      state.copies[key]?.names.isEmpty == false
    else { return nil }
    return key
  }

  mutating func allow(
    _ kind: MobileServerStep,
    _ step: Step,
    on device: String,
    _ state: inout MobileDeviceState
  ) -> Bool {
    switch kind {
    case .backUpServer:
      guard !isAboutAccess, !hasIdleWrites else { return false }
      isAboutBackups = true
      return true
    case .restoreServer:
      guard step.usedNames.allSatisfy(walk.knows),
        !states.values.contains(where: { $0.users.values.contains(.leaving) })
      else { return false }
      hasRestored = true
      return true
    case .resetInfo: return copyOfFile(step, on: device) != nil
    case .startReset:
      guard let key = copyOfFile(step, on: device), let copy = state.copies[key],
        copy.reset == .told, copy.names.isEmpty
      else { return false }
      state.reset(key)
      return true
    case .openBackup:
      guard let key = copyOfFile(step, on: device) else { return false }
      return state.copies[key]?.reset == .done
    // What was logged before a level was set, and with which level a process starts again, is not asked.
    case .setLogLevel:
      guard !state.hasBegun else { return false }
      state.hasLevel = true
      return true
    case .syncLog: return !state.hasRestarted || !state.hasLevel
    }
  }
}
