import Formats
import JSON
import Touchstone

/// What may be done in a realm.
///
/// Whether a value fits a property, and whether there is what a step is about, the reference says when the program runs.
extension MobileLimits {
  mutating func allowBlock(_ step: Step) throws(StepFault) {
    let outer = walk.enter(step)
    defer { walk.leave(to: outer) }
    if isBackupOfRealm(step[.openRealm]) {
      for inner in step.steps { try read(inner) }
      return
    }
    let key = try openCopy(step)
    let isManagement = MobileApp.isManagement(key.path)
    try avoid(.lostAccess, if: state.copies[key]?.isUndetermined == true)
    try require(!MobileApp.isForProgress(key.path))
    let isPartial = hasAdditions && writers[key.path, default: []].count > 1
    for inner in step.steps {
      if inner.kind == .writing(.write) {
        try write(inner, to: key)
      } else {
        try avoid(.partialAddition, if: isPartial && inner[.property] == "size")
        try require(!isManagement || [.reading(.get), .reading(.value)].contains(inner.kind))
        try read(inner)
      }
    }
  }

  private mutating func write(_ step: Step, to key: CopyKey) throws(StepFault) {
    guard let time = state.time, var copy = state.copies[key] else { throw .open(.oneTime) }
    state.time = nil
    try avoid(.invalidSession, if: copy.isInvalid && copy.reset != .told)
    for change in step.steps {
      if MobileApp.isManagement(key.path) {
        try request(change, by: key.identity)
      } else {
        try self.change(change)
      }
    }
    writers[key.path, default: []].insert([device, key.identity])
    if writers[key.path, default: []].count > 1 { needs.insert(.merging) }
    if step[.cancel] == true { return }
    try merges[key.path, default: MergeLimits()].note(step.steps, walk, on: device, schema)
    try commit(at: time, key.path, &copy)
    let isChange = Self.changesSomething(step.steps)
    if !isChange {
      let isOwn = MobileApp.owner(of: key.path) == key.identity
      try avoid(.idleTransaction, if: isAboutBackups || hasTransfers || !isOwn)
      hasIdleWrites = true
    }
    copy.hasWaiting = true
    copy.isWaiting = copy.isWaiting || isChange
    state.copies[key] = copy
  }

  /// Whether an object is there at the end of a transaction that was not there before.
  private static func changesSomething(_ steps: [Step]) -> Bool {
    let deleted = Set(steps.filter { $0.kind == .writing(.delete) }.map { $0["object"] ?? .null })
    return !steps.contains { $0.deletedClass != nil }
      && steps.contains { $0.kind == .writing(.create) && !deleted.contains($0["as"] ?? .null) }
  }

  private mutating func read(_ step: Step) throws(StepFault) {
    guard case .reading(let kind) = step.kind else { throw .invalid }
    try require(kind != .all && step.usedNames.allSatisfy(walk.knows))
    if kind == .query {
      // In which order objects come is not asked: what has a name is one of them.
      let filter = step["where"]?.object
      try require(step["sort"] == nil && (step["as"] == nil || filter?["mark"] != nil))
      try require(filter.map { $0.count == 1 && step[.type] == MobileApp.note } ?? true)
    }
    walk.note(step)
  }

  private mutating func change(_ step: Step) throws(StepFault) {
    guard case .writing(let kind) = step.kind else { throw .invalid }
    try require(kind != .write && step.usedNames.allSatisfy(walk.knows))
    walk.note(step)
  }

  // MARK: Access

  private mutating func request(_ step: Step, by identity: String) throws(StepFault) {
    guard step.kind == .writing(.create), let value = step["value"]?.object, let id = value["id"],
      let url = value["realmUrl"]?.string
    else { throw .invalid }
    try require(keys.insert(id).inserted)
    walk.note(step)
    try require(url == "*" || MobileApp.path(of: url, to: identity) != nil)
    if value["mayManage"] == true { hasManagers = true }
    if step[.type] == MobileApp.offer {
      needs.insert(.permissionOffers)
      try require(url != "*" && MobileApp.rightNames.allSatisfy { value[$0]?.bool != nil })
    } else {
      try require(step[.type] == MobileApp.change)
      let rights = MobileApp.rightNames.map { value[$0] ?? "" }
      try avoid(.writeOnly, if: !MobileApp.rights.contains(rights))
      let user = value["userId"]?.string ?? ""
      try avoid(.unknownIdentity, if: user != "*" && !MobileApp.owners.contains(user))
      let owner = MobileApp.path(of: url, to: identity).map(MobileApp.owner(of:)) ?? identity
      try avoid(.ownRights, if: rights.contains(false) && ["*", owner].contains(user))
      losesManagers = losesManagers || rights[2] == false && rights.contains(.null)
      try avoid(.laterRealms, if: url == "*" && hasNewRealms)
      hasChangesOfAllRealms = hasChangesOfAllRealms || url == "*"
    }
    // Which realms a user manages is not specified for the time between two changes either.
    try avoid(.leftRights, if: hasManagers && (hasChangesOfAllRealms || losesManagers))
  }
}
