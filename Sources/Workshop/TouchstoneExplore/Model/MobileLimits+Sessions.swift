import Formats
import JSON
import Touchstone

/// What may be asked of sessions, and when the server's backups are used.
extension MobileLimits {
  mutating func allow(_ kind: MobileSessionStep, _ step: Step) throws(StepFault) {
    switch kind {
    case .session:
      let identity = try activeUser(step)
      guard let path = MobileApp.path(of: step[.url] ?? "", to: identity) else { throw .invalid }
      let copy = state.copies[CopyKey(identity: identity, path: path)] ?? .init()
      // There is none, unless the realm was open.
      if !copy.exists, let name = step.boundName { forgotten.insert(name) }
      try avoid(.closedRealm, if: copy.exists ? copy.names.isEmpty : copy.isClosed)
      try avoid(.invalidSession, if: copy.exists && copy.isInvalid)
    case .sessions:
      let copies = state.copies(of: try activeUser(step))
      try avoid(.closedRealm, if: copies.contains { $0.isClosed || $0.names.isEmpty && $0.exists })
    case .sessionState:
      let key = try session(step)
      try avoid(.offlineSession, if: !state.isOnline)
      try require(state.isActive(key.identity))
    case .sessionConfiguration: try require(state.isActive(session(step).identity))
    case .watchProgress:
      // A session that has failed tells nothing, whatever it has transferred.
      let key = try session(step)
      try require(MobileApp.isForProgress(key.path) || state.copies[key]?.isInvalid == true)
      try avoid(.closedRealm, if: state.copies[key]?.hasFormerBytes == true)
    case .reportProgress:
      let key = try session(step)
      let bytes = [step[.downloaded], step[.downloadable], step[.uploaded], step[.uploadable]]
        .map { $0 ?? -1 }
      let old = state.copies[key]?.bytes ?? [0, 0, 0, 0]
      try avoid(.closedRealm, if: state.copies[key]?.hasFormerBytes == true)
      try require(
        MobileApp.isForProgress(key.path) && zip(old, bytes).allSatisfy { $0 <= $1 }
          && bytes[0] <= bytes[1] && bytes[2] <= bytes[3]
      )
      state.copies[key]?.bytes = bytes
    case .stopProgress, .progress, .progressSummary:
      guard let key = key(step[.watch], .watch) else { throw .invalid }
      try avoid(.closedRealm, if: state.copies[key]?.names.isEmpty != false)
      try require(state.isActive(key.identity))
    }
  }

  /// The copy of a session whose realm is open.
  private func session(_ step: Step) throws(StepFault) -> CopyKey {
    guard let key = key(step[.session], .session) else { throw .invalid }
    try avoid(.closedRealm, if: state.copies[key]?.names.isEmpty != false)
    return key
  }

  mutating func allow(_ kind: MobileServerStep, _ step: Step) throws(StepFault) {
    let key = self.key(step[.realmFile], .realm)
    let copy = key.flatMap { state.copies[$0] }
    switch kind {
    case .backUpServer:
      try avoid(.twoErrors, if: isAboutAccess)
      try avoid(.idleTransaction, if: hasIdleWrites)
      isAboutBackups = true
    case .restoreServer:
      try require(step.usedNames.allSatisfy(walk.knows))
      try avoid(
        .refusedUpload,
        if: states.values.contains { $0.users.values.contains(.leaving) }
      )
      hasRestored = true
    case .resetInfo: try require(key != nil)
    case .startReset:
      guard let key else { throw .invalid }
      try require(copy?.reset == .told && copy?.names.isEmpty == true)
      state.reset(key)
    case .openBackup: try require(copy?.reset == .done)
    case .setLogLevel:
      // What was logged before a level was set is not asked.
      try require(!state.hasBegun)
      state.hasLevel = true
    case .syncLog: try avoid(.levelAfterRestart, if: state.hasRestarted && state.hasLevel)
    }
  }
}
