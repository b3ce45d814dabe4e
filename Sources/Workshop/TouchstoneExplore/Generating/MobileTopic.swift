import Formats
import JSON
import Touchstone

/// Programs with users and devices of an object server: realms that they share, give away and take back, work on offline,
/// log out of, and lose to a server that was restored.
struct MobileTopic: GuidedTopic {
  /// What a program is about beside the realms of its users.
  enum Subject { case access, backups, progress, merging }

  typealias Limits = MobileLimits

  static let placeArgument = "device"
  static let entryKeys = ["k", "l", "m"]
  static let reusesKeys = true
  static let repeatsValues = true

  var subject = Subject.access
  /// Whether most of it is about one realm of one user on all devices.
  var isNarrow = false
  /// The keys of the objects that were created at each path, by class: what tells them apart if they have none.
  var keys: [String: [String: [Int64]]] = [:]

  /// Takes note of a key that an object has at a path.
  mutating func note(_ key: Int64, of type: String, at path: String) {
    if keys[path]?[type]?.contains(key) ?? false { return }
    keys[path, default: [:]][type, default: []].append(key)
  }

  var deletes: Bool { true }
  var clearsLinks: Bool { true }

  static func make(_ generator: inout ProgramGenerator<Self>) { generator.make() }

  static func plain(
    _ type: PropertyType,
    of property: String,
    _ generator: inout ProgramGenerator<Self>
  ) -> JSON {
    switch type.scalar {
    case .string: generator.text()
    case .mixed: generator.mixed()
    default: property == MobileApp.mark ? .int(generator.newNumber()) : generator.digit()
    }
  }
}

extension ProgramGenerator where Topic == MobileTopic {
  typealias CopyKey = MobileLimits.CopyKey

  fileprivate mutating func make() {
    let subjects: [MobileTopic.Subject] = [.access, .access, .backups, .backups, .progress]
    let merges = settings.features.isSuperset(of: [.merging, .devices, .clock])
    topic.subject =
      random.pick(merges ? subjects + [.merging, .merging, .merging] : subjects) ?? .access
    topic.isNarrow = topic.subject == .merging || random.chance(40)
    makeServer()
    begin()
    setLogLevels()
    for device in limits.devices where topic.subject == .merging || random.chance(85) {
      if topic.subject == .merging {
        authenticate(MobileApp.logins[0].arguments, on: device)
      } else {
        logIn(on: device)
      }
      open(on: device)
    }
    for _ in 0..<random.between(5, topic.subject == .merging ? 10 : 16) { addStep() }
    settle()
  }

  // MARK: The server

  private mutating func makeServer() {
    let percent = topic.subject == .merging ? 30 : 8
    let names = MobileApp.kinds.map(\.name).filter { _ in random.chance(percent) }
    program.schema = MobileApp.schema(with: names, hasNotes: random.chance(percent))
    program.configuration = ["sync": "none", "events": .null, "mobilePlatform": [:]]
    limits = (try? MobileLimits(program)) ?? limits
    var accounts: JSONObject = [:]
    for (name, account) in MobileApp.accounts where name != "cy" || random.chance(40) {
      var members = account.object ?? [:]
      if name == "ana", settings.features.contains(.accounts), random.chance(40) {
        members["tokens"] = MobileApp.tokens
      }
      accounts[name] = .object(members)
    }
    var realms: JSONObject = [:]
    let areAllThere = random.chance(50)
    for path in MobileApp.paths where areAllThere || random.chance(30) {
      let count = MobileApp.isForProgress(path) ? 0 : random.below(3)
      let objects = (0..<count).map { _ in makeWidget() }
      for object in objects { topic.note(object["_id"]?.int ?? 0, of: MobileApp.widget, at: path) }
      realms[path] = .object([MobileApp.widget: .array(objects)])
    }
    var setting: JSONObject = ["accounts": .object(accounts), "serverRealms": .object(realms)]
    if settings.features.contains(.devices), topic.subject == .merging || random.chance(75) {
      setting["devices"] = random.chance(60) ? ["first", "second"] : ["first", "second", "third"]
    }
    program.configuration["mobilePlatform"] = .object(setting)
    limits = (try? MobileLimits(program)) ?? limits
  }

  /// An object as the server holds it: how links are written there is not specified.
  private mutating func makeWidget() -> JSON {
    var widget = members(of: MobileApp.widget) ?? [:]
    for name in MobileApp.holdingLinks { widget[name] = nil }
    return .object(widget)
  }

  private mutating func setLogLevels() {
    guard random.chance(8) else { return }
    let level = JSON.string(random.pick(MobileServerStep.logLevels) ?? "info")
    for device in limits.devices { append(["do": "setLogLevel", "level": level], on: device) }
  }

  // MARK: Steps

  private mutating func addStep() {
    let device = random.pick(limits.devices) ?? limits.devices[0]
    if users(on: device).isEmpty, random.chance(70) { logIn(on: device) }
    if openRealms(on: device).isEmpty, random.chance(70) { open(on: device) }
    if topic.subject == .merging, random.chance(60) { return conflict() }
    switch random.below(100) {
    case 0..<6: logIn(on: device)
    case 6..<18: open(on: device)
    case 18..<38: visit(on: device)
    case 38..<56: synchronize(on: device)
    case 56..<61: toggleConnection(of: device)
    case 61..<66: leave(device)
    case 66..<70: restart(device)
    case 70..<74: close(on: device)
    case 74..<82 where topic.subject == .progress || topic.subject == .merging: conflict()
    default:
      switch topic.subject {
      case .access: changeAccess(on: device)
      case .backups: useBackup(on: device)
      case .progress: watch(on: device)
      case .merging: conflict()
      }
    }
    if random.chance(35) { askSomething(on: device) }
  }

  mutating func logIn(on device: String) {
    if random.chance(8) {
      guard let refused = random.pick(MobileApp.refusedLogins) else { return }
      return authenticate(refused.arguments, failing: refused.code, on: device)
    }
    // Most of a program is about the users with homes.
    let usual = MobileApp.logins[topic.isNarrow && random.chance(80) ? 0 : random.below(2)]
    guard let login = random.chance(75) ? usual : random.pick(MobileApp.logins) else { return }
    authenticate(login.arguments, on: device)
  }

  mutating func authenticate(
    _ arguments: JSONObject,
    failing code: ErrorCode? = nil,
    on device: String
  ) {
    let isPlain = arguments["provider"] == "password" && arguments["register"] == nil
    let accounts = program.configuration["mobilePlatform"]?["accounts"]
    let isKnown = arguments["username"] != "cy" || accounts?["cy"] != nil
    guard isPlain || settings.features.contains(.accounts), isKnown,
      arguments["provider"] != "facebook" || accounts?["ana"]?["tokens"] != nil
    else { return }
    var step = arguments
    step["do"] = "authenticate"
    step["as"] = newHandle("user")
    // An access token alone is not looked at by the server (USER-14, USER-27).
    let asksServer = arguments["provider"] != "_access_token"
    let isOffline = asksServer && limits.states[device]?.isOnline == false
    step["fails"] = (isOffline ? .offline : code).map { .string($0.rawValue) }
    append(.object(step), on: device)
  }

  private mutating func open(on device: String) {
    let owners = users(on: device).filter { $0.identity != MobileApp.root }
    guard let (name, identity) = random.pick(owners) else { return }
    let isOwner = MobileApp.owners.contains(identity)
    let others = topic.subject == .access && (!isOwner || random.chance(topic.isNarrow ? 20 : 50))
    let owner = others ? random.pick(MobileApp.owners) ?? identity : identity
    guard MobileApp.owners.contains(owner) else { return }
    open(owner, of: name, identity, on: device)
  }

  /// Opens a realm in the home of an owner.
  mutating func open(_ owner: String, of name: String, _ identity: String, on device: String) {
    let path = "/\(owner)/\(topic.subject == .progress && random.chance(60) ? "bytes" : place())"
    var step: JSONObject = ["do": "open", "user": .string(name), "as": newHandle("realm")]
    let isShort = owner == identity && random.chance(60)
    let scheme = random.chance(10) ? "realms" : "realm"
    let rest = isShort ? "/~/" + path.split(separator: "/")[1] : path
    step["url"] = .string("\(scheme)://server\(rest)")
    let copy = limits.states[device]?.copies[CopyKey(identity: identity, path: path)]
    if settings.features.contains(.additiveSchema) {
      if copy?.version == 1 || random.chance(8) {
        step["schema"] = MobileApp.added(to: program.schema)
        step["schemaVersion"] = 1
      } else if copy?.exists == true, copy?.names.isEmpty == true, random.chance(50) {
        step["schema"] = MobileApp.changed(of: program.schema)
        step["schemaVersion"] = 2
        step["fails"] = .string(ErrorCode.incompatibleSchema.rawValue)
      }
    }
    if random.chance(4) {
      step["url"] = random.pick(MobileApp.invalidURLs).map(JSON.string)
      step["fails"] = .string(ErrorCode.invalidRealmURL.rawValue)
    }
    guard append(.object(step), on: device), random.chance(25) else { return }
    askForSession(of: name, path, on: device)
  }

  private mutating func close(on device: String) {
    guard let (name, _) = random.pick(openRealms(on: device)) else { return }
    append(["do": "close", "realm": .string(name)], on: device)
  }

  private mutating func synchronize(on device: String) {
    guard let (name, _) = random.pick(openRealms(on: device)) else { return }
    var step: JSONObject = ["do": "synchronize", "realm": .string(name)]
    if settings.features.contains(.transfer), random.chance(15) {
      step["do"] = "transfer"
      step["direction"] = "upload"
      step["transactions"] = .int(Int64(random.between(1, 2)))
    }
    guard appendAsked(.object(step), on: device) else { return }
    if random.chance(60) { visit(name, on: device) }
    if random.chance(30) { askForKnownSession(on: device) }
  }

  private mutating func toggleConnection(of device: String) {
    guard let state = limits.states[device] else { return }
    append(["do": state.isOnline ? "goOffline" : "goOnline"], on: device)
  }

  private mutating func restart(_ device: String) {
    guard append(["do": "restart"], on: device), random.chance(60) else { return }
    append(["do": "users"], on: device)
  }

  /// Logs a user out, who may come back before or after the uploads have ended.
  private mutating func leave(_ device: String) {
    guard let (name, identity) = random.pick(users(on: device)) else { return }
    guard append(["do": "logOut", "user": .string(name)], on: device) else { return }
    if random.chance(40) { append(["do": "userState", "user": .string(name)], on: device) }
    if random.chance(30) { toggleConnection(of: device) }
    let login = MobileApp.logins.first { $0.identity == identity }
    if random.chance(70) { append(["do": "waitForUploads"], on: device) }
    if let login, random.chance(60) { authenticate(login.arguments, on: device) }
  }

  // MARK: Parts

  /// The names of users who are logged in on a device.
  func users(on device: String) -> [(name: String, identity: String)] {
    limits.names(of: .user, on: device).compactMap { name in
      guard let identity = limits.identity(of: name),
        limits.states[device]?.isActive(identity) == true
      else { return nil }
      return (name, identity)
    }
  }

  /// The names of realms that are open on a device.
  func openRealms(on device: String) -> [(name: String, key: CopyKey)] {
    limits.names(of: .realm, on: device).compactMap { name in
      guard let key = limits.key(of: name),
        limits.states[device]?.copies[key]?.names.contains(name) == true
      else { return nil }
      return (name, key)
    }
  }

  fileprivate mutating func text() -> JSON {
    .string(random.pick(["", "gear", "Ω", "a \"b\""]) ?? "")
  }

  fileprivate mutating func mixed() -> JSON {
    // Collections that several devices put there are united.
    let collections = topic.subject == .merging ? 6 : 3
    return
      switch random.below(settings.features.contains(.mixedCollections) ? 3 + collections : 3)
    {
    case 0: .null
    case 1: text()
    case 2: digit()
    case 3, 6, 7: [digit(), digit()]
    case 4: .object([entryKey(): digit()])
    default: .object(["k": digit(), "l": text()])
    }
  }

  /// One of the names that realms for objects have.
  mutating func place() -> String {
    random.chance(topic.isNarrow ? 95 : 75) ? "widgets" : "Widgets"
  }

  /// Sets the clock of a device, mostly behind all that a copy knows of.
  mutating func setClock(of device: String, knowing key: CopyKey? = nil) {
    let latest = key.flatMap { key in
      limits.latestTime(known: limits.states[device]?.copies[key], key.path)
    }
    append(clock(behind: latest, within: random.chance(15) ? 1000 : 60), on: device)
  }
}
