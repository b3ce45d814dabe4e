import Formats
import JSON
import Touchstone

/// Makes random programs with two or three clients of one server: items that they change at the same time, give away,
/// lead in and out of their subscriptions, and link to each other.
///
/// What a client has after a synchronization depends on everybody else. A guide is asked, on which the program runs while
/// it grows: what it answers says which objects have names from then on.
struct SyncProgramGenerator {
  struct Client {
    var realm: String
    var user: String
    /// The names of the objects that it has, by key.
    var names: [Int64: String] = [:]
  }

  private static let users = ["u0", "u1", "u2"]

  let settings: ExploreSettings
  let guide: any SteppedImplementation
  /// The program as it runs; nil before its first step.
  var running: (any SteppedCase)?
  var random: SplitMix64
  var program = Program()
  /// What may be done next.
  var limits: SyncLimits?
  var clients: [Client] = []
  /// The properties that hold links, and those that hold collections of numbers, in the order of the schema.
  var links: [String] = []
  var numbers: [String] = []
  var hasPlace = false
  /// Whether something is taken from collections, and so no object deleted.
  var takes = false
  /// Whether lists link to their own objects alone, so that one entry can be taken from them.
  var hasOwnLists = false
  /// Whether single links are set to null, and so by the first client alone.
  var clearsLinks = false
  /// What was changed last, and how: so are other clients' objects, so that changes meet.
  var last: (key: Int64, kind: Int)?
  var keys: [Int64] = []
  var serverKeys: [Int64] = []
  private var nameCount = 0
  private var times = ShownTimes()
  private var mark: Int64 = 0

  /// A generator of one program; the guide is asked what there is.
  init(seed: UInt64, _ settings: ExploreSettings, _ guide: any SteppedImplementation) {
    self.settings = settings
    self.guide = guide
    random = SplitMix64(ofProgram: seed)
  }

  mutating func makeProgram() -> Program {
    makeSchema()
    makeConfiguration()
    limits = SyncLimits(program)
    running = try? guide.begin(program.message)
    // Nothing has a name before the first synchronization.
    for client in clients.indices where random.chance(80) { synchronize(client) }
    for _ in 0..<random.between(3, 10) { addStep() }
    settle()
    return program
  }

  // MARK: The app

  mutating func makeSchema() {
    var properties: JSONObject = ["_id": "int", "owner": "string", "n": "int", "mark": "int"]
    takes = random.chance(30)
    hasOwnLists = takes && random.chance(50)
    for (name, type) in SyncApp.links where random.chance(takes ? 60 : 35) {
      properties[name] = .string(type)
      links.append(name)
    }
    for (name, type) in SyncApp.numbers where random.chance(25) {
      properties[name] = .string(type)
      numbers.append(name)
    }
    clearsLinks = random.chance(40)
    hasPlace = random.chance(35)
    if hasPlace {
      properties["place"] = "Place?"
      program.schema["Place"] = ["embedded": true, "properties": ["city": "int", "of": "Item?"]]
    }
    program.schema[SyncApp.item] = ["primaryKey": "_id", "properties": .object(properties)]
  }

  mutating func makeConfiguration() {
    let hasOthers = settings.features.contains(.clients)
    let count = hasOthers ? random.between(2, 3) : 1
    var realms: JSONObject = [:]
    for number in 0..<count {
      let user = random.chance(60) ? "u0" : Self.users[number]
      let realm = ["a", "b", "c"][number]
      clients.append(Client(realm: realm, user: user))
      realms[realm] = [
        "user": .string(user), "subscriptions": [SyncApp.subscription(to: makeRange())],
      ]
    }
    let objects = (0..<random.below(5)).map { _ in makeDocument() }
    var sync: JSONObject = [
      "role": random.pick(SyncApp.roles) ?? [:], "queryableFields": SyncApp.queryableFields,
      "realms": .object(realms),
    ]
    if !objects.isEmpty { sync["serverData"] = .object([SyncApp.item: .array(objects)]) }
    program.configuration = ["sync": "flexible", "events": .null, "flexibleSync": .object(sync)]
  }

  mutating func makeRange() -> ClosedRange<Int64> {
    let low = random.between(0, 5)
    return Int64(low)...Int64(random.between(low, 9))
  }

  /// An object as the server holds it.
  mutating func makeDocument() -> JSON {
    let key = newKey()
    serverKeys.append(key)
    let owner = random.chance(30) ? "all" : owner(of: nil)
    return .object(members(key, of: owner, linkingTo: serverKeys.map(JSON.int), own: .int(key)))
  }

  // MARK: Steps

  mutating func addStep() {
    let client = random.below(clients.count)
    switch random.below(100) {
    case 0..<25 where takes: take()
    case 0..<52: write(client)
    case 52..<58: update(client)
    case 58..<62: restart(client)
    case 62..<68: toggleConnection(client)
    case 68..<74: writeAtServer()
    case 74..<78: changeRoles()
    default: synchronize(client)
    }
  }

  mutating func update(_ client: Int) {
    guard settings.features.contains(.subscriptionUpdates) else { return }
    var steps: [JSON] = []
    if random.chance(70) {
      let name = random.pick(SyncApp.subscriptionNames) ?? ""
      var subscribe = SyncApp.subscription(to: makeRange(), named: name).object ?? [:]
      subscribe["do"] = "subscribe"
      if random.chance(15) { subscribe["where"] = ["mark": 1] }
      steps.append(.object(subscribe))
    }
    if steps.isEmpty || random.chance(25) {
      var unsubscribe: JSONObject = ["do": "unsubscribe"]
      if random.chance(80) {
        unsubscribe["name"] = random.pick(SyncApp.subscriptionNames).map(JSON.string)
      }
      steps.insert(.object(unsubscribe), at: random.below(steps.count + 1))
    }
    guard append([["do": "updateSubscriptions", "steps": .array(steps)]], on: client),
      settings.features.contains(.subscriptionStates), random.chance(30)
    else { return }
    append([["do": "subscriptionSet"]], on: client)
  }

  mutating func restart(_ client: Int) {
    guard settings.features.contains(.restart) else { return }
    lookUp(after: ["do": "restart"], on: client)
  }

  /// Gives the app another role, and some of the clients a new session.
  mutating func changeRoles() {
    guard settings.features.contains(.roleChanges),
      append([["do": "setRoles", "roles": .array([random.pick(SyncApp.roles) ?? [:]])]], on: 0)
    else { return }
    for client in clients.indices where random.chance(70) {
      append([["do": "newSession"]], on: client)
    }
  }

  mutating func toggleConnection(_ client: Int) {
    guard settings.features.contains(.offline) else { return }
    append([["do": isOnline(client) ? "goOffline" : "goOnline"]], on: client)
  }

  mutating func writeAtServer() {
    guard settings.features.contains(.serverWrites) else { return }
    var step: JSONObject = ["do": "serverWrite", "type": .string(SyncApp.item)]
    if random.chance(40) {
      step["create"] = makeDocument()
    } else if let key = random.pick(serverKeys) {
      step["key"] = .int(key)
      if !takes, random.chance(25) {
        step["delete"] = true
      } else {
        step["set"] =
          random.chance(70)
          ? ["n": .int(Int64(random.below(10)))] : ["owner": .string(owner(of: nil))]
      }
    } else {
      return
    }
    if append([clock(nil), .object(step)], on: 0), step["delete"] != nil {
      serverKeys.removeAll { .int($0) == step["key"] }
    }
  }

  // MARK: Parts

  /// Adds steps, and has the guide run them, unless it is open what comes of them.
  @discardableResult mutating func append(_ steps: [JSON], on client: Int) -> Bool {
    guard add(steps, on: client) else { return false }
    _ = run(steps, on: client)
    return true
  }

  @discardableResult mutating func add(_ steps: [JSON], on client: Int) -> Bool {
    guard !steps.isEmpty, let limits = limits(after: steps, on: client) else { return false }
    self.limits = limits
    program.add(steps, at: place(of: client))
    return true
  }

  func allows(_ steps: [JSON], on client: Int) -> Bool { limits(after: steps, on: client) != nil }

  private func limits(after steps: [JSON], on client: Int) -> SyncLimits? {
    guard var limits else { return nil }
    return limits.allow(Program.steps(steps, at: place(of: client)).map(Step.init)) ? limits : nil
  }

  func isOnline(_ client: Int) -> Bool {
    !(limits?.offline.contains(clients[client].realm) ?? false)
  }

  func place(of client: Int) -> Place? {
    client == 0 ? nil : Place(argument: "realm", name: clients[client].realm)
  }

  /// Sets the clock for a commit of a client, or of the server, mostly to a time behind all that it knows of.
  mutating func clock(_ client: Int?) -> JSON {
    let second = Int64(random.below(1000))
    let realm = client.map { clients[$0].realm }
    let mayGoBack = realm.flatMap { limits?.knowsAll($0) } ?? false
    guard let latest = limits?.latest(of: realm), !(mayGoBack && random.chance(20)) else {
      return times.setClock(from: second)
    }
    let soonest = max(0, latest / 1000 - ShownTimes.epoch / 1000 + 1)
    return times.setClock(from: second < soonest ? soonest + Int64(random.below(60)) : second)
  }

  /// The owner that an object gets: its user, and now and then another one.
  mutating func owner(of client: Int?) -> String {
    if random.chance(15) { return "stranger" }
    return client.map { clients[$0].user } ?? random.pick(Self.users) ?? "u0"
  }

  mutating func newKey() -> Int64 {
    keys.append(Int64(keys.count + 1))
    return keys[keys.count - 1]
  }

  mutating func newName() -> String {
    nameCount += 1
    return "item\(nameCount)"
  }

  mutating func newMark() -> JSON {
    mark += 1
    return .int(mark)
  }
}
