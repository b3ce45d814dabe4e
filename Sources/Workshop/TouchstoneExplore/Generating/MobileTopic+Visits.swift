import Formats
import JSON
import Touchstone

/// What is done in realms: all that there may be is looked for, some of it is changed, and looked at.
extension ProgramGenerator where Topic == MobileTopic {
  mutating func visit(on device: String) {
    guard let (name, _) = random.pick(openRealms(on: device)) else { return }
    visit(name, on: device)
  }

  /// Looks for all objects that there may be, changes some of those that there are unless they are only to be read, and
  /// looks again.
  mutating func visit(
    _ realm: String,
    on device: String,
    rivalry: Rivalry? = nil,
    mayChange: Bool = true
  ) {
    guard let key = openRealms(on: device).first(where: { $0.name == realm })?.key,
      MobileApp.paths.contains(key.path), !MobileApp.isForProgress(key.path)
    else { return }
    let changes = mayChange && (rivalry != nil || random.chance(70)) && isWriter(key, on: device)
    if changes { setClock(of: device, knowing: key) }
    var (steps, known) = find(at: key.path, in: .string(realm), on: device)
    let version = limits.states[device]?.copies[key]?.version ?? 0
    let schema = MobileApp.schema(limits.schema, ofVersion: version)
    if changes {
      var edits = Edits(
        known: known,
        place: device,
        realm: .string(realm),
        schema: schema,
        keys: topic.keys[key.path]?[MobileApp.widget] ?? []
      )
      edits.isCancelled = rivalry == nil && random.chance(6)
      draw(random.between(1, rivalry == nil ? 3 : 2), &edits, after: steps) { generator, edits in
        if let rivalry, edits.changes.isEmpty || generator.random.chance(40) {
          generator.contend(for: rivalry, &edits)
        } else {
          generator.addChange(to: &edits)
        }
      }
      for object in edits.known where edits.made.contains(object.name) {
        topic.note(object.key, of: object.type, at: key.path)
      }
      if !edits.isCancelled { known = edits.known }
      if !edits.changes.isEmpty || random.chance(20) { steps = edits.innerSteps(after: steps) }
    }
    let percent = topic.subject == .merging && !mayChange ? 80 : 15
    for one in known { steps += looks(at: one, percent: percent, in: schema) }
    append(Edits.steps(steps, in: .string(realm)), on: device)
  }

  /// Does something to the object that others change as well.
  private mutating func contend(for rivalry: Rivalry, _ edits: inout Edits) {
    let index = edits.known.firstIndex { $0.type == MobileApp.widget && $0.key == rivalry.key }
    guard let index else { return create(rivalry.key, &edits) }
    guard let property = rivalry.property, random.chance(80) else {
      return random.chance(50) ? delete(index, &edits) : change(index, nil, &edits)
    }
    guard MobileApp.holdingLinks.contains(property) else { return change(index, property, &edits) }
    // What others link to may be gone meanwhile, or another link put over that to it.
    let first = firstTarget(of: property, of: index, edits)
    switch random.below(10) {
    case 0..<3:
      let target = random.chance(70) ? first : nil
      delete(target ?? random.below(edits.known.count), &edits)
    case 3..<6 where property == "parts" && first != nil:
      putOverFirst(of: property, of: index, &edits)
    default: change(index, property, &edits, isTaking: random.chance(40))
    }
  }

  /// Puts a link over the first of a list, unless the transaction may have emptied it.
  private mutating func putOverFirst(of property: String, of index: Int, _ edits: inout Edits) {
    if edits.known[index].places[property]?.isEmpty ?? false { return }
    let targets = edits.known.filter { $0.type == MobileApp.widget }.map(\.name)
    let put = edits.known[index].property(property).doing("put").with("at", 0)
    edits.changes.append(put.with("value", ["$ref": random.pick(targets) ?? .null]))
  }

  /// Whether the object of a key has links in a collection.
  private func holdsLinks(
    _ property: String?,
    _ key: Int64,
    in realm: JSON,
    on device: String
  ) -> Bool {
    guard let property, property != "next", MobileApp.holdingLinks.contains(property) else {
      return false
    }
    let looks: [JSON] = [
      ["do": "get", "type": .string(MobileApp.widget), "key": .int(key), "as": "holder"],
      ["do": "collection", "object": "holder", "property": .string(property), "as": "peek"],
      ["do": "count", "of": "peek"],
    ]
    let outcomes = ask(looks, in: realm, on: device)
    return outcomes.first?.value == true && outcomes.last?.value?.int ?? 0 > 0
  }

  /// Which of the objects that are known is the first that another one has in a list of links.
  private func firstTarget(of property: String, of index: Int, _ edits: Edits) -> Int? {
    let looks: [JSON] = [
      edits.known[index].property(property).doing("collection").with("as", "peek"),
      ["do": "element", "of": "peek", "at": 0, "as": "target"],
      ["do": "value", "object": "target", "property": "_id"],
    ]
    let outcomes = ask(looks, in: edits.realm, on: edits.place)
    // Where there is no element, the name stands for another object that was looked at.
    guard outcomes.count == looks.count, outcomes[1].value != nil else { return nil }
    let key = outcomes[2].value?.int
    return edits.known.firstIndex { $0.type == MobileApp.widget && $0.key == key }
  }

  /// Steps that look for each object that may be at a path, and what there is.
  private mutating func find(
    at path: String,
    in realm: JSON,
    on device: String
  ) -> (steps: [JSON], known: [KnownObject]) {
    let widgets = topic.keys[path]?[MobileApp.widget] ?? []
    var (steps, known) = find(MobileApp.widget, widgets, in: realm, on: device)
    steps.append(MobileApp.count)
    for mark in topic.keys[path]?[MobileApp.note] ?? [] {
      let results = newHandle("notes")
      let query: JSON = [
        "do": "query", "type": .string(MobileApp.note), "where": [MobileApp.mark: .int(mark)],
        "as": results,
      ]
      steps.append(query)
      guard ask([query], in: realm, on: device).first?.value == 1 else { continue }
      let object = KnownObject(type: MobileApp.note, name: newHandle("note"), key: mark)
      steps.append(["do": "element", "of": results, "at": 0, "as": object.name])
      known.append(object)
    }
    // What they hold is asked of the guide when it is needed.
    _ = ask(steps, in: realm, on: device)
    return (steps, known)
  }

  /// Whether a copy may be written to: what becomes of changes by several is asked of those who merge them.
  private func isWriter(_ key: CopyKey, on device: String) -> Bool {
    settings.features.contains(.merging)
      || limits.writers[key.path, default: []].isSubset(of: [[device, key.identity]])
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
    let names = (limits.schema[MobileApp.widget]?.properties ?? []).map(\.name).filter {
      $0 != "_id"
    }
    // What meets in these is seldom drawn otherwise.
    let rare = names.filter { ["any", "parts"].contains($0) }
    let isNew = random.chance(20)
    let property = isNew || random.chance(25) ? nil : random.pick(names + rare)
    let keys = isNew ? [] : topic.keys[path]?[MobileApp.widget] ?? []
    // Only where there are links, one is taken or another one put over it.
    let (device, name) = realms[0]
    let filled = keys.filter { holdsLinks(property, $0, in: .string(name), on: device) }
    let old = random.pick(filled) ?? random.pick(keys)
    let rivalry = Rivalry(key: old ?? newNumber(), property: property)
    topic.note(rivalry.key, of: MobileApp.widget, at: path)
    for (device, name) in realms {
      for _ in 0..<(random.chance(30) ? 2 : 1) { visit(name, on: device, rivalry: rivalry) }
    }
    for (device, name) in random.chance(50) ? realms : realms.reversed() {
      synchronize(name, on: device)
    }
  }
}
