import Formats
import JSON
import Touchstone

/// What is done in realms, and with rights, backups and progress.
extension MobileProgramGenerator {
  // MARK: Objects

  mutating func visit(on device: String) async {
    guard let (name, _) = random.pick(openRealms(on: device)) else { return }
    await visit(name, on: device)
  }

  /// Looks for all objects that there may be, changes some of those that there are, and looks again.
  mutating func visit(_ realm: String, on device: String, _ visit: Visit = .any) async {
    guard let key = copy(of: realm, on: device), MobileApp.paths.contains(key.path),
      !MobileApp.isForProgress(key.path)
    else { return }
    var steps = looks(at: key.path)
    func block(_ steps: [JSON]) -> JSON {
      ["do": "on", "realm": .string(realm), "steps": .array(steps)]
    }
    guard let found = await outcome(of: block(steps), on: device)?.value?.array else { return }
    var names: [String] = []
    for (index, outcome) in found.enumerated() {
      guard StepOutcome(message: outcome).value == true, case .object(var members) = steps[index]
      else { continue }
      let name = newName("widget")
      members["as"] = name
      names.append(name.string ?? "")
      steps[index] = .object(members)
    }
    let version = limits.states[device]?.copies[key]?.version ?? 0
    if visit != .reading, visit == .rival || random.chance(70), isWriter(key, on: device) {
      let write =
        visit == .rival && !names.isEmpty
        ? makeRivalChange(among: &names) : makeWrite(among: &names, at: key.path, version: version)
      setClock(of: device)
      steps.append(write)
    }
    for name in names where random.chance(40) {
      let properties = ["name", "n"] + (version > 0 ? ["size"] : [])
      steps.append([
        "do": "value", "object": .string(name),
        "property": .string(random.pick(properties) ?? "n"),
      ])
      if random.chance(30) {
        steps.append(["do": "follow", "object": .string(name), "property": "next"])
      }
    }
    append(block(steps), on: device)
  }

  /// Steps that look for each object that may be at a path, and count those that are.
  private func looks(at path: String) -> [JSON] {
    let widget = JSON.string(MobileApp.widget)
    let gets: [JSON] = (keys[path] ?? []).map { ["do": "get", "type": widget, "key": .int($0)] }
    return gets + [["do": "query", "type": widget]]
  }

  /// The copy of an open realm.
  private func copy(of realm: String, on device: String) -> MobileLimits.CopyKey? {
    openRealms(on: device).first { $0.name == realm }?.key
  }

  /// Whether a copy may be written to: what becomes of changes by several is asked of those who merge them.
  private func isWriter(_ key: MobileLimits.CopyKey, on device: String) -> Bool {
    settings.features.contains(.merging)
      || limits.writers[key.path, default: []].isSubset(of: [[device, key.identity]])
  }

  private mutating func makeWrite(among names: inout [String], at path: String, version: Int)
    -> JSON
  {
    var changes: [JSON] = []
    let isCancelled = random.chance(6)
    let before = names
    for _ in 0..<random.between(1, 3) {
      guard random.chance(60), let name = random.pick(names) else {
        let created = newName("widget")
        changes.append([
          "do": "create", "type": .string(MobileApp.widget),
          "value": .object(widget(at: path, version: version, linking: names)), "as": created,
        ])
        names.append(created.string ?? "")
        continue
      }
      if random.chance(20) {
        names.removeAll { $0 == name }
        changes.append(["do": "delete", "object": .string(name)])
        continue
      }
      let property = random.pick(["n", "n", "name", "next"] + (version > 0 ? ["size"] : [])) ?? "n"
      let link = random.pick(names).map { ["$ref": .string($0)] as JSON } ?? .null
      let value: JSON =
        property == "next"
        ? random.chance(25) ? .null : link : property == "name" ? text() : digit()
      changes.append([
        "do": "set", "object": .string(name), "property": .string(property), "value": value,
      ])
    }
    var write: JSONObject = ["do": "write", "steps": .array(changes)]
    if isCancelled {
      write["cancel"] = true
      names = before
    }
    return .object(write)
  }

  /// Changes the object that others change at the same time.
  private mutating func makeRivalChange(among names: inout [String]) -> JSON {
    let name = names[names.count - 1]
    let change: JSON
    if random.chance(20) {
      names.removeLast()
      change = ["do": "delete", "object": .string(name)]
    } else {
      let (property, value) = random.chance(70) ? ("n", digit()) : ("name", text())
      change = [
        "do": "set", "object": .string(name), "property": .string(property), "value": value,
      ]
    }
    return ["do": "write", "steps": [change]]
  }

  /// Has two devices that have the same objects change them without knowing of each other.
  mutating func conflict() async {
    var places: [String: [(device: String, name: String)]] = [:]
    for device in limits.devices where limits.states[device]?.isOnline == true {
      for (name, key) in openRealms(on: device) where MobileApp.paths.contains(key.path) {
        places[key.path, default: []].append((device, name))
      }
    }
    let shared = places.filter { Set($0.value.map(\.device)).count > 1 }
    guard let path = random.pick(shared.keys.sorted()), let realms = shared[path] else { return }
    for (device, name) in realms { await synchronize(name, on: device) }
    for (device, name) in realms { await visit(name, on: device, .rival) }
    for (device, name) in random.chance(50) ? realms : realms.reversed() {
      await synchronize(name, on: device)
    }
  }

  @discardableResult
  mutating func synchronize(_ realm: String, on device: String) async -> Bool {
    await appendAsked(["do": "synchronize", "realm": .string(realm)], on: device)
  }

  // MARK: Access

  /// Changes rights in the management realm of a user, and looks at what came of it.
  mutating func changeAccess(on device: String) async {
    let owners = users(on: device).filter { MobileApp.owners.contains($0.identity) }
    guard asks(.mobileRealm(.managementRealm)), let (user, identity) = random.pick(owners) else {
      return
    }
    let realm: String
    if let known = openRealms(on: device).first(where: {
      $0.key == CopyKey(identity: identity, path: MobileApp.managementPath(of: identity))
    }) {
      realm = known.name
    } else {
      realm = newName("realm").string ?? ""
      let step: JSON = [
        "do": "managementRealm", "user": .string(user), "as": .string(realm),
      ]
      guard append(step, on: device) else { return }
    }
    var requests: [(id: String, step: JSON)] = []
    for _ in 0..<random.between(1, 2) {
      let name = newName("change").string ?? ""
      requests.append((name + " id", request(id: name + " id", name)))
    }
    setClock(of: device)
    let write: JSON = ["do": "write", "steps": .array(requests.map(\.step))]
    guard append(["do": "on", "realm": .string(realm), "steps": [write]], on: device),
      random.chance(85)
    else { return }
    guard await synchronize(realm, on: device) else { return }
    var looks: [JSON] = []
    for request in requests where random.chance(60) {
      let name = newName("change")
      looks.append([
        "do": "get", "type": .string(MobileApp.change), "key": .string(request.id), "as": name,
      ])
      looks.append(["do": "value", "object": name, "property": "statusCode"])
    }
    if limits.states[device]?.isOnline == true, !looks.isEmpty {
      append(["do": "on", "realm": .string(realm), "steps": .array(looks)], on: device)
    }
    if random.chance(60) { await useAccess(to: identity) }
  }

  /// Another user tries the realms of an owner.
  private mutating func useAccess(to owner: String) async {
    guard let device = random.pick(limits.devices) else { return }
    if random.chance(40) { logIn(on: device) }
    let others = users(on: device).filter { $0.identity != owner }
    guard let (name, identity) = random.pick(others) else { return }
    open(owner, of: name, identity, on: device)
    let realms = openRealms(on: device).filter {
      $0.key.identity == identity && $0.key.path.hasPrefix("/\(owner)/")
    }
    guard let realm = random.pick(realms)?.name else { return }
    if random.chance(70) { await synchronize(realm, on: device) }
    await visit(realm, on: device)
    await synchronize(realm, on: device)
    if random.chance(40) { askForKnownSession(on: device) }
  }

  private mutating func request(id: String, _ name: String) -> JSON {
    var value: JSONObject = ["id": .string(id)]
    let url = random.pick(MobileApp.paths.filter { !MobileApp.isForProgress($0) }) ?? ""
    value["realmUrl"] = .string(
      random.chance(15)
        ? "*" : random.chance(15) ? "realm://server/~/widgets" : "realm://server\(url)"
    )
    value["userId"] = .string(random.chance(20) ? "*" : random.pick(MobileApp.owners) ?? "*")
    let rights = random.chance(20) ? [true, true, true] : random.pick(MobileApp.rights) ?? []
    for (name, right) in zip(MobileApp.rightNames, rights) { value[name] = right }
    return [
      "do": "create", "type": .string(MobileApp.change), "value": .object(value),
      "as": .string(name),
    ]
  }

  // MARK: Backups

  mutating func useBackup(on device: String) async {
    guard asks(.mobileServer(.backUpServer)) else { return }
    let files = limits.names.keys.sorted().filter { name in
      guard let known = limits.names[name], known.device == device, case .realm = known.named
      else { return false }
      return true
    }
    let resets = files.filter { name in
      guard case .realm(let key)? = limits.names[name]?.named else { return false }
      return limits.states[device]?.copies[key]?.reset != MobileDeviceState.Reset.none
    }
    if let name = random.pick(resets.isEmpty ? files : resets) {
      if random.chance(40) { append(["do": "resetInfo", "realm": .string(name)], on: device) }
      if random.chance(75) { reset(name, on: device) }
    }
    let backups = limits.names.keys.sorted().filter { name in
      if case .backupOfServer? = limits.names[name]?.named { true } else { false }
    }
    guard let backup = random.pick(backups), random.chance(60) else {
      append(["do": "backUpServer", "as": newName("backup")], on: device)
      return
    }
    // What the backup lacks is what it is about.
    if let (name, _) = random.pick(openRealms(on: device)), random.chance(70) {
      await visit(name, on: device)
      await synchronize(name, on: device)
    }
    append(["do": "restoreServer", "backup": .string(backup)], on: device)
    for (name, _) in openRealms(on: device) where random.chance(50) {
      await synchronize(name, on: device)
      if random.chance(40) { reset(name, on: device) }
    }
  }

  /// Resets a realm that is to be reset, and opens the backup of one that was.
  private mutating func reset(_ name: String, on device: String) {
    guard case .realm(let key)? = limits.names[name]?.named,
      let copy = limits.states[device]?.copies[key]
    else { return }
    switch copy.reset {
    case .none: return
    case .told:
      for open in copy.names.sorted() {
        append(["do": "close", "realm": .string(open)], on: device)
      }
      append(["do": "startReset", "realm": .string(name)], on: device)
      if random.chance(60) { reset(name, on: device) }
    case .done:
      let backup = newName("realm")
      let isOpen = append(
        ["do": "openBackup", "realm": .string(name), "as": backup],
        on: device
      )
      guard isOpen else { return }
      append(["do": "on", "realm": backup, "steps": .array(looks(at: key.path))], on: device)
    }
  }
}
