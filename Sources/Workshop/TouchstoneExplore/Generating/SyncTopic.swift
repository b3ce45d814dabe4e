import Formats
import JSON
import Touchstone

/// Programs with two or three clients of one server: items that they change at the same time, give away, lead in and out
/// of their subscriptions, and link to each other.
struct SyncTopic: GuidedTopic {
  struct Client {
    var realm: String
    var user: String
    /// The objects that it has.
    var objects: [KnownObject] = []
  }

  typealias Limits = SyncLimits

  static let placeArgument = "realm"
  static let entryKeys = ["k", "l"]
  static let reusesKeys = false
  static let repeatsValues = false
  fileprivate static let users = ["u0", "u1", "u2"]

  var clients: [Client] = []
  /// Whether something is taken from collections of links, and so no object deleted.
  var takes = false
  /// Whether lists link to their own objects alone, so that one entry can be taken from them.
  var hasOwnLists = false
  /// Whether single links are set to null, and so by the first client alone.
  var clearsLinks = false
  /// What was changed last, and how: so are other clients' objects, so that changes meet.
  var last: Rivalry?
  var keys: [Int64] = []
  var serverKeys: [Int64] = []
  /// The client for which values are drawn; nil for the server.
  var writer: Int?

  var deletes: Bool { !takes }

  static func make(_ generator: inout ProgramGenerator<Self>) { generator.make() }

  static func plain(
    _ type: PropertyType,
    of property: String,
    _ generator: inout ProgramGenerator<Self>
  ) -> JSON {
    switch property {
    case "owner": .string(generator.owner())
    case "n": generator.digit()
    default: .int(generator.newNumber())
    }
  }

  static func link(
    to type: String,
    of property: String,
    _ generator: inout ProgramGenerator<Self>
  ) -> JSON? {
    if property == "list", generator.topic.hasOwnLists || generator.random.chance(40) {
      return generator.own
    }
    return generator.random.pick(generator.targets[type] ?? [])
  }
}

extension ProgramGenerator where Topic == SyncTopic {
  fileprivate mutating func make() {
    makeSchema()
    makeConfiguration()
    limits = (try? SyncLimits(program)) ?? limits
    begin()
    // Nothing has a name before the first synchronization.
    for client in topic.clients.indices where random.chance(80) { synchronize(client) }
    for _ in 0..<random.between(3, 10) { addStep() }
    settle()
  }

  // MARK: The app

  private mutating func makeSchema() {
    topic.takes = random.chance(30)
    topic.hasOwnLists = topic.takes && random.chance(50)
    topic.clearsLinks = random.chance(40)
    let percent = topic.takes ? 60 : 35
    program.schema = SyncApp.schema(
      with: SyncApp.links.map(\.key).filter { _ in random.chance(percent) }
        + SyncApp.numbers.map(\.key).filter { _ in random.chance(25) },
      hasPlace: random.chance(35)
    )
    limits = SyncLimits(program.classes)
  }

  private mutating func makeConfiguration() {
    let count = settings.features.contains(.clients) ? random.between(2, 3) : 1
    var realms: JSONObject = [:]
    for number in 0..<count {
      let user = random.chance(60) ? "u0" : SyncTopic.users[number]
      let realm = ["a", "b", "c"][number]
      topic.clients.append(SyncTopic.Client(realm: realm, user: user))
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

  /// An object as the server holds it, which may link to itself.
  private mutating func makeDocument() -> JSON {
    let key = newNumber()
    topic.keys.append(key)
    topic.serverKeys.append(key)
    topic.writer = nil
    (targets, own) = ([SyncApp.item: topic.serverKeys.map(JSON.int)], .int(key))
    return .object(members(of: SyncApp.item, key: .int(key)) ?? [:])
  }

  /// The owner that an object gets: its user, and now and then another one.
  fileprivate mutating func owner() -> String {
    if random.chance(15) { return "stranger" }
    if let writer = topic.writer { return topic.clients[writer].user }
    return random.chance(30) ? "all" : random.pick(SyncTopic.users) ?? "u0"
  }

  // MARK: Steps

  private mutating func addStep() {
    let client = random.below(topic.clients.count)
    switch random.below(100) {
    case 0..<30 where topic.takes: take()
    case 0..<52: write(client)
    case 52..<58: update(client)
    case 58..<62: lookUp(after: ["do": "restart"], on: client)
    case 62..<68: toggleConnection(client)
    case 68..<74: writeAtServer()
    case 74..<78: changeRoles()
    default: synchronize(client)
    }
  }

  private mutating func update(_ client: Int) {
    var steps: [JSON] = []
    if random.chance(70) {
      let name = random.pick(SyncApp.subscriptionNames) ?? ""
      var subscribe = SyncApp.subscription(to: makeRange(), named: name).with("do", "subscribe")
      if random.chance(15) { subscribe = subscribe.with("where", ["mark": 1]) }
      steps.append(subscribe)
    }
    if steps.isEmpty || random.chance(25) {
      var unsubscribe: JSONObject = ["do": "unsubscribe"]
      if random.chance(80) {
        unsubscribe["name"] = random.pick(SyncApp.subscriptionNames).map(JSON.string)
      }
      steps.insert(.object(unsubscribe), at: random.below(steps.count + 1))
    }
    guard append(["do": "updateSubscriptions", "steps": .array(steps)], on: client),
      random.chance(30)
    else { return }
    append(["do": "subscriptionSet"], on: client)
  }

  /// Gives the app another role, and some of the clients a new session.
  private mutating func changeRoles() {
    guard append(["do": "setRoles", "roles": .array([random.pick(SyncApp.roles) ?? [:]])], on: 0)
    else { return }
    for client in topic.clients.indices where random.chance(70) {
      append(["do": "newSession"], on: client)
    }
  }

  mutating func toggleConnection(_ client: Int) {
    append(["do": isOnline(client) ? "goOffline" : "goOnline"], on: client)
  }

  private mutating func writeAtServer() {
    guard settings.features.contains(.serverWrites) else { return }
    var step: JSONObject = ["do": "serverWrite", "type": .string(SyncApp.item)]
    if random.chance(40) {
      step["create"] = makeDocument()
    } else if let key = random.pick(topic.serverKeys) {
      step["key"] = .int(key)
      topic.writer = nil
      if topic.deletes, random.chance(25) {
        step["delete"] = true
      } else {
        step["set"] = random.chance(70) ? ["n": digit()] : ["owner": .string(owner())]
      }
    } else {
      return
    }
    if append([clock(nil), .object(step)], on: topic.clients[0].realm), step["delete"] != nil {
      topic.serverKeys.removeAll { .int($0) == step["key"] }
    }
  }

  // MARK: Parts

  @discardableResult
  mutating func append(_ step: JSON, on client: Int) -> Bool {
    append([step], on: topic.clients[client].realm)
  }

  func isOnline(_ client: Int) -> Bool { !limits.offline.contains(topic.clients[client].realm) }

  /// Sets the clock for a commit of a client, or of the server.
  mutating func clock(_ client: Int?) -> JSON {
    let realm = client.map { topic.clients[$0].realm }
    return clock(
      behind: limits.latest(of: realm),
      mayGoBack: realm.map(limits.knowsAll) ?? false,
      within: 1000
    )
  }
}
