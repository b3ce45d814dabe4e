import Formats
import JSON
import Touchstone

/// What programs of class `mobile-platform` keep to, so that nothing happens in them that the specification leaves open
/// ("What is open" in each chapter): whether a step fails is known from the answer of the model instead.
///
/// - The accounts and paths are those of one app. Each transaction has a time of its own.
/// - Where transactions are counted, each of them makes an object, so that it is known to change something.
/// - A program is about access or about restored backups, so that it is known why a session ends.
/// - What a copy holds is not asked any more when its user lacked access to it.
/// - After logging out nothing is asked before the uploads have ended.
/// - A realm whose session is told numbers of bytes is never synchronized.
struct MobileLimits: ProgramLimits {
  typealias CopyKey = MobileDeviceState.CopyKey

  let schema: ProgramSchema
  let devices: [String]
  var states: [String: MobileDeviceState] = [:]
  /// What names stand for.
  var walk: ProgramWalk
  /// Names of which it is open what they still stand for.
  var forgotten: Set<String> = []
  /// What a program uses that no table of steps tells.
  var needs: Set<Feature> = []
  let initialPaths: Set<String>
  /// The ids of requests in management realms.
  var keys: Set<JSON> = []
  /// What was done at each path.
  var merges: [String: MergeLimits] = [:]
  var times: Set<JSON> = []
  /// The copies in which something was written, by path.
  var writers: [String: Set<[String]>] = [:]
  var orders: [String: CommitOrder] = [:]
  var isAboutAccess = false
  var isAboutBackups = false
  var hasRestored = false
  /// Whether a path was opened that was not there when the program began.
  var hasNewRealms = false
  var hasChangesOfAllRealms = false
  var hasManagers = false
  /// Whether a right to manage is taken away by a change that does not state the others.
  var losesManagers = false
  var hasAdditions = false
  var hasTransfers = false
  /// Whether there was a transaction that may have changed nothing.
  var hasIdleWrites = false

  /// The features that a program needs beside those of its steps.
  static func needs(of testCase: Case) -> Set<Feature> {
    var program = Program()
    program.configuration = testCase.configuration.object ?? [:]
    program.schema = testCase.schema.json.object ?? [:]
    guard var limits = MobileLimits(program) else { return [] }
    _ = limits.allow(testCase.steps)
    return limits.needs
  }

  /// Nothing, on no device.
  init() { (schema, devices, initialPaths, walk) = ([:], [], [], ProgramWalk([:], nil)) }

  var places: [String] { devices }

  init?(_ program: Program) {
    let configuration = JSON.object(program.configuration)
    schema = ProgramSchema(.object(program.schema))
    walk = ProgramWalk(schema, configuration)
    guard configuration["sync"] == "none", configuration["events"] == .null,
      let setting = configuration[.mobilePlatform]
    else { return nil }
    for (name, account) in setting[.accounts] ?? [:] {
      guard var expected = MobileApp.accounts[name]?.object else { return nil }
      if account["tokens"] != nil {
        needs.insert(.accounts)
        expected["tokens"] = MobileApp.tokens
      }
      guard account == .object(expected), name == "ana" || account["tokens"] == nil else {
        return nil
      }
    }
    let realms = setting[.serverRealms] ?? [:]
    initialPaths = Set(realms.keys)
    devices = MobilePlatform.devices(of: configuration)
    if devices.count > 1 { needs.insert(.devices) }
    for device in devices { states[device] = MobileDeviceState() }
    guard initialPaths.isSubset(of: MobileApp.paths), Set(devices).count == devices.count,
      !devices.contains("")
    else {
      return nil
    }
    for (path, classes) in realms {
      guard classes.object?.keys.allSatisfy({ $0 == MobileApp.widget }) ?? false else { return nil }
      let objects = classes[MobileApp.widget]?.array ?? []
      guard Set(objects.map { $0["_id"] ?? .null }).count == objects.count else { return nil }
      for object in objects {
        // How links are written there is not specified.
        guard schema.isWhole(object, of: MobileApp.widget),
          MobileApp.holdingLinks.allSatisfy({ object[$0] == nil }),
          merges[path, default: MergeLimits()].allow(initial: object, schema)
        else { return nil }
      }
    }
  }

  mutating func allow(_ steps: [Step]) -> Bool {
    steps.allSatisfy { allow($0, on: walk.place.device) }
  }

  private mutating func allow(_ step: Step, on device: String) -> Bool {
    guard var state = states[device] else { return false }
    defer { walk.note(step) }
    switch step.kind {
    case .flexibleSync(.on):
      if let other = step[.device] {
        guard device == devices[0], devices.dropFirst().contains(other), step[.openRealm] == nil
        else { return false }
        let outer = walk.enter(step)
        defer { walk.leave(to: outer) }
        return allow(step.steps)
      }
      return allowBlock(step, on: device)
    case .clock(.setClock):
      guard times.insert(step[.time] ?? .null).inserted else { return false }
      guard let time = step.instant else { return false }
      state.time = time
    case .eventRealm(let kind):
      guard allow(kind, step, on: device, &state) else { return false }
    case .flexibleSync(.synchronize), .mobileRealm(.transfer):
      guard allowTransfer(step, on: device, &state) else { return false }
    case .flexibleSync(.serverObjects):
      // When an addition to a schema arrives is not specified.
      guard schema[step[.type] ?? ""]?.isEmbedded == false, !hasAdditions,
        MobileApp.paths.contains(step[.path] ?? "")
      else { return false }
    case .mobileUser(let kind):
      guard allow(kind, step, on: device, &state) else { return false }
    case .mobileRealm(let kind):
      guard allow(kind, step, on: device, &state) else { return false }
    case .mobileSession(let kind):
      guard allow(kind, step, on: device, &state) else { return false }
    case .mobileServer(let kind):
      guard allow(kind, step, on: device, &state) else { return false }
    default: return false
    }
    if step.kind != .mobileServer(.setLogLevel) { state.hasBegun = true }
    states[device] = state
    return true
  }

  // MARK: Names

  /// The names of a kind that can be used on a device, or anywhere, in the order in which they were given.
  func names(of kind: HandleKind, on device: String?) -> [String] {
    walk.names.filter { name, known in
      known.kind == kind && !forgotten.contains(name)
        && device.map { walk.knows(name, on: $0) } ?? true
    }.keys.sorted { $0.wasGiven(before: $1) }
  }

  private func step(_ name: String?, _ kind: HandleKind, on device: String) -> Step? {
    guard let name, walk.knows(name, on: device), !forgotten.contains(name),
      walk.names[name]?.kind == kind
    else { return nil }
    return walk.names[name]?.step
  }

  /// Whom a name of a user stands for.
  func identity(of user: String?) -> String? {
    user.flatMap { walk.names[$0]?.step }.flatMap(MobileApp.identity)
  }

  /// The copy that a name of a realm, a session or a watch is about; nil for the backup of a reset.
  func key(of name: String?) -> CopyKey? {
    guard let step = name.flatMap({ walk.names[$0]?.step }) else { return nil }
    if let session = step[.session] { return key(of: session) }
    guard let identity = identity(of: step[.loggedIn]) else { return nil }
    let path =
      step.kind == .mobileRealm(.managementRealm)
      ? MobileApp.managementPath(of: identity)
      : MobileApp.path(of: step[.url] ?? "", to: identity)
    return path.map { CopyKey(identity: identity, path: $0) }
  }

  func identity(_ step: Step, on device: String) -> String? {
    self.step(step[.loggedIn], .user, on: device).flatMap(MobileApp.identity)
  }

  /// The copy that the name of a kind in a step is about.
  func key(_ name: String?, _ kind: HandleKind, on device: String) -> CopyKey? {
    step(name, kind, on: device) == nil ? nil : key(of: name)
  }

  /// Whether a name is that of the backup of a reset.
  func isBackupOfRealm(_ name: String?, on device: String) -> Bool {
    step(name, .realm, on: device)?.kind == .mobileServer(.openBackup)
  }

  /// The copy that is open under the name that a step has.
  func openCopy(_ step: Step, on device: String, _ state: MobileDeviceState) -> CopyKey? {
    guard let name = step[.openRealm], let key = key(name, .realm, on: device),
      state.copies[key]?.names.contains(name) == true, state.isActive(key.identity)
    else { return nil }
    return key
  }

  /// The copy of the realm that a name stands for, which may be closed.
  func copyOfFile(_ step: Step, on device: String) -> CopyKey? {
    key(step[.realmFile], .realm, on: device)
  }

  /// Sessions and blocks of which the process has lost hold.
  mutating func forgetSessions(on device: String, where isGone: (CopyKey) -> Bool) {
    for kind in [HandleKind.session, .watch] {
      forgotten.formUnion(names(of: kind, on: device).filter { key(of: $0).map(isGone) ?? false })
    }
  }

  // MARK: Users

  private mutating func allow(
    _ kind: MobileUserStep,
    _ step: Step,
    on device: String,
    _ state: inout MobileDeviceState
  ) -> Bool {
    switch kind {
    case .authenticate: return allowLogin(step, on: device, &state)
    case .users, .currentUser: return true
    case .userState: return identity(step, on: device) != nil
    }
  }

  private mutating func allowLogin(
    _ step: Step,
    on device: String,
    _ state: inout MobileDeviceState
  ) -> Bool {
    let arguments = MobileApp.arguments(ofLogin: step)
    if arguments["provider"] != "password" || arguments["register"] != nil {
      needs.insert(.accounts)
    }
    guard step.fails == nil else {
      return MobileApp.refusedLogins.contains { $0.arguments == arguments }
        || MobileApp.logins.contains { $0.arguments == arguments }
    }
    guard let identity = MobileApp.identity(loggedInBy: step), state.mayLogIn(identity) else {
      return false
    }
    state.users[identity] = .active
    return true
  }

  private mutating func allow(
    _ kind: EventRealmStep,
    _ step: Step,
    on device: String,
    _ state: inout MobileDeviceState
  ) -> Bool {
    switch kind {
    case .goOffline, .goOnline:
      guard state.isOnline == (kind == .goOffline) else { return false }
      state.isOnline.toggle()
    case .restart:
      state.restart()
      forgotten.formUnion(
        names(of: .user, on: device).filter { identity(of: $0) == MobileApp.root }
      )
    case .logOut:
      // What becomes of an upload that the server refuses, or that waits for a reset, is not specified.
      guard let identity = identity(step, on: device), identity != MobileApp.root,
        state.isActive(identity)
      else { return false }
      for (key, copy) in state.copies where key.identity == identity {
        let isForeign = MobileApp.owner(of: key.path) != identity
        if copy.isInvalid || copy.isUndetermined || copy.reset == .told { return false }
        if isForeign && copy.hasWaiting || hasRestored { return false }
      }
      state.users[identity] = .leaving
    case .waitForUploads:
      guard state.isOnline else { return false }
      let leaving = Set(state.users.filter { $0.value == .leaving }.keys)
      for (key, copy) in state.copies where leaving.contains(key.identity) {
        var copy = copy
        upload(.max, of: &copy, to: key.path)
      }
      state.endUploads()
      forgetSessions(on: device) { leaving.contains($0.identity) }
    case .errors: return !state.hasReopenedInvalid
    default: return false
    }
    return true
  }
}

extension String {
  /// The numbers in names grow.
  fileprivate func wasGiven(before other: String) -> Bool {
    func number(_ name: String) -> Int { Int(name.drop { !$0.isNumber }) ?? 0 }
    return number(self) < number(other)
  }
}
