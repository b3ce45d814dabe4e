import Formats
import JSON
import Touchstone

/// What is done in realms: all that there may be is looked for, some of it is changed, and looked at.
extension MobileProgramGenerator {
  /// Something that several devices change at the same time.
  struct Rivalry {
    var key: Int64
    /// The property that they change; nil for the object as a whole.
    var property: String?
  }

  mutating func visit(on device: String) {
    guard let (name, _) = random.pick(openRealms(on: device)) else { return }
    visit(name, on: device)
  }

  /// Looks for all objects that there may be, changes some of those that there are, and looks again.
  mutating func visit(_ realm: String, on device: String, _ visit: Visit = .any) {
    guard let key = openRealms(on: device).first(where: { $0.name == realm })?.key,
      MobileApp.paths.contains(key.path), !MobileApp.isForProgress(key.path)
    else { return }
    var (steps, known) = find(at: key.path, in: realm, on: device)
    let version = limits.states[device]?.copies[key]?.version ?? 0
    if visit.mayChange, visit.isRival || random.chance(70), isWriter(key, on: device) {
      var edits = Edits(known, at: key.path, version: version)
      let isCancelled = !visit.isRival && random.chance(6)
      for _ in 0..<random.between(1, visit.isRival ? 2 : 3) { add(to: &edits, visit) }
      var write: JSONObject = ["do": "write", "steps": .array(edits.changes)]
      if isCancelled { write["cancel"] = true } else { known = edits.known }
      setClock(of: device, knowing: key)
      steps += edits.looks + [.object(write)]
    }
    let percent = subject == .merging && !visit.mayChange ? 80 : 15
    for one in known { steps += looks(at: one, percent: percent, version: version) }
    append(["do": "on", "realm": .string(realm), "steps": .array(steps)], on: device)
  }

  static func look(for key: Int64) -> JSON {
    ["do": "get", "type": .string(MobileApp.widget), "key": .int(key)]
  }
  static let count: JSON = ["do": "query", "type": .string(MobileApp.widget)]

  /// Steps that look for each object that may be at a path, and what there is.
  private mutating func find(at path: String, in realm: String, on device: String) -> (
    [JSON], [KnownObject]
  ) {
    func ask(_ steps: [JSON]) -> [StepOutcome] {
      let block: JSON = ["do": "on", "realm": .string(realm), "steps": .array(steps)]
      return (run(block, on: device)?.value?.array ?? []).map(StepOutcome.init(message:))
    }
    var steps: [JSON] = []
    var known: [KnownObject] = []
    let keys = keys[path] ?? []
    for (key, outcome) in zip(keys, ask(keys.map(Self.look))) {
      guard outcome.value == true else {
        steps.append(Self.look(for: key))
        continue
      }
      let object = KnownObject(type: MobileApp.widget, name: newName("widget"), key: key)
      steps.append(Self.look(for: key).with("as", object.name))
      known.append(object)
    }
    steps.append(Self.count)
    for mark in marks[path] ?? [] {
      let results = newName("notes")
      let query: JSON = [
        "do": "query", "type": .string(MobileApp.note), "where": ["mark": .int(mark)],
        "as": results,
      ]
      steps.append(query)
      guard ask([query]).first?.value == 1 else { continue }
      let object = KnownObject(type: MobileApp.note, name: newName("note"), key: mark)
      steps.append(["do": "element", "of": results, "at": 0, "as": object.name])
      known.append(object)
    }
    // What they hold is asked of the guide alone.
    _ = ask(steps)
    for index in known.indices { peek(at: &known[index], ask) }
    return (steps, known)
  }

  private func peek(at object: inout KnownObject, _ ask: ([JSON]) -> [StepOutcome]) {
    for property in limits.schema[object.type]?.properties ?? [] {
      guard let type = property.type else { continue }
      let place: JSON = ["object": object.name, "property": .string(property.name)]
      if type.className == nil || limits.schema[type.base]?.isEmbedded == true {
        let value = ask([place.with("do", "value")]).first?.value ?? .null
        object.values[property.name] = value
        object.places[property.name] = value.places(type.shape)
      } else if type.isCollection {
        let outcomes = ask(
          [
            place.with("do", "collection").with("as", "peek"), ["do": "count", "of": "peek"],
          ] + Self.entryKeys.map { ["do": "element", "of": "peek", "key": .string($0)] }
        )
        let count = Int(outcomes.dropFirst().first?.value?.int ?? 0)
        let keys = zip(Self.entryKeys, outcomes.dropFirst(2)).filter { $0.1.value != nil }.map(\.0)
        // Elements of a set have no place of their own.
        object.places[property.name] =
          type.shape == .list
          ? (0..<count).map { .int(Int64($0)) } : type.shape == .set ? [] : keys.map(JSON.string)
      }
    }
  }

  static let entryKeys = ["k", "l", "m"]

  /// Whether a copy may be written to: what becomes of changes by several is asked of those who merge them.
  private func isWriter(_ key: CopyKey, on device: String) -> Bool {
    settings.features.contains(.merging)
      || limits.writers[key.path, default: []].isSubset(of: [[device, key.identity]])
  }

  private mutating func looks(at object: KnownObject, percent: Int, version: Int) -> [JSON] {
    var steps: [JSON] = []
    for property in limits.schema[object.type]?.properties ?? [] where random.chance(percent) {
      guard let type = property.type, property.name != "_id" else { continue }
      let place: JSON = ["object": object.name, "property": .string(property.name)]
      if type.className == nil || limits.schema[type.base]?.isEmbedded == true {
        steps.append(place.with("do", "value"))
      } else if type.isCollection {
        let name = newName("items")
        steps.append(place.with("do", "collection").with("as", name))
        steps.append(["do": "count", "of": name])
      } else {
        steps.append(place.with("do", "follow"))
      }
    }
    if version > 0, object.type == MobileApp.widget, random.chance(percent) {
      steps.append(["do": "value", "object": object.name, "property": "size"])
    }
    return steps
  }

  /// Has devices that have the same objects change them without knowing of each other.
  mutating func conflict() {
    var places: [String: [(device: String, name: String)]] = [:]
    for device in limits.devices where limits.states[device]?.isOnline == true {
      for (name, key) in openRealms(on: device) where MobileApp.paths.contains(key.path) {
        places[key.path, default: []].append((device, name))
      }
    }
    let shared = places.filter { Set($0.value.map(\.device)).count > 1 }
    guard let path = random.pick(shared.keys.sorted()), let realms = shared[path] else { return }
    for (device, name) in realms where random.chance(90) { synchronize(name, on: device) }
    let names = (limits.schema[MobileApp.widget]?.properties ?? []).map(\.name)
    let isNew = random.chance(20)
    let rivalry = Rivalry(
      key: isNew ? newKey(at: path) : random.pick(keys[path] ?? []) ?? newKey(at: path),
      property: isNew || random.chance(25) ? nil : random.pick(names.filter { $0 != "_id" })
    )
    for (device, name) in realms {
      for _ in 0..<(random.chance(30) ? 2 : 1) { visit(name, on: device, .rival(rivalry)) }
    }
    for (device, name) in random.chance(50) ? realms : realms.reversed() {
      synchronize(name, on: device)
    }
  }
}
