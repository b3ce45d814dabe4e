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
struct MobileLimits {
  typealias CopyKey = MobileDeviceState.CopyKey

  /// What a name stands for.
  enum Named {
    case user(String)
    /// A realm of a user; the name may have lost it.
    case realm(CopyKey)
    case backupOfRealm(CopyKey)
    case session(CopyKey)
    case watch(CopyKey)
    case backupOfServer
  }

  let schema: ProgramSchema
  let devices: [String]
  var states: [String: MobileDeviceState] = [:]
  /// Each name with the device on which it was given.
  var names: [String: (device: String, named: Named)] = [:]
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
  /// Objects that have names in the block of steps that is looked at, with their primary keys, as far as they have one.
  var objects: [String: JSON] = [:]

  /// Whether all of a program may be asked of an implementation.
  static func allow(_ program: Program) -> Bool {
    guard program.given.isEmpty, !program.steps.isEmpty, var limits = MobileLimits(program) else {
      return false
    }
    return limits.allow(program.steps.map(Step.init), on: limits.devices[0])
  }

  /// The features that a program needs beside those of its steps.
  static func needs(of testCase: Case) -> Set<Feature> {
    var program = Program()
    program.configuration = testCase.configuration.object ?? [:]
    program.schema = testCase.schema.json.object ?? [:]
    guard var limits = MobileLimits(program) else { return [] }
    _ = limits.allow(testCase.steps, on: limits.devices[0])
    return limits.needs
  }

  /// Nothing, on no device.
  init() { (schema, devices, initialPaths) = (ProgramSchema([:]), [], []) }

  init?(_ program: Program) {
    let configuration = JSON.object(program.configuration)
    schema = ProgramSchema(.object(program.schema))
    guard configuration["sync"] == "none", configuration["events"] == .null,
      Self.knows(schema), let setting = configuration[.mobilePlatform]
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
        guard allowsNew(object, of: MobileApp.widget, 0),
          MobileApp.holdingLinks.allSatisfy({ object[$0] == nil }),
          merges[path, default: MergeLimits()].allow(initial: object, schema)
        else { return nil }
      }
    }
  }

  /// Whether a schema is one that programs have, perhaps with less in it.
  private static func knows(_ schema: ProgramSchema) -> Bool {
    let whole = ProgramSchema(
      .object(MobileApp.schema(with: MobileApp.kinds.map(\.name), hasNotes: true))
    )
    return schema[MobileApp.widget] != nil && schema.holdsEmbedded
      && schema.classes.allSatisfy { definition in
        guard let known = whole[definition.name] else { return false }
        return definition.primaryKey == known.primaryKey && !definition.properties.isEmpty
          && (definition.name != MobileApp.note || definition.type(of: "mark") != nil)
          && definition.properties.allSatisfy { $0.type == known.type(of: $0.name) }
      }
  }

  /// The limits after a step; nil if it may not be asked.
  func allowing(_ step: JSON, on device: String) -> MobileLimits? {
    var longer = self
    return longer.allow([Step(step)], on: device) ? longer : nil
  }

  /// Whether steps may be asked of a device; takes note of them.
  mutating func allow(_ steps: [Step], on device: String) -> Bool {
    steps.allSatisfy { allow($0, on: device) }
  }

  private mutating func allow(_ step: Step, on device: String) -> Bool {
    guard step.isWellFormed(in: .mobilePlatform), var state = states[device] else { return false }
    switch step.kind {
    case .flexibleSync(.on):
      if let other = step[.device] {
        guard device == devices[0], other != device, step[.openRealm] == nil else { return false }
        return allow(step.steps, on: other)
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

  /// What a name stands for on a device.
  func named(_ name: String?, on device: String) -> Named? {
    guard let name, let known = names[name], known.device == device else { return nil }
    return known.named
  }

  func identity(_ step: Step, on device: String) -> String? {
    guard case .user(let identity)? = named(step[.loggedIn], on: device) else { return nil }
    return identity
  }

  /// The copy that is open under the name that a step has.
  func openCopy(_ step: Step, on device: String, _ state: MobileDeviceState) -> CopyKey? {
    guard let name = step[.openRealm], case .realm(let key)? = named(name, on: device),
      state.copies[key]?.names.contains(name) == true, state.isActive(key.identity)
    else { return nil }
    return key
  }

  /// The copy of the realm that a name stands for, which may be closed.
  func copyOfFile(_ step: Step, on device: String) -> CopyKey? {
    guard case .realm(let key)? = named(step[.realmFile], on: device) else { return nil }
    return key
  }

  mutating func bind(_ step: Step, to named: Named, on device: String) -> Bool {
    guard let name = step.boundName, names[name] == nil else { return false }
    names[name] = (device, named)
    return true
  }

  /// Names of sessions, blocks and copies of which the process has lost hold.
  mutating func forget(on device: String, _ isGone: (CopyKey) -> Bool) {
    for (name, known) in names where known.device == device {
      switch known.named {
      case .session(let key), .watch(let key):
        if isGone(key) { names[name] = nil }
      case .user(MobileApp.root):
        if isGone(CopyKey(identity: MobileApp.root, path: "")) { names[name] = nil }
      default: break
      }
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
    var arguments = step.json.object ?? [:]
    for key in ["do", "as", "fails"] { arguments[key] = nil }
    if arguments["provider"] != "password" || arguments["register"] != nil {
      needs.insert(.accounts)
    }
    guard step.fails == nil else {
      return MobileApp.refusedLogins.contains { $0.arguments == arguments }
        || MobileApp.logins.contains { $0.arguments == arguments }
    }
    guard let login = MobileApp.logins.first(where: { $0.arguments == arguments }),
      state.mayLogIn(login.identity), bind(step, to: .user(login.identity), on: device)
    else { return false }
    state.users[login.identity] = .active
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
      forget(on: device) { _ in true }
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
      forget(on: device) { leaving.contains($0.identity) }
    case .errors: return !state.hasReopenedInvalid
    default: return false
    }
    return true
  }
}
