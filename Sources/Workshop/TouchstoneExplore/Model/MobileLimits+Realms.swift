import Formats
import JSON
import Touchstone

/// Which realms may be opened, closed and synchronized.
extension MobileLimits {
  mutating func allow(
    _ kind: MobileRealmStep,
    _ step: Step,
    on device: String,
    _ state: inout MobileDeviceState
  ) -> Bool {
    switch kind {
    case .configure, .migrationCalls: return true
    case .open: return allowOpening(step, on: device, &state)
    case .close:
      guard let name = step[.openRealm], let key = key(name, .realm, on: device),
        var copy = state.copies[key], copy.names.remove(name) != nil
      else { return false }
      copy.isClosed = copy.names.isEmpty
      state.copies[key] = copy
      // What becomes of its session is not specified.
      if copy.isClosed { forgetSessions(on: device) { $0 == key } }
      return true
    case .managementRealm:
      guard let identity = identity(step, on: device), state.isActive(identity),
        MobileApp.owners.contains(identity), !isAboutBackups
      else { return false }
      isAboutAccess = true
      let key = CopyKey(identity: identity, path: MobileApp.managementPath(of: identity))
      return open(key, step, on: device, &state)
    case .localRealms:
      guard let identity = identity(step, on: device), state.users[identity] != .leaving else {
        return false
      }
      return !state.copies(of: identity).contains(where: \.isUndetermined)
    case .transfer: return false
    }
  }

  private mutating func open(
    _ key: CopyKey,
    _ step: Step,
    on device: String,
    _ state: inout MobileDeviceState
  ) -> Bool {
    guard let name = step.boundName else { return false }
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
    return true
  }

  private mutating func allowOpening(
    _ step: Step,
    on device: String,
    _ state: inout MobileDeviceState
  ) -> Bool {
    if step[.migration] != nil { return false }
    let key: CopyKey
    if let session = step[.session] {
      guard let known = self.key(session, .session, on: device), step[.schemaOfRealm] == nil,
        state.copies[known]?.isInvalid == false, state.copies[known]?.names.isEmpty == false
      else { return false }
      key = known
    } else {
      guard let identity = identity(step, on: device) else { return false }
      let url = step[.url] ?? ""
      if MobileApp.invalidURLs.contains(url) {
        return step.fails == "invalid-realm-url" && state.isActive(identity)
      }
      guard let path = MobileApp.path(of: url, to: identity) else { return false }
      key = CopyKey(identity: identity, path: path)
    }
    let copy = state.copies[key] ?? .init()
    // Which access tokens a server accepts is not specified.
    guard state.isActive(key.identity), key.identity != MobileApp.root, !copy.isUndetermined,
      copy.reset != .told,
      copy.names.isEmpty || !copy.isInvalid
    else { return false }
    if MobileApp.owner(of: key.path) != key.identity {
      if isAboutBackups { return false }
      isAboutAccess = true
    }
    if !initialPaths.contains(key.path) {
      if hasChangesOfAllRealms { return false }
      hasNewRealms = true
    }
    return allowSchema(step, of: key, copy, on: device, &state)
  }

  /// Whether a realm may be opened with the schema of a step.
  private mutating func allowSchema(
    _ step: Step,
    of key: CopyKey,
    _ copy: MobileDeviceState.Copy,
    on device: String,
    _ state: inout MobileDeviceState
  ) -> Bool {
    if step[.schemaOfRealm] != nil || step[.schemaVersion] != nil { needs.insert(.additiveSchema) }
    switch (step[.schemaOfRealm], step[.schemaVersion]) {
    case (nil, nil):
      return step.fails == nil && copy.version == 0 && open(key, step, on: device, &state)
    case (MobileApp.changed(of: schema.json.object ?? [:]), 2?):
      // Only a copy that is there can be incompatible.
      return step.fails == "incompatible-schema" && copy.exists && copy.names.isEmpty
    case (MobileApp.added(to: schema.json.object ?? [:]), 1?):
      guard step.fails == nil, copy.names.isEmpty || copy.version == 1,
        !MobileApp.isForProgress(key.path), open(key, step, on: device, &state)
      else { return false }
      hasAdditions = true
      state.copies[key]?.version = 1
      return true
    default: return false
    }
  }

  mutating func allowTransfer(
    _ step: Step,
    on device: String,
    _ state: inout MobileDeviceState
  ) -> Bool {
    guard let key = openCopy(step, on: device, state), var copy = state.copies[key],
      !copy.isUndetermined, !MobileApp.isForProgress(key.path)
    else { return false }
    let isUpload = step.kind == .mobileRealm(.transfer)
    // How the transactions of a download are counted among those of others is not specified.
    if isUpload, step[.direction] != "upload" || hasIdleWrites { return false }
    if isUpload { hasTransfers = true }
    switch step.fails?.string {
    case nil:
      guard state.isOnline, !copy.isInvalid else { return false }
      copy.hasSynchronized = true
      copy.isWaiting = false
      upload(isUpload ? step[.transactions] ?? 0 : .max, of: &copy, to: key.path)
      if !isUpload {
        copy.hasWaiting = false
        orders[key.path]?.download(to: &copy.commits)
      }
    case "offline"?:
      guard !state.isOnline, !copy.isInvalid else { return false }
    case "session-invalid"?:
      guard state.isOnline else { return false }
      if !copy.isInvalid {
        if hasRestored {
          copy.reset = .told
        } else if copy.hasSynchronized || copy.hasWaiting {
          copy.isUndetermined = true
        }
      }
      copy.isInvalid = true
    default: return false
    }
    state.copies[key] = copy
    return true
  }
}
