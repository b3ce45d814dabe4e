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
    var isOnline = true
    /// Whether its subscriptions were changed since it has synchronized: those of the configuration are such a change.
    var isUpdated = true
    /// The latest second at which a commit was made that it knows of.
    var latest: Int64 = -1
    /// Whether its session has the roles of the app.
    var isCurrent = true
    /// The names of the objects that it has, by key.
    var names: [Int64: String] = [:]
  }

  private static let users = ["u0", "u1", "u2"]
  private static let linkTypes = [
    "next": "Item?", "list": "list<Item>", "set": "set<Item>", "map": "dictionary<Item?>",
  ]

  let settings: ExploreSettings
  let guide: any SteppedImplementation
  /// The program as it runs; nil before its first step.
  var running: (any SteppedCase)?
  var random: SplitMix64
  var program = Program()
  var clients: [Client] = []
  /// The properties that hold links, in the order of the schema.
  var links: [String] = []
  var hasPlace = false
  /// Whether single links are set to null, and so by the first client alone.
  var clearsLinks = false
  var keys: [Int64] = []
  var serverKeys: [Int64] = []
  private var nameCount = 0
  private var times = ShownTimes()
  /// The latest second at which a commit was made that the server knows of.
  var latestAtServer: Int64 = -1
  /// The keys of objects that were deleted somewhere.
  private var deleted: Set<Int64> = []
  private var mark: Int64 = 0
  /// What has been put under keys of dictionaries: holder, key and target.
  private var entries: Set<[JSON]> = []

  /// A generator of one program; the guide is asked what there is.
  init(seed: UInt64, _ settings: ExploreSettings, _ guide: any SteppedImplementation) {
    self.settings = settings
    self.guide = guide
    random = SplitMix64(ofProgram: seed)
  }

  mutating func makeProgram() -> Program {
    makeSchema()
    makeConfiguration()
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
    for name in ["next", "list", "set", "map"] where random.chance(35) {
      properties[name] = Self.linkTypes[name].map(JSON.string)
      links.append(name)
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
    var members: JSONObject = [
      "_id": .int(key), "owner": .string(random.chance(30) ? "all" : owner(of: nil)),
      "n": .int(Int64(random.below(10))), "mark": newMark(),
    ]
    if links.contains("next"), random.chance(40), let other = random.pick(serverKeys) {
      members["next"] = .int(other)
    }
    serverKeys.append(key)
    return .object(members)
  }

  // MARK: Steps

  mutating func addStep() {
    let client = random.below(clients.count)
    switch random.below(100) {
    case 0..<52: write(client)
    case 52..<58: update(client)
    case 58..<62: restart(client)
    case 62..<68: toggleConnection(client)
    case 68..<74: writeAtServer()
    case 74..<78: changeRoles()
    default: synchronize(client)
    }
  }

  mutating func write(_ client: Int) {
    let before = clients[client].names
    var steps: [JSON] = []
    for _ in 0..<random.between(1, 3) { if let step = change(client) { steps.append(step) } }
    if SyncLimits.isOpen(steps.map(Step.init)) {
      clients[client].names = before
      return
    }
    var write: JSONObject = ["do": "write", "steps": .array(steps)]
    if random.chance(8) {
      write["cancel"] = true
      clients[client].names = before
    }
    append([clock(client), .object(write)], on: client)
  }

  mutating func change(_ client: Int) -> JSON? {
    let names = clients[client].names
    guard random.chance(75), let key = random.pick(names.keys.sorted()), let name = names[key]
    else { return create(client) }
    if random.chance(12), deleted.insert(key).inserted {
      clients[client].names[key] = nil
      return ["do": "delete", "object": .string(name)]
    }
    func assign(_ property: String, _ value: JSON) -> JSON {
      [
        "do": "set", "object": .string(name), "property": .string(property), "value": value,
      ]
    }
    switch random.below(7) {
    case 0, 1: return assign("n", .int(Int64(random.below(10))))
    case 2: return assign("owner", .string(owner(of: client)))
    case 3 where hasPlace: return assign("place", random.chance(25) ? .null : place(client))
    case 4, 5: return linkChange(key, client) ?? assign("mark", newMark())
    default: return assign("mark", newMark())
    }
  }

  mutating func create(_ client: Int) -> JSON {
    let key = newKey()
    let name = newName()
    var members: JSONObject = [
      "_id": .int(key), "owner": .string(owner(of: client)), "n": .int(Int64(random.below(10))),
      "mark": newMark(),
    ]
    if hasPlace, random.chance(40) { members["place"] = place(client) }
    if links.contains("next"), random.chance(40) { members["next"] = link(client) }
    clients[client].names[key] = name
    return [
      "do": "create", "type": .string(SyncApp.item), "value": .object(members),
      "as": .string(name),
    ]
  }

  mutating func place(_ client: Int) -> JSON {
    ["city": newMark(), "of": random.chance(50) ? link(client) : .null]
  }

  mutating func link(_ client: Int) -> JSON {
    link(to: random.pick(clients[client].names.keys.sorted()), client)
  }

  func link(to key: Int64?, _ client: Int) -> JSON {
    key.flatMap { clients[client].names[$0] }.map { ["$ref": .string($0)] } ?? .null
  }

  /// A change of a property that holds links; what only the first client may do is in `SyncLimits`.
  mutating func linkChange(_ holder: Int64, _ client: Int) -> JSON? {
    let shared = clearsLinks ? [] : links.filter { $0 == "next" }
    guard let property = random.pick(client == 0 ? links : shared),
      let name = clients[client].names[holder]
    else { return nil }
    let targetKey = random.pick(clients[client].names.keys.sorted())
    let target = link(to: targetKey, client)
    var step: JSONObject = ["do": "add", "object": .string(name), "property": .string(property)]
    switch property {
    case "next":
      step["do"] = "set"
      step["value"] = clearsLinks && random.chance(20) ? .null : target
    case "map":
      let key = random.pick(["k", "l"]) ?? "k"
      let entry: [JSON] = [.int(holder), .string(key), targetKey.map(JSON.int) ?? .null]
      guard entries.insert(entry).inserted else { return nil }
      step["do"] = "put"
      step["key"] = .string(key)
      step["value"] = target
    default:
      guard let targetKey,
        property == "list" || entries.insert([.int(holder), "", .int(targetKey)]).inserted
      else { return nil }
      step["value"] = target
    }
    return .object(step)
  }

  mutating func update(_ client: Int) {
    guard settings.features.contains(.subscriptionUpdates), !clients[client].isUpdated else {
      return
    }
    clients[client].isUpdated = true
    var subscribe = SyncApp.subscription(to: makeRange()).object ?? [:]
    subscribe["do"] = "subscribe"
    if random.chance(6) { subscribe["where"] = ["mark": 1] }
    append([["do": "updateSubscriptions", "steps": [.object(subscribe)]]], on: client)
    if settings.features.contains(.subscriptionStates), random.chance(30) {
      append([["do": "subscriptionSet"]], on: client)
    }
  }

  mutating func restart(_ client: Int) {
    guard settings.features.contains(.restart) else { return }
    _ = lookUp(after: ["do": "restart"], on: client)
    clients[client].isCurrent = true
  }

  /// Gives the app another role, and some of the clients a new session.
  mutating func changeRoles() {
    guard settings.features.contains(.roleChanges), clients.allSatisfy(\.isOnline) else { return }
    append([["do": "setRoles", "roles": .array([random.pick(SyncApp.roles) ?? [:]])]], on: 0)
    for client in clients.indices {
      clients[client].isCurrent = random.chance(70)
      if clients[client].isCurrent { append([["do": "newSession"]], on: client) }
    }
  }

  mutating func toggleConnection(_ client: Int) {
    guard settings.features.contains(.offline), clients[client].isCurrent else { return }
    append([["do": clients[client].isOnline ? "goOffline" : "goOnline"]], on: client)
    clients[client].isOnline.toggle()
  }

  mutating func writeAtServer() {
    guard settings.features.contains(.serverWrites) else { return }
    var step: JSONObject = ["do": "serverWrite", "type": .string(SyncApp.item)]
    if random.chance(40) {
      step["create"] = makeDocument()
    } else if let key = random.pick(serverKeys) {
      step["key"] = .int(key)
      if random.chance(25), deleted.insert(key).inserted {
        step["delete"] = true
        serverKeys.removeAll { $0 == key }
      } else {
        step["set"] =
          random.chance(70)
          ? ["n": .int(Int64(random.below(10)))] : ["owner": .string(owner(of: nil))]
      }
    } else {
      return
    }
    append([clock(nil), .object(step)], on: 0)
  }

  // MARK: Parts

  /// Adds steps, and has the guide run them.
  mutating func append(_ steps: [JSON], on client: Int) {
    add(steps, on: client)
    _ = run(steps, on: client)
  }

  mutating func add(_ steps: [JSON], on client: Int) {
    if !steps.isEmpty { program.add(steps, at: place(of: client)) }
  }

  func place(of client: Int) -> Place? {
    client == 0 ? nil : Place(argument: "realm", name: clients[client].realm)
  }

  /// Sets the clock for a commit of a client, or of the server, to a time behind all that it knows of.
  mutating func clock(_ client: Int?) -> JSON {
    let latest = client.map { clients[$0].latest } ?? latestAtServer
    var second = Int64(random.below(1000))
    if second <= latest { second = latest + 1 + Int64(random.below(60)) }
    let step = times.setClock(from: second)
    if let client { clients[client].latest = times.last } else { latestAtServer = times.last }
    return step
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
