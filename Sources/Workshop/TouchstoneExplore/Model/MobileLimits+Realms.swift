import Formats
import JSON
import Touchstone

/// Which realms may be opened, closed and synchronized.
extension MobileLimits {
  mutating func allow(_ kind: MobileRealmStep, _ step: Step) throws(StepFault) {
    switch kind {
    case .configure:
      // To set one option says of each other one whether it is set.
      let isAnySet = step["set"]?.array?.contains { $0[1] == true } ?? false
      try avoid(.newConfiguration, if: !isAnySet)
    case .migrationCalls: break
    case .open: try allowOpening(step)
    case .close:
      guard let name = step[.openRealm], let key = key(name, .realm),
        state.copies[key]?.names.remove(name) != nil
      else { throw .invalid }
      guard state.copies[key]?.names.isEmpty == true else { break }
      state.copies[key]?.isClosed = true
      if state.copies[key]?.bytes != nil { state.copies[key]?.hasFormerBytes = true }
      forgetSessions { $0 == key }
    case .managementRealm:
      let identity = try activeUser(step)
      try require(MobileApp.owners.contains(identity))
      try avoid(.twoErrors, if: isAboutBackups)
      isAboutAccess = true
      try open(CopyKey(identity: identity, path: MobileApp.managementPath(of: identity)), step)
    case .localRealms:
      guard let identity = identity(step) else { throw .invalid }
      try require(state.users[identity] != .leaving)
      try avoid(.lostAccess, if: state.copies(of: identity).contains(where: \.isUndetermined))
    case .transfer: try synchronize(step)
    }
  }

  private mutating func open(_ key: CopyKey, _ step: Step) throws(StepFault) {
    guard let name = step.boundName else { throw .invalid }
    var copy = state.copies[key] ?? .init()
    // The session of a realm that was closed altogether begins anew.
    if copy.names.isEmpty {
      state.hasReopenedInvalid = state.hasReopenedInvalid || copy.isInvalid
      copy.isInvalid = false
    }
    copy.names.insert(name)
    copy.exists = true
    copy.isClosed = false
    state.copies[key] = copy
  }

  private mutating func allowOpening(_ step: Step) throws(StepFault) {
    try require(step[.migration] == nil)
    let key: CopyKey
    if let session = step[.session] {
      guard let known = self.key(session, .session) else { throw .invalid }
      try require(step[.schemaOfRealm] == nil)
      try avoid(.invalidSession, if: state.copies[known]?.isInvalid != false)
      try avoid(.closedRealm, if: state.copies[known]?.names.isEmpty != false)
      key = known
    } else {
      let identity = try activeUser(step)
      let url = step[.url] ?? ""
      if MobileApp.invalidURLs.contains(url) {
        return try require(step.fails == "invalid-realm-url")
      }
      guard let path = MobileApp.path(of: url, to: identity) else { throw .invalid }
      key = CopyKey(identity: identity, path: path)
    }
    let copy = state.copies[key] ?? .init()
    // Which access tokens a server accepts is not specified.
    try require(state.isActive(key.identity) && key.identity != MobileApp.root)
    try avoid(.lostAccess, if: copy.isUndetermined)
    try avoid(.invalidSession, if: copy.reset == .told || !copy.names.isEmpty && copy.isInvalid)
    if MobileApp.owner(of: key.path) != key.identity {
      try avoid(.twoErrors, if: isAboutBackups)
      isAboutAccess = true
    }
    if !initialPaths.contains(key.path) {
      try avoid(.laterRealms, if: hasChangesOfAllRealms)
      hasNewRealms = true
    }
    try open(key, copy, withSchemaOf: step)
  }

  /// Opens a realm with the schema of a step, unless that is refused.
  private mutating func open(
    _ key: CopyKey,
    _ copy: MobileDeviceState.Copy,
    withSchemaOf step: Step
  ) throws(StepFault) {
    if step[.schemaOfRealm] != nil || step[.schemaVersion] != nil { needs.insert(.additiveSchema) }
    let isOpen = !copy.names.isEmpty
    switch (step[.schemaOfRealm], step[.schemaVersion]) {
    case (nil, nil):
      try require(step.fails == nil && copy.version == 0)
    case (MobileApp.changed(of: schema.json.object ?? [:]), 2?):
      // Only a copy that is there can be incompatible.
      try require(step.fails == "incompatible-schema" && copy.exists)
      return try avoid(.otherClasses, if: isOpen)
    case (MobileApp.added(to: schema.json.object ?? [:]), 1?):
      try require(step.fails == nil && !MobileApp.isForProgress(key.path))
      try avoid(.otherClasses, if: isOpen && copy.version != 1)
      hasAdditions = true
    default: throw .invalid
    }
    try open(key, step)
    state.copies[key]?.version = step[.schemaVersion] ?? 0
  }

  mutating func synchronize(_ step: Step) throws(StepFault) {
    let key = try openCopy(step)
    guard var copy = state.copies[key] else { throw .invalid }
    try avoid(.lostAccess, if: copy.isUndetermined)
    try require(!MobileApp.isForProgress(key.path))
    let isUpload = step.kind == .mobileRealm(.transfer)
    if isUpload {
      // How the transactions of a download are counted among those of others is not specified.
      try require(step[.direction] == "upload")
      try avoid(.idleTransaction, if: hasIdleWrites)
      try avoid(.managedTransfer, if: MobileApp.isManagement(key.path))
      hasTransfers = true
    }
    switch step.fails?.string {
    case nil:
      try require(state.isOnline && !copy.isInvalid)
      copy.hasSynchronized = true
      copy.isWaiting = false
      upload(isUpload ? step[.transactions] ?? 0 : .max, of: &copy, to: key.path)
      if !isUpload {
        copy.hasWaiting = false
        orders[key.path]?.download(to: &copy.commits)
      }
    case "offline"?: try require(!state.isOnline && !copy.isInvalid)
    case "session-invalid"?:
      try require(state.isOnline)
      if !copy.isInvalid {
        if hasRestored {
          copy.reset = .told
        } else if copy.hasSynchronized || copy.hasWaiting {
          copy.isUndetermined = true
        }
      }
      copy.isInvalid = true
    default: throw .invalid
    }
    state.copies[key] = copy
  }
}
