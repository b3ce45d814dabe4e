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
  private static let entryKeys = ["k", "l"]
  private static let linkTypes = [
    "next": "Item?", "list": "list<Item>", "set": "set<Item>", "map": "dictionary<Item?>",
  ]

  let settings: ExploreSettings
  let guide: any SteppedImplementation
  /// The program as it runs; nil before its first step.
  var running: (any SteppedCase)?
  var random: SplitMix64
  var program = Program()
  /// What may be done next.
  var limits: SyncLimits?
  var clients: [Client] = []
  /// The properties that hold links, in the order of the schema.
  var links: [String] = []
  var hasPlace = false
  /// Whether something is taken from collections, and so no object deleted.
  var takes = false
  /// Whether single links are set to null, and so by the first client alone.
  var clearsLinks = false
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
    for name in ["next", "list", "set", "map"] where random.chance(takes ? 60 : 35) {
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

  mutating func write(_ client: Int) {
    let before = clients[client].names
    let clock = clock(client)
    var write: JSONObject = ["do": "write", "steps": []]
    for _ in 0..<random.between(1, 3) {
      let names = clients[client].names
      let step = change(client)
      var longer = write
      longer["steps"] = .array((write["steps"]?.array ?? []) + [step])
      if allows([clock, .object(longer)], on: client) {
        write = longer
      } else {
        clients[client].names = names
      }
    }
    if random.chance(8) {
      write["cancel"] = true
      clients[client].names = before
    }
    append([clock, .object(write)], on: client)
  }

  mutating func change(_ client: Int) -> JSON {
    let names = clients[client].names
    guard random.chance(75), let key = random.pick(names.keys.sorted()), let name = names[key]
    else { return create(client) }
    if !takes, random.chance(12) {
      let isAll = random.chance(15)
      clients[client].names = isAll ? [:] : names.filter { $0.key != key }
      return isAll
        ? ["do": "deleteAll", "type": .string(SyncApp.item)]
        : ["do": "delete", "object": .string(name)]
    }
    if takes, random.chance(50), let step = linkChange(key, client) { return step }
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
    let target =
      property == "list" && random.chance(40) ? link(to: holder, client) : link(client)
    var step: JSONObject = [
      "do": "add", "object": .string(name), "property": .string(property), "value": target,
    ]
    switch property {
    case "next":
      step["do"] = "set"
      if clearsLinks, random.chance(20) { step["value"] = .null }
    case "map":
      step["do"] = "put"
      step["key"] = .string(random.pick(Self.entryKeys) ?? "")
    default: break
    }
    return .object(step)
  }

  /// Takes something from a collection of the first client, or replaces it, where the guide says that something is there.
  mutating func take() {
    // Most collections have nothing.
    for _ in 0..<8 { if takeSomething() { return } }
  }

  /// Returns false if nothing is there.
  private mutating func takeSomething() -> Bool {
    guard let property = random.pick(links.filter { $0 != "next" }),
      let key = random.pick(clients[0].names.keys.sorted()), let name = clients[0].names[key]
    else { return false }
    let collection = newName()
    var step: JSONObject = [
      "do": "clear", "object": .string(name), "property": .string(property),
    ]
    let looks: [JSON] = [
      JSON.object(step).with("do", "collection").with("as", .string(collection)),
      ["do": "count", "of": .string(collection)],
    ]
    guard let count = run(looks, on: 0).last?.value?.int, count > 0 else { return false }
    add(looks, on: 0)
    switch property {
    case "list" where random.chance(70):
      step["do"] = random.chance(50) ? "put" : "remove"
      step["at"] = .int(Int64(random.below(Int(count))))
      if step["do"] == "put" { step["value"] = link(0) }
    case "map" where count == Self.entryKeys.count && random.chance(60):
      step["do"] = "remove"
      step["key"] = .string(random.pick(Self.entryKeys) ?? "")
    default: break
    }
    return append([clock(0), ["do": "write", "steps": [.object(step)]]], on: 0)
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

  /// Sets the clock for a commit of a client, or of the server, to a time behind all that it knows of.
  mutating func clock(_ client: Int?) -> JSON {
    let latest = limits?.latest[client.map { clients[$0].realm } ?? ""] ?? .min
    let second = Int64(random.below(1000))
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
