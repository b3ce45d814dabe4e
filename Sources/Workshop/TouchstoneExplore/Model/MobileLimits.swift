import Formats
import JSON
import Touchstone

/// What programs of class `mobile-platform` keep to, so that nothing happens in them that the specification leaves open:
/// whether a step fails is known from the answer of the model instead.
///
/// - The accounts and paths are those of one app. Each transaction has a time of its own.
/// - Where transactions are counted, each of them makes an object, so that it is known to change something.
/// - A program is about access or about restored backups, so that it is known why a session ends.
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
    guard var limits = try? MobileLimits(program) else { return [] }
    try? limits.allow(testCase.steps)
    return limits.needs
  }

  /// Nothing, on no device.
  init() { (schema, devices, initialPaths, walk) = ([:], [], [], ProgramWalk([:], nil)) }

  var places: [String] { devices }

  init(_ program: Program) throws(StepFault) {
    let configuration = JSON.object(program.configuration)
    guard configuration["sync"] == "none", configuration["events"] == .null,
      let setting = configuration[.mobilePlatform]
    else { throw .invalid }
    schema = program.classes
    walk = ProgramWalk(schema, configuration)
    let realms = setting[.serverRealms] ?? [:]
    initialPaths = Set(realms.keys)
    devices = MobilePlatform.devices(of: configuration)
    for device in devices { states[device] = MobileDeviceState() }
    if devices.count > 1 { needs.insert(.devices) }
    try require(states.count == devices.count && states[""] == nil)
    for (name, account) in setting[.accounts] ?? [:] {
      guard var expected = MobileApp.accounts[name]?.object else { throw .invalid }
      if account["tokens"] != nil {
        needs.insert(.accounts)
        expected["tokens"] = name == "ana" ? MobileApp.tokens : nil
      }
      try require(account == .object(expected))
    }
    for (path, classes) in realms {
      try require(MobileApp.paths.contains(path))
      try require(classes.object?.keys.allSatisfy { $0 == MobileApp.widget } ?? false)
      let objects = classes[MobileApp.widget]?.array ?? []
      try require(Set(objects.map { $0["_id"] ?? .null }).count == objects.count)
      for object in objects {
        try require(schema.isWhole(object, of: MobileApp.widget))
        try avoid(.serverLinks, if: MobileApp.holdingLinks.contains { object[$0] != nil })
        try merges[path, default: MergeLimits()].note(initial: object, schema)
      }
    }
  }

  /// The device at which a step stands.
  var device: String { walk.place.device }

  /// What is known of it.
  var state: MobileDeviceState {
    get { states[device] ?? MobileDeviceState() }
    set { states[device] = newValue }
  }

  mutating func allow(_ steps: [Step]) throws(StepFault) {
    for step in steps {
      try allow(step)
      walk.note(step)
    }
  }

  private mutating func allow(_ step: Step) throws(StepFault) {
    switch step.kind {
    case .flexibleSync(.on):
      guard let other = step[.device] else { return try allowBlock(step) }
      try require(device == devices[0] && devices.dropFirst().contains(other))
      let outer = walk.enter(step)
      try allow(step.steps)
      return walk.leave(to: outer)
    case .clock(.setClock):
      guard let time = step.instant else { throw .invalid }
      try avoid(.oneTime, if: !times.insert(step[.time] ?? .null).inserted)
      state.time = time
    case .eventRealm(let kind): try allow(kind, step)
    case .flexibleSync(.synchronize): try synchronize(step)
    case .flexibleSync(.serverObjects):
      try avoid(.partialAddition, if: hasAdditions)
      try require(MobileApp.paths.contains(step[.path] ?? ""))
    case .mobileUser(let kind): try allow(kind, step)
    case .mobileRealm(let kind): try allow(kind, step)
    case .mobileSession(let kind): try allow(kind, step)
    case .mobileServer(let kind): try allow(kind, step)
    default: throw .invalid
    }
    if step.kind != .mobileServer(.setLogLevel) { state.hasBegun = true }
  }

  // MARK: Names

  /// The names of a kind that can be used on a device, or anywhere, in the order in which they were given.
  func names(of kind: HandleKind, on device: String?) -> [String] {
    walk.names.filter { name, known in
      known.kind == kind && !forgotten.contains(name)
        && device.map { walk.knows(name, on: $0) } ?? true
    }.keys.sorted { $0.wasGiven(before: $1) }
  }

  /// The step that has given a name of a kind, if it can be used here.
  private func step(_ name: String?, _ kind: HandleKind) -> Step? {
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

  func identity(_ step: Step) -> String? {
    self.step(step[.loggedIn], .user).flatMap(MobileApp.identity)
  }

  /// Who is logged in under the name that a step has.
  func activeUser(_ step: Step) throws(StepFault) -> String {
    guard let identity = identity(step), state.isActive(identity) else { throw .invalid }
    return identity
  }

  /// The copy that the name of a kind in a step is about.
  func key(_ name: String?, _ kind: HandleKind) -> CopyKey? {
    step(name, kind) == nil ? nil : key(of: name)
  }

  /// Whether a name is that of the backup of a reset.
  func isBackupOfRealm(_ name: String?) -> Bool {
    step(name, .realm)?.kind == .mobileServer(.openBackup)
  }

  /// The copy that is open under the name that a step has.
  func openCopy(_ step: Step) throws(StepFault) -> CopyKey {
    guard let name = step[.openRealm], let key = key(name, .realm),
      state.copies[key]?.names.contains(name) == true, state.isActive(key.identity)
    else { throw .invalid }
    return key
  }

  /// Sessions and blocks of which the process has lost hold.
  mutating func forgetSessions(where isGone: (CopyKey) -> Bool) {
    for kind in [HandleKind.session, .watch] {
      forgotten.formUnion(names(of: kind, on: device).filter { key(of: $0).map(isGone) ?? false })
    }
  }

  // MARK: Users

  private mutating func allow(_ kind: MobileUserStep, _ step: Step) throws(StepFault) {
    switch kind {
    case .authenticate: try logIn(step)
    case .users, .currentUser: break
    case .userState: try require(identity(step) != nil)
    }
  }

  private mutating func logIn(_ step: Step) throws(StepFault) {
    let arguments = MobileApp.arguments(ofLogin: step)
    if arguments["provider"] != "password" || arguments["register"] != nil {
      needs.insert(.accounts)
    }
    guard step.fails == nil else {
      let known =
        MobileApp.refusedLogins.map(\.arguments) + MobileApp.logins.map(\.arguments)
      return try require(known.contains(arguments))
    }
    guard let identity = MobileApp.identity(loggedInBy: step), state.mayLogIn(identity) else {
      throw .invalid
    }
    state.users[identity] = .active
  }

  private mutating func allow(_ kind: EventRealmStep, _ step: Step) throws(StepFault) {
    switch kind {
    case .goOffline, .goOnline:
      try require(state.isOnline == (kind == .goOffline))
      state.isOnline.toggle()
    case .restart:
      state.restart()
      let users = names(of: .user, on: device)
      forgotten.formUnion(users.filter { identity(of: $0) == MobileApp.root })
    case .logOut:
      let identity = try activeUser(step)
      try avoid(.tokenCopies, if: identity == MobileApp.root)
      for (key, copy) in state.copies where key.identity == identity {
        let isForeign = MobileApp.owner(of: key.path) != identity
        try avoid(.lostAccess, if: copy.isUndetermined)
        try avoid(.refusedUpload, if: copy.isInvalid || copy.reset == .told || hasRestored)
        try avoid(.refusedUpload, if: isForeign && copy.hasWaiting)
      }
      state.users[identity] = .leaving
    case .waitForUploads:
      try require(state.isOnline)
      let leaving = Set(state.users.filter { $0.value == .leaving }.keys)
      for (key, copy) in state.copies where leaving.contains(key.identity) {
        // What waits is uploaded (USER-21), or stays (USER-25).
        orders[key.path]?.mayUpload(copy.commits)
      }
      state.endUploads()
      forgetSessions { leaving.contains($0.identity) }
    case .errors: try avoid(.invalidSession, if: state.hasReopenedInvalid)
    default: throw .invalid
    }
  }
}

extension String {
  /// The numbers in names grow.
  fileprivate func wasGiven(before other: String) -> Bool {
    func number(_ name: String) -> Int { Int(name.drop { !$0.isNumber }) ?? 0 }
    return number(self) < number(other)
  }
}
