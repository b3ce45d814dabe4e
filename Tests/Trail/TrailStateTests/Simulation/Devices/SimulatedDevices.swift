import Formats
import JSON

/// Devices that change the same objects and hear of each other late, and a server that merges what they do: a trail that
/// is right, and the objects that it has to account for.
///
/// Scopes overlap and are committed in any order, several changes are of one instant, objects come, go and come again, and
/// what is assigned may be what was there.
struct SimulatedDevices {
  /// What a simulation is like.
  struct Habits: Sendable {
    var devices: Int
    /// How far the devices' clocks are apart, in milliseconds.
    var clocks: Int64
    /// How many of a hundred steps bring a device up to date.
    var hearing: Int
    /// How many of a hundred steps begin or end a scope.
    var scopes: Int

    init(devices: Int = 2, clocks: Int64 = 0, hearing: Int = 25, scopes: Int = 25) {
      (self.devices, self.clocks) = (devices, clocks)
      (self.hearing, self.scopes) = (hearing, scopes)
    }
  }

  /// The classes in the form of cases.
  static let schema: JSON = [
    "Person": [
      "primaryKey": "_id",
      "properties": [
        "_id": "int", "name": "string", "age": "int?", "tags": "list<string>", "friend": "Person?",
      ],
    ],
    "Item": [
      "primaryKey": "_id",
      "properties": [
        "_id": "string", "price": "double", "dates": "list<date>", "owner": "Person?",
      ],
    ],
  ]

  /// The documents in the order in which they arrived.
  private(set) var trail: [JSON] = []
  private var server = SimulatedRealm()
  private var operations: [SimulatedRealm.Operation] = []
  private var devices: [SimulatedDevice]
  private let habits: Habits
  private var random: SplitMix64
  private var time: Int64 = 1_700_000_000_000
  private var count = 0

  init(seed: UInt64, steps: Int, _ habits: Habits = Habits()) {
    self.habits = habits
    random = SplitMix64(seed: seed)
    devices = (0..<habits.devices).map { number in
      SimulatedDevice(number: number, clock: Int64(number) * habits.clocks)
    }
    for _ in 0..<steps { step() }
    for device in devices.indices {
      while !devices[device].scopes.isEmpty { commit(on: device) }
    }
    for device in devices.indices { hear(device) }
  }

  /// The objects of the server in the end as a dump has them, by class.
  var objects: [String: [JSON]] {
    var dump: [String: [JSON]] = [SimulatedRealm.people: [], SimulatedRealm.items: []]
    for (key, object) in server.objects.sorted(by: { $0.key.id < $1.key.id }) {
      var document: JSONObject = ["_id": key.json]
      for (name, value) in object {
        document[name] =
          name == "dates"
          ? .array((SimulatedDevice.json(value).array ?? []).map { ["$date": $0] })
          : SimulatedDevice.json(value)
      }
      dump[key.className]?.append(.object(document))
    }
    return dump
  }

  // MARK: Steps

  private mutating func step() {
    // Some steps are of one instant.
    if !random.chance(15) {
      time += Int64(random.chance(50) ? random.between(1, 999) : random.between(1000, 900_000))
    }
    let device = random.below(devices.count)
    if random.chance(habits.hearing) { return hear(device) }
    if random.chance(habits.scopes) {
      if devices[device].scopes.count < 3, random.chance(55) { return begin(on: device) }
      if !devices[device].scopes.isEmpty { return commit(on: device) }
    }
    if devices[device].scopes.isEmpty { begin(on: device) }
    if random.chance(35) { return read(on: device) }
    write(on: device)
  }

  private func now(_ device: Int) -> Int64 { time + devices[device].clock }

  private mutating func begin(on device: Int) {
    count += 1
    // Of two scopes of one activity that are open at once, the times seem to go back.
    let isFree = !devices[device].scopes.contains { $0.activity == "work" }
    let activity = isFree && random.chance(70) ? "work" : "visit \(count)"
    devices[device].scopes.append(.init(activity: activity))
  }

  private mutating func commit(on device: Int) {
    let scope = random.below(devices[device].scopes.count)
    devices[device].commit(scope, at: now(device))
  }

  /// Uploads what a device has, and downloads what others have.
  private mutating func hear(_ device: Int) {
    let others = operations[devices[device].heard...].filter { $0.device != device }
    operations += server.merge(devices[device].pending, beside: others)
    trail += devices[device].documents
    devices[device].pending = []
    devices[device].documents = []
    devices[device].heard = operations.count
    devices[device].realm = server
  }

  private mutating func read(on device: Int) {
    let realm = devices[device].realm
    let keys = realm.keys(of: random.chance(60) ? SimulatedRealm.people : SimulatedRealm.items)
    let some = keys.filter { _ in random.chance(50) }
    devices[device].read(some.isEmpty ? Array(keys.prefix(1)) : some, at: now(device))
  }

  // MARK: Changes

  private mutating func write(on device: Int) {
    // What is known of the objects while the transaction goes on.
    var realm = devices[device].realm
    var changes: [SimulatedRealm.Operation] = []
    let known = Set(realm.objects.keys)
    var gone: Set<SimulatedRealm.Key> = []
    for _ in 0..<random.between(1, 3) {
      guard let kind = change(in: realm, known, gone) else { continue }
      let operation = SimulatedRealm.Operation(
        kind: kind.kind,
        key: kind.key,
        time: now(device),
        device: device
      )
      if operation.isDeletion { gone.insert(kind.key) }
      realm.apply(operation)
      changes.append(operation)
    }
    devices[device].write(changes, at: now(device))
  }

  private typealias Change = (key: SimulatedRealm.Key, kind: SimulatedRealm.Operation.Kind)

  private mutating func change(
    in realm: SimulatedRealm,
    _ known: Set<SimulatedRealm.Key>,
    _ gone: Set<SimulatedRealm.Key>
  ) -> Change? {
    let name = random.chance(60) ? SimulatedRealm.people : SimulatedRealm.items
    let key = SimulatedRealm.Key(className: name, id: random.below(5))
    guard let object = realm.objects[key] else {
      // An object that was deleted in the transaction is not created again in it.
      return gone.contains(key) ? nil : (key, .create(newObject(of: name, in: realm)))
    }
    // What a deletion by the transaction that created the object comes to is open.
    if known.contains(key), random.chance(12) { return (key, .delete) }
    let property = object.keys.sorted()[random.below(object.count)]
    guard case .list(let all)? = object[property] else {
      return (key, .set(property, value(of: property, in: realm)))
    }
    let list = all.filter { !$0.isRemoved }
    if !list.isEmpty, random.chance(40) {
      return (key, .remove(list[random.below(list.count)].insertion, from: property))
    }
    count += 1
    let element = SimulatedRealm.Element(
      insertion: count,
      value: property == "dates" ? .string("200\(random.below(4))-01-01T00:00:00.000Z") : letter()
    )
    let neighbour = list.isEmpty ? nil : list[random.below(list.count)].insertion
    return (key, .insert(element, into: property, after: neighbour))
  }

  private mutating func newObject(
    of name: String,
    in realm: SimulatedRealm
  ) -> SimulatedRealm.Object {
    let properties =
      name == SimulatedRealm.people
      ? ["name", "age", "tags", "friend"] : ["price", "dates", "owner"]
    var object: SimulatedRealm.Object = [:]
    for property in properties { object[property] = value(of: property, in: realm) }
    return object
  }

  private mutating func value(
    of property: String,
    in realm: SimulatedRealm
  ) -> SimulatedRealm.Value {
    switch property {
    case "name": .plain(letter())
    case "age": .plain(random.chance(25) ? .null : .int(Int64(random.below(4))))
    case "price": .plain(.double(Double(random.below(4)) + 0.5))
    case "friend", "owner": .link(target(in: realm))
    default: .list([])
    }
  }

  private mutating func target(in realm: SimulatedRealm) -> SimulatedRealm.Key? {
    let people = realm.keys(of: SimulatedRealm.people)
    return people.isEmpty ? nil : people[random.below(people.count)]
  }

  private mutating func letter() -> JSON { .string(["a", "b", "c", "d"][random.below(4)]) }
}
