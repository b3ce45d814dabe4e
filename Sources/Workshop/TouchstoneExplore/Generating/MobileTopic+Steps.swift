import Formats
import JSON
import Touchstone

/// What is done with rights, backups and progress.
extension ProgramGenerator where Topic == MobileTopic {
  @discardableResult
  mutating func synchronize(_ realm: String, on device: String) -> Bool {
    appendAsked(["do": "synchronize", "realm": .string(realm)], on: device)
  }

  // MARK: Access

  /// Changes rights in the management realm of a user, and looks at what came of it.
  mutating func changeAccess(on device: String) {
    let owners = users(on: device).filter { MobileApp.owners.contains($0.identity) }
    guard let (user, identity) = random.pick(owners) else { return }
    let management = CopyKey(identity: identity, path: MobileApp.managementPath(of: identity))
    var realm = openRealms(on: device).first { $0.key == management }.map { JSON.string($0.name) }
    if realm == nil {
      let step: JSON = ["do": "managementRealm", "user": .string(user), "as": newHandle("realm")]
      guard append(step, on: device) else { return }
      realm = step["as"]
    }
    let requests = (0..<random.between(1, 2)).map { _ in request(by: identity) }
    setClock(of: device, knowing: management)
    let write: JSON = ["do": "write", "steps": .array(requests)]
    guard append(Edits.steps([write], in: realm), on: device), random.chance(85),
      appendAsked(["do": "synchronize", "realm": realm ?? .null], on: device)
    else { return }
    var looks: [JSON] = []
    for request in requests where random.chance(60) {
      let (name, type) = (newHandle("change"), request["type"] ?? .null)
      let id = request["value"]?["id"] ?? .null
      looks.append(["do": "get", "type": type, "key": id, "as": name])
      let property: JSON = type == .string(MobileApp.offer) ? "token" : "statusCode"
      looks.append(["do": "value", "object": name, "property": property])
    }
    if limits.states[device]?.isOnline == true, !looks.isEmpty {
      append(Edits.steps(looks, in: realm), on: device)
    }
    if random.chance(60) { useAccess(to: identity) }
  }

  /// Another user tries the realms of an owner.
  private mutating func useAccess(to owner: String) {
    guard let device = random.pick(limits.devices) else { return }
    let logins = MobileApp.logins.filter { $0.identity != owner }
    if users(on: device).allSatisfy({ $0.identity == owner }) || random.chance(40),
      let login = random.pick(logins)
    {
      authenticate(login.arguments, on: device)
    }
    let others = users(on: device).filter { $0.identity != owner }
    guard let (name, identity) = random.pick(others) else { return }
    open(owner, of: name, identity, on: device)
    let realms = openRealms(on: device).filter {
      $0.key.identity == identity && $0.key.path.hasPrefix("/\(owner)/")
    }
    guard let realm = random.pick(realms)?.name else { return }
    if random.chance(70) { synchronize(realm, on: device) }
    visit(realm, on: device)
    synchronize(realm, on: device)
    if random.chance(40) { askForKnownSession(on: device) }
  }

  /// The creation of a change of access, or of an offer: mostly about a realm of the user, and another user.
  private mutating func request(by identity: String) -> JSON {
    let isOffer = settings.features.contains(.permissionOffers) && random.chance(20)
    let name = newName("change")
    let owner = random.chance(70) ? identity : random.pick(MobileApp.owners) ?? identity
    let url = "realm://server/\(random.chance(15) ? "~" : owner)/\(place())"
    var value: JSONObject = ["id": .string(name + " id"), "realmUrl": .string(url)]
    var rights = MobileApp.rightNames.map { _ in JSON.bool(random.chance(50)) }
    if !isOffer {
      if random.chance(25) { value["realmUrl"] = "*" }
      let others = MobileApp.owners.filter { $0 != identity || random.chance(30) }
      value["userId"] = .string(random.chance(20) ? "*" : random.pick(others) ?? "*")
      rights = random.chance(20) ? [true, true, true] : random.pick(MobileApp.rights) ?? []
    }
    for (name, right) in zip(MobileApp.rightNames, rights) { value[name] = right }
    return [
      "do": "create", "type": .string(isOffer ? MobileApp.offer : MobileApp.change),
      "value": .object(value), "as": .string(name),
    ]
  }

  // MARK: Backups

  mutating func useBackup(on device: String) {
    guard asks(.mobileServer(.backUpServer)) else { return }
    let files = limits.names(of: .realm, on: device)
    let resets = files.filter { name in
      limits.key(of: name).map {
        limits.states[device]?.copies[$0]?.reset != MobileDeviceState.Reset.none
      }
        ?? false
    }
    if let name = random.pick(resets.isEmpty ? files : resets) {
      if random.chance(40) { append(["do": "resetInfo", "realm": .string(name)], on: device) }
      if random.chance(75) { reset(name, on: device) }
    }
    guard let backup = random.pick(limits.names(of: .backup, on: nil)), random.chance(60) else {
      append(["do": "backUpServer", "as": newHandle("backup")], on: device)
      return
    }
    // What the backup lacks is what it is about.
    if let (name, _) = random.pick(openRealms(on: device)), random.chance(70) {
      visit(name, on: device)
      synchronize(name, on: device)
    }
    append(["do": "restoreServer", "backup": .string(backup)], on: device)
    for (name, _) in openRealms(on: device) where random.chance(50) {
      synchronize(name, on: device)
      if random.chance(80) { reset(name, on: device) }
    }
  }

  /// Resets a realm that is to be reset, and opens the backup of one that was.
  private mutating func reset(_ name: String, on device: String) {
    guard let key = limits.key(of: name),
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
      let backup = newHandle("realm")
      let isOpen = append(
        ["do": "openBackup", "realm": .string(name), "as": backup],
        on: device
      )
      guard isOpen else { return }
      let widgets = topic.keys[key.path]?[MobileApp.widget] ?? []
      let looks = widgets.map { key -> JSON in
        ["do": "get", "type": .string(MobileApp.widget), "key": .int(key)]
      }
      append(["do": "on", "realm": backup, "steps": .array(looks + [MobileApp.count])], on: device)
    }
  }
}
