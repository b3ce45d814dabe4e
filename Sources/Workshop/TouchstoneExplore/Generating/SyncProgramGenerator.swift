import Formats
import JSON
import Touchstone

/// Makes random programs with two or three clients of one server: items that they change at the same time, give away,
/// lead in and out of their subscriptions, and link to each other.
///
/// What a client has after a synchronization depends on everybody else. A guide is asked, on which the program runs while
/// it grows: what it answers says which objects have names from then on.
struct SyncProgramGenerator {
  private struct Client {
    var realm: String
    var user: String
    var isOnline = true
    var isUpdated = false
    /// Whether its session has the roles of the app.
    var isCurrent = true
    /// The names of the objects that it has, by key.
    var names: [Int64: String] = [:]
  }

  private static let users = ["u0", "u1", "u2"]
  private static let linkTypes = [
    "next": "Item?", "list": "list<Item>", "set": "set<Item>", "map": "dictionary<Item?>",
  ]

  private let settings: ExploreSettings
  private let guide: any SteppedImplementation
  /// The program as it runs; nil before its first step.
  private var running: (any SteppedCase)?
  private var random: SplitMix64
  private var program = Program()
  private var clients: [Client] = []
  /// The properties that hold links, in the order of the schema.
  private var links: [String] = []
  private var hasPlace = false
  private var keys: [Int64] = []
  private var serverKeys: [Int64] = []
  private var nameCount = 0
  private var times: Set<Int64> = []
  private var mark: Int64 = 0

  /// A generator of one program; the guide is asked what there is.
  init(seed: UInt64, _ settings: ExploreSettings, _ guide: any SteppedImplementation) {
    self.settings = settings
    self.guide = guide
    random = SplitMix64(seed: seed)
    for _ in 0..<4 { _ = random.next() }
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

  private mutating func makeSchema() {
    var properties: JSONObject = ["_id": "int", "owner": "string", "n": "int", "mark": "int"]
    for name in ["next", "list", "set", "map"] where random.chance(35) {
      properties[name] = Self.linkTypes[name].map(JSON.string)
      links.append(name)
    }
    hasPlace = random.chance(35)
    if hasPlace {
      properties["place"] = "Place?"
      program.schema["Place"] = ["embedded": true, "properties": ["city": "int", "of": "Item?"]]
    }
    program.schema[SyncApp.item] = ["primaryKey": "_id", "properties": .object(properties)]
  }

  private mutating func makeConfiguration() {
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

  private mutating func makeRange() -> ClosedRange<Int64> {
    let low = random.between(0, 5)
    return Int64(low)...Int64(random.between(low, 9))
  }

  /// An object as the server holds it.
  private mutating func makeDocument() -> JSON {
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

  private mutating func addStep() {
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

  private mutating func write(_ client: Int) {
    let before = clients[client].names
    var steps: [JSON] = []
    for _ in 0..<random.between(1, 3) { if let step = change(client) { steps.append(step) } }
    if SyncLimits.deletesWhatItLinksTo(steps.map(Step.init)) {
      clients[client].names = before
      return
    }
    var write: JSONObject = ["do": "write", "steps": .array(steps)]
    if random.chance(8) {
      write["cancel"] = true
      clients[client].names = before
    }
    append([clock(), .object(write)], on: client)
  }

  private mutating func change(_ client: Int) -> JSON? {
    let names = clients[client].names
    guard random.chance(75), let key = random.pick(names.keys.sorted()), let name = names[key]
    else { return create(client) }
    if random.chance(12) {
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
    case 4, 5: return linkChange(name, client) ?? assign("mark", newMark())
    default: return assign("mark", newMark())
    }
  }

  private mutating func create(_ client: Int) -> JSON {
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

  private mutating func place(_ client: Int) -> JSON {
    ["city": newMark(), "of": random.chance(50) ? link(client) : .null]
  }

  private mutating func link(_ client: Int) -> JSON {
    let names = clients[client].names
    return random.pick(names.keys.sorted()).flatMap { names[$0] }.map { ["$ref": .string($0)] }
      ?? .null
  }

  /// A change of a property that holds links; collections are changed by the first client alone.
  private mutating func linkChange(_ name: String, _ client: Int) -> JSON? {
    guard let property = random.pick(client == 0 ? links : links.filter { $0 == "next" }) else {
      return nil
    }
    let target = link(client)
    var step: JSONObject = ["do": "add", "object": .string(name), "property": .string(property)]
    switch property {
    case "next":
      step["do"] = "set"
      step["value"] = random.chance(20) ? .null : target
    case "map":
      step["do"] = "put"
      step["key"] = .string(random.pick(["k", "l"]) ?? "k")
      step["value"] = target
    default:
      if target.isNull || random.chance(15) { step["do"] = "clear" } else { step["value"] = target }
    }
    return .object(step)
  }

  private mutating func update(_ client: Int) {
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

  private mutating func restart(_ client: Int) {
    guard settings.features.contains(.restart) else { return }
    lookUp(after: ["do": "restart"], on: client)
    clients[client].isCurrent = true
  }

  /// Gives the app another role, and some of the clients a new session.
  private mutating func changeRoles() {
    guard settings.features.contains(.roleChanges), clients.allSatisfy(\.isOnline) else { return }
    append([["do": "setRoles", "roles": .array([random.pick(SyncApp.roles) ?? [:]])]], on: 0)
    for client in clients.indices {
      clients[client].isCurrent = random.chance(70)
      if clients[client].isCurrent { append([["do": "newSession"]], on: client) }
    }
  }

  private mutating func toggleConnection(_ client: Int) {
    guard settings.features.contains(.offline), clients[client].isCurrent else { return }
    append([["do": clients[client].isOnline ? "goOffline" : "goOnline"]], on: client)
    clients[client].isOnline.toggle()
  }

  private mutating func writeAtServer() {
    guard settings.features.contains(.serverWrites) else { return }
    var step: JSONObject = ["do": "serverWrite", "type": .string(SyncApp.item)]
    if random.chance(40) {
      step["create"] = makeDocument()
    } else if let key = random.pick(serverKeys) {
      step["key"] = .int(key)
      if random.chance(25) {
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
    append([clock(), .object(step)], on: 0)
  }

  // MARK: Synchronizing

  private mutating func synchronize(_ client: Int) {
    guard clients[client].isOnline else {
      if random.chance(50) { append([["do": "synchronize", "fails": "offline"]], on: client) }
      return
    }
    lookUp(after: ["do": "synchronize"], on: client)
    clients[client].isUpdated = false
  }

  /// Adds a step after which a client may have other objects, and names those that it has then.
  private mutating func lookUp(after step: JSON, on client: Int) {
    var step = step
    if case .error(let error)? = run([step], on: client).first {
      step = step.with("fails", .string(error.code))
    }
    var steps = keys.map { ["do": "get", "type": .string(SyncApp.item), "key": .int($0)] as JSON }
    let readsServer = settings.features.contains(.serverRead)
    if readsServer { steps.append(["do": "serverObjects", "type": .string(SyncApp.item)]) }
    let outcomes = run(steps, on: client)
    clients[client].names = [:]
    for (index, key) in keys.enumerated()
    where outcomes.indices.contains(index) && outcomes[index].value == true {
      let name = newName()
      steps[index] = steps[index].with("as", .string(name))
      clients[client].names[key] = name
    }
    if readsServer {
      let documents = outcomes.last?.value?.array ?? []
      serverKeys = documents.compactMap { $0["_id"]?.int }
    }
    add([step], on: client)
    append(steps + looks(at: client, percent: 15), on: client)
  }

  /// Steps that show what is in the objects that a client has.
  private mutating func looks(at client: Int, percent: Int) -> [JSON] {
    var steps: [JSON] = []
    for (_, name) in clients[client].names.sorted(by: { $0.key < $1.key }) {
      for property in ["n", "owner", "mark"] where random.chance(percent) {
        steps.append(["do": "value", "object": .string(name), "property": .string(property)])
      }
      for property in links where random.chance(percent) {
        if property == "next" {
          steps.append(["do": "follow", "object": .string(name), "property": .string(property)])
          continue
        }
        let collection = newName()
        steps.append([
          "do": "collection", "object": .string(name), "property": .string(property),
          "as": .string(collection),
        ])
        steps.append(["do": "count", "of": .string(collection)])
      }
    }
    return steps
  }

  /// What the guide answers to more steps.
  private func run(_ steps: [JSON], on client: Int) -> [StepOutcome] {
    guard let running else { return [] }
    if client == 0 { return running.run(steps.map(Step.init)) }
    let step: JSON = [
      "do": "on", "realm": .string(clients[client].realm), "steps": .array(steps),
    ]
    return (running.run([Step(step)]).last?.value?.array ?? []).map(StepOutcome.init(message:))
  }

  /// Everybody is online and synchronizes until nothing is under way, and all that there is is looked at.
  private mutating func settle() {
    for client in clients.indices where !clients[client].isOnline { toggleConnection(client) }
    for _ in 0..<2 {
      for client in clients.indices { synchronize(client) }
    }
    for client in clients.indices { append(looks(at: client, percent: 70), on: client) }
    if settings.features.contains(.errorObjects), random.chance(30) {
      append([["do": "syncErrors"]], on: random.below(clients.count))
    }
  }

  // MARK: Parts

  /// Adds steps, and has the guide run them.
  private mutating func append(_ steps: [JSON], on client: Int) {
    add(steps, on: client)
    _ = run(steps, on: client)
  }

  private mutating func add(_ steps: [JSON], on client: Int) {
    if steps.isEmpty { return }
    let realm = JSON.string(clients[client].realm)
    if client == 0 {
      program.steps += steps
    } else if let last = program.steps.last, last["realm"] == realm,
      let nested = last["steps"]?.array
    {
      program.steps[program.steps.count - 1] = last.with("steps", .array(nested + steps))
    } else {
      program.steps.append(["do": "on", "realm": realm, "steps": .array(steps)])
    }
  }

  /// Sets the clock to a time that it never shows again, on whatever device.
  private mutating func clock() -> JSON {
    var second = Int64(random.below(1000))
    while !times.insert(second).inserted { second += 1 }
    return [
      "do": "setClock",
      "to": [
        "$date": .string(Timestamp(milliseconds: 1_650_000_000_000 + second * 1000).description)
      ],
    ]
  }

  /// The owner that an object gets: its user, and now and then another one.
  private mutating func owner(of client: Int?) -> String {
    if random.chance(15) { return "stranger" }
    return client.map { clients[$0].user } ?? random.pick(Self.users) ?? "u0"
  }

  private mutating func newKey() -> Int64 {
    keys.append(Int64(keys.count + 1))
    return keys[keys.count - 1]
  }

  private mutating func newName() -> String {
    nameCount += 1
    return "item\(nameCount)"
  }

  private mutating func newMark() -> JSON {
    mark += 1
    return .int(mark)
  }
}
