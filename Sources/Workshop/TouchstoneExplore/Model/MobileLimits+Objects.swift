import Formats
import JSON
import Touchstone

/// What may be done in a realm.
extension MobileLimits {
  mutating func allowBlock(_ step: Step, on device: String) -> Bool {
    objects = []
    if case .backupOfRealm? = named(step[.openRealm], on: device) {
      return step.steps.allSatisfy { $0.kind != .writing(.write) && allowRead($0) }
    }
    guard var state = states[device], let key = openCopy(step, on: device, state),
      var copy = state.copies[key], !copy.isUndetermined, !MobileApp.isForProgress(key.path)
    else { return false }
    for inner in step.steps {
      guard inner.isWellFormed(in: .mobilePlatform) else { return false }
      guard inner.kind == .writing(.write) else {
        guard MobileApp.isManagement(key.path) ? allowManagementRead(inner) : allowRead(inner)
        else { return false }
        continue
      }
      guard state.hasTime, !copy.isInvalid || copy.reset == .told else { return false }
      state.hasTime = false
      for change in inner.steps {
        guard change.isWellFormed(in: .mobilePlatform), change.fails == nil,
          MobileApp.isManagement(key.path)
            ? allowRequest(change, by: key.identity) : allowChange(change, copy.version)
        else { return false }
      }
      let isKept = inner[.cancel] != true
      copy.hasWaiting = copy.hasWaiting || isKept
      if isKept, inner.steps.contains(where: { $0.kind == .writing(.create) }) {
        copy.isWaiting = true
      }
      writers[key.path, default: []].insert([device, key.identity])
      if writers[key.path, default: []].count > 1 { needs.insert(.merging) }
    }
    state.copies[key] = copy
    states[device] = state
    return true
  }

  private mutating func allowRead(_ step: Step) -> Bool {
    guard step.fails == nil else { return false }
    switch step.kind {
    case .reading(.get): return step[.type] == MobileApp.widget && bindObject(step)
    case .reading(.query):
      return step[.type] == MobileApp.widget && step["where"] == nil && step["sort"] == nil
        && step["as"] == nil
    case .reading(.value), .reading(.follow):
      return objects.contains(step["object"]?.string ?? "") && step["as"] == nil
    default: return false
    }
  }

  private mutating func allowManagementRead(_ step: Step) -> Bool {
    switch step.kind {
    case .reading(.get): step[.type] == MobileApp.change && bindObject(step)
    case .reading(.value):
      objects.contains(step["object"]?.string ?? "") && step[.property] == "statusCode"
    default: false
    }
  }

  private mutating func bindObject(_ step: Step) -> Bool {
    guard let name = step.boundName else { return true }
    objects.insert(name)
    return names[name] == nil
  }

  private mutating func allowChange(_ step: Step, _ version: Int) -> Bool {
    if let value = step["value"], !allowsLinks(of: value) { return false }
    switch step.kind {
    case .writing(.create):
      return step[.type] == MobileApp.widget && add(step["value"] ?? .null, version: version)
        && bindObject(step)
    case .writing(.set):
      let property = step[.property] ?? ""
      return objects.contains(step["object"]?.string ?? "") && property != "_id"
        && (MobileApp.properties[property] != nil || property == "size" && version > 0)
    case .writing(.delete): return objects.contains(step["object"]?.string ?? "")
    default: return false
    }
  }

  private func allowsLinks(of value: JSON) -> Bool {
    switch value {
    case .object(let members):
      members["$ref"]?.string.map(objects.contains)
        ?? members.allSatisfy { allowsLinks(of: $0.value) }
    default: true
    }
  }

  private mutating func allowRequest(_ step: Step, by identity: String) -> Bool {
    guard step.kind == .writing(.create), step[.type] == MobileApp.change,
      let value = step["value"]?.object, let id = value["id"], id.string != nil,
      let url = value["realmUrl"]?.string, let user = value["userId"]?.string,
      value.count == 3 + MobileApp.rightNames.count, keys.insert(id).inserted,
      MobileApp.rights.contains(MobileApp.rightNames.map { value[$0] ?? "" }),
      user == "*" || MobileApp.owners.contains(user), bindObject(step)
    else { return false }
    if value["mayManage"] == true { hasManagers = true }
    if url == "*" {
      guard !hasNewRealms else { return false }
      hasChangesOfAllRealms = true
    } else if MobileApp.path(of: url, to: identity) == nil {
      return false
    }
    // Which realms a user manages is not specified for the time between two changes.
    return !(hasManagers && hasChangesOfAllRealms)
  }
}
