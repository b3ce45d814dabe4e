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
      guard inner.isWellFormed(in: .mobilePlatform),
        !(hidesAdditions && inner.kind == .reading(.value) && inner[.property] == "size")
      else { return false }
      guard inner.kind == .writing(.write) else {
        guard MobileApp.isManagement(key.path) ? allowManagementRead(inner) : allowRead(inner)
        else { return false }
        continue
      }
      guard let time = state.time, !copy.isInvalid || copy.reset == .told else { return false }
      state.time = nil
      let isKept = inner[.cancel] != true
      for change in inner.steps {
        guard change.isWellFormed(in: .mobilePlatform), change.fails == nil,
          MobileApp.isManagement(key.path)
            ? allowRequest(change, by: key.identity)
            : allowChange(change, copy.version)
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
    guard step.fails == nil, step.usedNames.allSatisfy(walk.knows) else { return false }
    switch step.kind {
    case .reading(.get):
      guard schema[step[.type] ?? ""]?.primaryKey != nil else { return false }
    case .reading(.query):
      // In which order objects come is not asked.
      guard let type: String = step[.type], schema[type]?.isEmbedded == false,
        step["sort"] == nil, step["as"] == nil || step["where"]?["mark"]?.int != nil,
        step["where"] == nil || step["where"]?.object?.count == 1 && type == MobileApp.note
      else { return false }
    case .reading(.value), .reading(.follow), .reading(.collection):
      guard holds(step[.property]) else { return false }
    case .reading(.count), .reading(.element): break
    default: return false
    }
    return bind(step)
  }

  private mutating func allowManagementRead(_ step: Step) -> Bool {
    switch step.kind {
    case .reading(.get):
      [MobileApp.change, MobileApp.offer].contains(step[.type]) && bind(step)
    case .reading(.value):
      step.usedNames.allSatisfy(walk.knows)
        && ["statusCode", "token"].contains(step[.property])
    default: false
    }
  }

  /// Takes note of the name that a step gives, if it is a new one.
  private mutating func bind(_ step: Step) -> Bool {
    defer { walk.note(step) }
    return step.boundName.map { walk.names[$0] == nil } ?? true
  }

  private func holds(_ property: String?) -> Bool {
    guard let property else { return false }
    return property == "size" || schema.classes.contains { $0.type(of: property) != nil }
  }

  private mutating func allowChange(_ step: Step, _ version: Int) -> Bool {
    guard step.usedNames.allSatisfy(walk.knows) else { return false }
    switch step.kind {
    case .writing(.create):
      return allowsNew(step["value"] ?? .null, of: step[.type] ?? "", version) && bind(step)
    case .writing(.set), .writing(.add), .writing(.put):
      guard let property = step[.property], property != "_id",
        property == "size" ? version > 0 : holds(property)
      else { return false }
      let type = schema.classes.lazy.compactMap { $0.type(of: property) }.first
      let objects = embedded(in: step["value"], type, isWhole: step.kind == .writing(.set))
      return objects.allSatisfy { allowsNew($0, of: type?.base ?? "", 0) }
    case .writing(.remove), .writing(.clear): return holds(step[.property])
    case .writing(.delete): return true
    case .writing(.deleteAll): return schema[step[.type] ?? ""]?.isEmbedded == false
    default: return false
    }
  }

  /// The embedded objects in a value of a property, or in an element of one.
  private func embedded(in value: JSON?, _ type: PropertyType?, isWhole: Bool) -> [JSON] {
    guard let type, let name = type.className, schema[name]?.isEmbedded == true, let value else {
      return []
    }
    guard isWhole, type.isCollection else { return value.isNull ? [] : [value] }
    return (value.array ?? (value.object ?? [:]).map(\.value)).filter { !$0.isNull }
  }

  /// Whether a new object states all that it has to, and nothing else.
  func allowsNew(_ object: JSON, of className: String, _ version: Int) -> Bool {
    guard let definition = schema[className], let members = object.object else { return false }
    let hasSize = className == MobileApp.widget && version > 0
    guard (members["size"] != nil) == hasSize else { return false }
    let isKnown = members.keys.allSatisfy { $0 == "size" || definition.type(of: $0) != nil }
    return isKnown
      && definition.properties.allSatisfy { property in
        guard let type = property.type else { return false }
        guard let value = members[property.name] else {
          return type.isCollection || type.isOptional || type.scalar == .mixed
        }
        return (type.isOptional || type.scalar == .mixed || !value.isNull)
          && embedded(in: value, type, isWhole: true).allSatisfy { allowsNew($0, of: type.base, 0) }
      }
  }

  private mutating func allowRequest(_ step: Step, by identity: String) -> Bool {
    guard step.kind == .writing(.create), let value = step["value"]?.object, let id = value["id"],
      id.string != nil, let url = value["realmUrl"]?.string, keys.insert(id).inserted,
      bind(step)
    else { return false }
    if step[.type] == MobileApp.offer { return allowOffer(value, url, by: identity) }
    guard step[.type] == MobileApp.change, let user = value["userId"]?.string,
      value.count == 3 + MobileApp.rightNames.count,
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
      && Set(value.keys) == ["id", "realmUrl", "mayRead", "mayWrite", "mayManage"]
      && MobileApp.rightNames.allSatisfy { value[$0]?.bool != nil }
  }
}
