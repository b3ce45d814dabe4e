import Formats
import JSON
import Touchstone

/// What may be done in a realm.
///
/// Whether a value fits a property, and whether there is what a step is about, the reference says when the program runs.
extension MobileLimits {
  mutating func allowBlock(_ step: Step, on device: String) -> Bool {
    let outer = walk.enter(step)
    defer { walk.leave(to: outer) }
    if isBackupOfRealm(step[.openRealm], on: device) {
      return step.steps.allSatisfy { $0.kind != .writing(.write) && allowRead($0) }
    }
    guard var state = states[device], let key = openCopy(step, on: device, state),
      var copy = state.copies[key], !copy.isUndetermined, !MobileApp.isForProgress(key.path)
    else { return false }
    // What a property that only some devices have added holds is not specified.
    let hidesAdditions = hasAdditions && writers[key.path, default: []].count > 1
    for inner in step.steps {
      if hidesAdditions, inner.kind == .reading(.value), inner[.property] == "size" { return false }
      guard inner.kind == .writing(.write) else {
        guard MobileApp.isManagement(key.path) ? allowManagementRead(inner) : allowRead(inner)
        else { return false }
        continue
      }
      guard let time = state.time, !copy.isInvalid || copy.reset == .told else { return false }
      state.time = nil
      let isKept = inner[.cancel] != true
      for change in inner.steps {
        guard
          MobileApp.isManagement(key.path)
            ? allowRequest(change, by: key.identity) : allowChange(change)
        else { return false }
      }
      if isKept,
        !merges[key.path, default: MergeLimits()].allow(inner.steps, walk, on: device, schema)
      {
        return false
      }
      if isKept, !allowCommit(at: time, key.path, &copy) { return false }
      // Whether a transaction counts that may change nothing is open.
      let isChange = Self.changesSomething(inner.steps)
      if isKept, !isChange {
        if isAboutBackups || hasTransfers { return false }
        hasIdleWrites = true
      }
      copy.hasWaiting = copy.hasWaiting || isKept
      copy.isWaiting = copy.isWaiting || isKept && isChange
      writers[key.path, default: []].insert([device, key.identity])
      if writers[key.path, default: []].count > 1 { needs.insert(.merging) }
    }
    state.copies[key] = copy
    states[device] = state
    return true
  }

  /// Whether an object is there at the end of a transaction that was not there before.
  private static func changesSomething(_ steps: [Step]) -> Bool {
    let deleted = Set(steps.filter { $0.kind == .writing(.delete) }.map { $0["object"] ?? .null })
    return !steps.contains { $0.kind == .writing(.deleteAll) }
      && steps.contains { $0.kind == .writing(.create) && !deleted.contains($0["as"] ?? .null) }
  }

  private mutating func allowRead(_ step: Step) -> Bool {
    guard case .reading(let kind) = step.kind, step.usedNames.allSatisfy(walk.knows) else {
      return false
    }
    let filter = step["where"]?.object
    switch kind {
    case .all: return false
    case .query:
      // In which order objects come is not asked: what has a name is one of them.
      guard step["sort"] == nil, step["as"] == nil || filter?["mark"] != nil,
        filter.map({ $0.count == 1 && step[.type] == MobileApp.note }) ?? true
      else { return false }
    default: break
    }
    walk.note(step)
    return true
  }

  private mutating func allowManagementRead(_ step: Step) -> Bool {
    [.reading(.get), .reading(.value)].contains(step.kind) && allowRead(step)
  }

  private mutating func allowChange(_ step: Step) -> Bool {
    guard case .writing(let kind) = step.kind, kind != .write,
      step.usedNames.allSatisfy(walk.knows)
    else { return false }
    walk.note(step)
    return true
  }

  private mutating func allowRequest(_ step: Step, by identity: String) -> Bool {
    guard step.kind == .writing(.create), let value = step["value"]?.object, let id = value["id"],
      let url = value["realmUrl"]?.string, keys.insert(id).inserted
    else { return false }
    walk.note(step)
    if step[.type] == MobileApp.offer { return allowOffer(value, url, by: identity) }
    guard step[.type] == MobileApp.change, let user = value["userId"]?.string,
      MobileApp.rights.contains(MobileApp.rightNames.map { value[$0] ?? "" }),
      user == "*" || MobileApp.owners.contains(user)
    else { return false }
    if value["mayManage"] == true { hasManagers = true }
    // What such a right gave of the others.
    if value["mayManage"] == false, value["mayRead"] == .null || value["mayWrite"] == .null {
      losesManagers = true
    }
    if url == "*" {
      guard !hasNewRealms else { return false }
      hasChangesOfAllRealms = true
    } else if MobileApp.path(of: url, to: identity) == nil {
      return false
    }
    return !leavesRightsOpen
  }

  /// Which realms a user manages is not specified for the time between two changes, nor what stays of the other rights.
  private var leavesRightsOpen: Bool { hasManagers && (hasChangesOfAllRealms || losesManagers) }

  /// Whether there is a server that answers an offer is not specified, but another user's offer gets nothing.
  private mutating func allowOffer(_ value: JSONObject, _ url: String, by identity: String) -> Bool
  {
    needs.insert(.permissionOffers)
    if value["mayManage"] == true { hasManagers = true }
    return !leavesRightsOpen && MobileApp.path(of: url, to: identity) != nil
      && MobileApp.rightNames.allSatisfy { value[$0]?.bool != nil }
  }
}
