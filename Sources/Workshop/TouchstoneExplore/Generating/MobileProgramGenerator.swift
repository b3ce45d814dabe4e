import Formats
import JSON
import Touchstone

/// Makes random programs with users and devices of an object server: realms that they share, give away and take back,
/// work on offline, log out of, and lose to a server that was restored.
///
/// What a synchronization brings depends on everybody else: a guide, on which the program runs while it grows, is asked
/// how a step ends and which objects there are. What may be done next stands in `MobileLimits`, which sees each step before it is taken.
struct MobileProgramGenerator {
  /// What a program is about beside the realms of its users.
  enum Subject { case access, backups, progress, merging }

  /// How a realm is visited.
  enum Visit {
    /// Something may be changed.
    case any
    case reading
    /// Something is changed that others change, too.
    case rival(Rivalry)

    var mayChange: Bool { if case .reading = self { false } else { true } }
    var isRival: Bool { if case .rival = self { true } else { false } }
  }

  typealias CopyKey = MobileLimits.CopyKey

  let settings: ExploreSettings
  private let guide: any SteppedImplementation
  /// The program as it runs; nil before its first step.
  private var running: (any SteppedCase)?
  var random: SplitMix64
  var program = Program()
  var limits: MobileLimits
  private(set) var subject = Subject.access
  /// Whether most of it is about one realm of one user on all devices.
  private var isNarrow = false
  private var nameCount = 0
  private var number: Int64 = 0
  private var times = ShownTimes()
  /// The keys of the objects that were created at each path.
  private(set) var keys: [String: [Int64]] = [:]
  /// What tells objects without a key apart.
  private(set) var marks: [String: [Int64]] = [:]

  /// A generator of one program; the guide is asked what there is.
  init(seed: UInt64, _ settings: ExploreSettings, _ guide: any SteppedImplementation) {
    self.settings = settings
    self.guide = guide
    random = SplitMix64(ofProgram: seed)
    limits = MobileLimits()
  }

  mutating func makeProgram() -> Program {
    let subjects: [Subject] = [.access, .access, .backups, .backups, .progress]
    let merges = settings.features.isSuperset(of: [.merging, .devices, .clock])
    subject = random.pick(merges ? subjects + [.merging, .merging, .merging] : subjects) ?? .access
    isNarrow = subject == .merging || random.chance(40)
    makeServer()
    begin()
    setLogLevels()
    for device in limits.devices where subject == .merging || random.chance(85) {
      if subject == .merging {
        authenticate(MobileApp.logins[0].arguments, on: device)
      } else {
        logIn(on: device)
      }
      open(on: device)
    }
    for _ in 0..<random.between(5, subject == .merging ? 10 : 16) { addStep() }
    settle()
    return program
  }

  // MARK: The server

  private mutating func makeServer() {
    let percent = subject == .merging ? 30 : 8
    let names = MobileApp.kinds.map(\.name).filter { _ in random.chance(percent) }
    program.schema = MobileApp.schema(with: names, hasNotes: random.chance(percent))
    program.configuration = ["sync": "none", "events": .null, "mobilePlatform": [:]]
    limits = MobileLimits(program) ?? limits
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
      let objects = (0..<count).map { _ in JSON.object(widget(newKey(at: path))) }
      realms[path] = .object([MobileApp.widget: .array(objects)])
    }
    var setting: JSONObject = ["accounts": .object(accounts), "serverRealms": .object(realms)]
    if settings.features.contains(.devices), subject == .merging || random.chance(75) {
      setting["devices"] = random.chance(60) ? ["first", "second"] : ["first", "second", "third"]
    }
    program.configuration["mobilePlatform"] = .object(setting)
    limits = MobileLimits(program) ?? limits
  }

  /// A key that no object at a path has had.
  mutating func newKey(at path: String) -> Int64 {
    number += 1
    keys[path, default: []].append(number)
    return number
  }

  mutating func newMark(at path: String) -> Int64 {
    number += 1
    marks[path, default: []].append(number)
    return number
  }

  private mutating func setLogLevels() {
    guard asks(.mobileServer(.setLogLevel)), random.chance(8) else { return }
    let level = JSON.string(random.pick(MobileServerStep.logLevels) ?? "info")
    for device in limits.devices { append(["do": "setLogLevel", "level": level], on: device) }
  }

  // MARK: Steps

  private mutating func addStep() {
    let device = random.pick(limits.devices) ?? limits.devices[0]
    if users(on: device).isEmpty, random.chance(70) { logIn(on: device) }
    if openRealms(on: device).isEmpty, random.chance(70) { open(on: device) }
    if subject == .merging, random.chance(60) { return conflict() }
    switch random.below(100) {
    case 0..<6: logIn(on: device)
    case 6..<18: open(on: device)
    case 18..<38: visit(on: device)
    case 38..<56: synchronize(on: device)
    case 56..<61: toggleConnection(of: device)
    case 61..<66: leave(device)
    case 66..<70: restart(device)
    case 70..<74: close(on: device)
    case 74..<82 where subject == .progress || subject == .merging: conflict()
    default:
      switch subject {
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
    let usual = MobileApp.logins[isNarrow && random.chance(80) ? 0 : random.below(2)]
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
    step["as"] = newName("user")
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
    let others = subject == .access && (!isOwner || random.chance(isNarrow ? 20 : 50))
    let owner = others ? random.pick(MobileApp.owners) ?? identity : identity
    guard MobileApp.owners.contains(owner) else { return }
    open(owner, of: name, identity, on: device)
  }

  /// Opens a realm in the home of an owner.
  mutating func open(_ owner: String, of name: String, _ identity: String, on device: String) {
    let path = "/\(owner)/\(subject == .progress && random.chance(60) ? "bytes" : place())"
    var step: JSONObject = ["do": "open", "user": .string(name), "as": newName("realm")]
    let isShort = owner == identity && random.chance(60)
    let scheme = random.chance(10) ? "realms" : "realm"
    let rest = isShort ? "/~/" + path.split(separator: "/")[1] : path
    step["url"] = .string("\(scheme)://server\(rest)")
    let copy = limits.states[device]?.copies[CopyKey(identity: identity, path: path)]
    if settings.features.contains(.additiveSchema) {
      if copy?.version == 1 || random.chance(8) {
        step["schema"] = MobileApp.added(to: program.schema)
        step["schemaVersion"] = 1
      } else if copy?.exists == true, copy?.names.isEmpty == true, random.chance(40) {
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
    guard asks(.eventRealm(.goOffline)), let state = limits.states[device] else { return }
    append(["do": state.isOnline ? "goOffline" : "goOnline"], on: device)
  }

  private mutating func restart(_ device: String) {
    guard asks(.eventRealm(.restart)) else { return }
    append(["do": "restart"], on: device)
    if random.chance(60) { append(["do": "users"], on: device) }
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

  func asks(_ kind: StepKind) -> Bool { settings.asks(kind) }

  /// The names of users who are logged in on a device.
  func users(on device: String) -> [(name: String, identity: String)] {
    limits.names.compactMap { name, known in
      guard known.device == device, case .user(let identity) = known.named,
        limits.states[device]?.isActive(identity) == true
      else { return nil }
      return (name, identity)
    }.sorted { $0.name.wasGiven(before: $1.name) }
  }

  /// The names of realms that are open on a device.
  func openRealms(on device: String) -> [(name: String, key: CopyKey)] {
    limits.names.compactMap { name, known in
      guard known.device == device, case .realm(let key) = known.named,
        limits.states[device]?.copies[key]?.names.contains(name) == true
      else { return nil }
      return (name, key)
    }.sorted { $0.name.wasGiven(before: $1.name) }
  }

  /// Adds a step unless something in it is open.
  @discardableResult
  mutating func append(_ step: JSON, on device: String) -> Bool {
    guard add(step, on: device) else { return false }
    _ = run(step, on: device)
    return true
  }

  /// Adds a step that transfers something; the guide tells whether it fails.
  @discardableResult
  mutating func appendAsked(_ step: JSON, on device: String) -> Bool {
    guard limits.states[device]?.isOnline == true else {
      return append(step.with("fails", .string(ErrorCode.offline.rawValue)), on: device)
    }
    let failing = step.with("fails", .string(ErrorCode.sessionInvalid.rawValue))
    guard limits.allowing(step, on: device) != nil || limits.allowing(failing, on: device) != nil,
      let outcome = run(step, on: device)
    else { return false }
    var step = step
    if case .error(let error) = outcome { step = step.with("fails", .string(error.code)) }
    if add(step, on: device) { return true }
    // The step was not to be carried out.
    begin()
    return false
  }

  private mutating func add(_ step: JSON, on device: String) -> Bool {
    guard let longer = limits.allowing(step, on: device) else { return false }
    limits = longer
    program.add([step], at: place(of: device))
    return true
  }

  /// Has the guide run the program so far.
  private mutating func begin() {
    running = try? guide.begin(program.message)
    _ = running?.run(program.steps.map(Step.init))
  }

  /// What the guide answers to a step after the program as it is.
  func run(_ step: JSON, on device: String) -> StepOutcome? {
    running?.run([step], at: place(of: device)).last
  }

  private func place(of device: String) -> Place? {
    device == limits.devices[0] ? nil : Place(argument: "device", name: device)
  }

  mutating func newName(_ word: String) -> JSON {
    nameCount += 1
    return .string("\(word)\(nameCount)")
  }

  mutating func text() -> JSON { .string(random.pick(["", "gear", "Ω", "a \"b\""]) ?? "") }

  mutating func digit() -> JSON { .int(Int64(random.below(10))) }

  /// One of the names that realms for objects have.
  private mutating func place() -> String {
    random.chance(isNarrow ? 95 : 75) ? "widgets" : "Widgets"
  }

  /// Sets the clock to a time that it never shows again, on whatever device; mostly after all that a copy knows of.
  mutating func setClock(of device: String, knowing key: CopyKey? = nil) {
    guard asks(.clock(.setClock)) else { return }
    let latest = key.flatMap { key in
      limits.latestTime(known: limits.states[device]?.copies[key], key.path)
    }
    var second = Int64(random.below(60))
    if let latest, random.chance(85) {
      second += (latest - ShownTimes.epoch) / 1000 + 1
    } else if random.chance(15) {
      second += Int64(random.below(1000))
    }
    append(times.setClock(from: second), on: device)
  }
}

extension String {
  /// The numbers in names grow.
  fileprivate func wasGiven(before other: String) -> Bool {
    func number(_ name: String) -> Int { Int(name.drop { !$0.isNumber }) ?? 0 }
    return number(self) < number(other)
  }
}
