import Formats
import JSON

/// A device with a realm, which may have heard of only a part of what is at the server, and with scopes that are open.
struct SimulatedDevice {
  struct Scope {
    var activity: String
    var events: [(time: Int64, kind: String, payload: JSON)] = []
  }

  let number: Int
  /// How far its clock is from the time that it really is, in milliseconds.
  var clock: Int64
  var realm = SimulatedRealm()
  /// What the server has not heard of.
  var pending: [SimulatedRealm.Operation] = []
  /// How many operations of the server it has heard of.
  var heard = 0
  var scopes: [Scope] = []
  /// Committed events that were not uploaded.
  var documents: [JSON] = []
  private var count = 0

  init(number: Int, clock: Int64) { (self.number, self.clock) = (number, clock) }

  /// A transaction as all scopes record it that are open.
  mutating func write(_ operations: [SimulatedRealm.Operation], at time: Int64) {
    let before = realm.objects
    var touched: [SimulatedRealm.Key] = []
    for operation in operations {
      touched += [operation.key] + realm.apply(operation)
      pending.append(operation)
    }
    var payload = JSONObject()
    for (name, keys) in Dictionary(grouping: Set(touched), by: \.className) {
      var changes = JSONObject()
      func note(_ kind: String, _ entry: JSON) {
        changes[kind] = .array((changes[kind]?.array ?? []) + [entry])
      }
      for key in keys.sorted(by: { $0.id < $1.id }) {
        switch (before[key], realm.objects[key]) {
        case (nil, let new?): note("insertions", Self.json(key, new))
        case (let old?, nil): note("deletions", Self.json(key, old))
        case (let old?, let new?):
          let changed = new.filter { name, value in old[name].map(Self.json) != Self.json(value) }
          note(
            "modifications",
            ["newValue": Self.json(nil, changed), "oldValue": Self.json(key, old)]
          )
        case (nil, nil): break
        }
      }
      payload[name] = changes.isEmpty ? nil : .object(changes)
    }
    if !payload.isEmpty { record("write", .object(payload), at: time) }
  }

  mutating func read(_ keys: [SimulatedRealm.Key], at time: Int64) {
    guard let name = keys.first?.className else { return }
    let objects = keys.compactMap { key in realm.objects[key].map { Self.json(key, $0) } }
    record("read", ["type": .string(name), "value": .array(objects)], at: time)
  }

  private mutating func record(_ kind: String, _ payload: JSON, at time: Int64) {
    for index in scopes.indices { scopes[index].events.append((time, kind, payload)) }
  }

  mutating func commit(_ index: Int, at time: Int64) {
    let scope = scopes.remove(at: index)
    for event in scope.events {
      count += 1
      let seconds = Int(time / 1000)
      documents.append([
        "_id": [
          "$oid": .string(hex(seconds, 8) + hex(0xA0_0000_0000 + number, 10) + hex(count, 6))
        ],
        "_partition": .string("events-" + hex(0x6600_0000_0000 + number, 24)),
        "activity": .string(scope.activity),
        "timestamp": ["$date": .string(Timestamp(milliseconds: event.time).description)],
        "event": .string(event.kind), "data": .string(event.payload.text()),
        "username": .string("user \(number)"),
      ])
    }
  }

  // MARK: Payloads

  private static func json(_ key: SimulatedRealm.Key?, _ object: SimulatedRealm.Object) -> JSON {
    var members = JSONObject()
    if let key { members["_id"] = key.json }
    for (name, value) in object.sorted(by: { $0.key < $1.key }) { members[name] = json(value) }
    return .object(members)
  }

  static func json(_ value: SimulatedRealm.Value) -> JSON {
    switch value {
    case .plain(let json): json
    case .link(let target): target?.json ?? .null
    case .list(let elements): .array(elements.filter { !$0.isRemoved }.map(\.value))
    }
  }
}
