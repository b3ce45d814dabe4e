import Formats

/// What an app does in the scope that is open: each function uses the realm, and notes the events.
extension SampleTrail {
  static let activities = [
    "read object", "update contact", "open record", "check balance", "admission", "night round",
    "search by name",
  ]
  /// How many objects of a class there may be: enough to be found, few enough to be met again.
  private static let population = 4000

  mutating func act() {
    let sampled = random.below(SampleClass.all.count)
    let alive = realm.alive[sampled]
    if alive.count < 5 || (alive.count < Self.population && random.chance(7)) {
      return insert(random.between(1, 3), of: sampled)
    }
    let place = random.pick(alive)
    switch random.below(100) {
    case ..<25: read((0..<random.between(1, 5)).map { _ in random.pick(alive) })
    case ..<45: read([place])
    case ..<58: follow(place)
    case ..<96: modify(place)
    default: if realm[place].incoming == 0 { delete(place) } else { read([place]) }
    }
  }

  mutating func note(_ event: String, _ payload: String) {
    scope.events.append(
      SampleEvent(
        event: event,
        activity: scope.activity,
        payload: payload,
        milliseconds: scope.milliseconds
      )
    )
  }

  /// Notes a write of changes to one class.
  mutating func change(_ name: String, _ changes: String) {
    note("write", "{\"\(name)\":{\(changes)}}")
  }

  /// Reads objects of one class, as one event.
  mutating func read(_ places: [Int], following: Bool = false) {
    guard let first = places.first else { return }
    let ordered = places.sorted { realm[$0].serial < realm[$1].serial }
    var payload = "{\"type\":\"\(SampleClass.all[realm[first].sampled].name)\",\"value\":["
    var last: Int?
    for place in ordered where place != last {
      if last != nil { payload += "," }
      realm.write(place, following: following, into: &payload)
      last = place
    }
    note("read", payload + "]}")
  }

  /// Reads an object and follows its link: its read has the target in full, and the target a read of its own.
  private mutating func follow(_ place: Int) {
    guard let target = realm[place].target, scope.room - scope.events.count > 1 else {
      return read([place])
    }
    read([place], following: true)
    scope.milliseconds += 3
    read([target])
  }

  /// Creates objects in one transaction.
  private mutating func insert(_ count: Int, of sampled: Int) {
    var objects = ""
    for position in 0..<count {
      if position > 0 { objects += "," }
      let place = realm.insert(sampled, &random)
      realm.write(place, into: &objects)
    }
    change(SampleClass.all[sampled].name, "\"insertions\":[\(objects)]")
  }

  /// Assigns some properties of one object in one transaction.
  private mutating func modify(_ place: Int) {
    let description = SampleClass.all[realm[place].sampled]
    if let contact = description.contact, realm[place].values[contact] != "null", random.chance(25)
    {
      return edit(contact, of: place)
    }
    let old = realm.text(of: place)
    var changed: [Int] = []
    // A photo that changes leaves a modification that shows nothing.
    let isSilent = description.dataProperty != nil && random.chance(10)
    for _ in 0..<(isSilent ? 0 : random.between(1, 3)) {
      let property = random.pick(description.assignable)
      guard !changed.contains(property), assign(property, of: place, description) else { continue }
      changed.append(property)
    }
    guard isSilent || !changed.isEmpty else { return read([place]) }
    let new = changed.sorted().map {
      description.properties[$0].label + realm[place].values[$0]
    }
    modify(description.name, from: old, to: new.joined(separator: ","))
  }

  private mutating func modify(_ name: String, from old: String, to new: String) {
    change(name, "\"modifications\":[{\"newValue\":{\(new)},\"oldValue\":\(old)}]")
  }

  /// Whether the value came out different.
  private mutating func assign(
    _ property: Int,
    of place: Int,
    _ description: SampleClass
  ) -> Bool {
    let before = realm[place].values[property]
    let kind = description.properties[property].kind
    if case .link(let target) = kind {
      let candidates = realm.alive[target]
      let isNone = candidates.isEmpty || random.chance(10)
      realm.setLink(of: place, to: isNone ? nil : random.pick(candidates))
    } else {
      let piece = realm.piece(kind, &random)
      // Nothing is left out that could be written: only decimals of edition core are, and they stay so.
      if piece.isEmpty { return false }
      // Sets are unordered: the same words in another order are not a change.
      if kind == .textSet, piece.utf8.count == before.utf8.count { return false }
      realm.set(property, of: place, to: piece)
    }
    return realm[place].values[property] != before
  }

  /// Changes an embedded object in place, which is listed under its own class and not under the parent.
  private mutating func edit(_ contact: Int, of place: Int) {
    let before = realm[place].values[contact]
    var city = "\"\(random.pick(SplitMix64.places)) \(random.between(1, 99))\""
    if before.hasPrefix("{\"city\":\(city),") { city = "\"Carbondale\"" }
    realm.set(contact, of: place, to: "{\"city\":\(city)" + before.drop { $0 != "," })
    modify("Contact", from: before, to: "\"city\":\(city)")
  }

  /// Deletes an object that nothing links to; now and then it is created again in the same transaction.
  private mutating func delete(_ place: Int) {
    let sampled = realm[place].sampled
    let description = SampleClass.all[sampled]
    let key = realm.key(of: place)
    var changes = "\"deletions\":[\(realm.text(of: place))]"
    realm.delete(place)
    if random.chance(15) {
      let again = realm.insert(sampled, &random)
      realm.set(description.key, of: again, to: key)
      changes += ",\"insertions\":[\(realm.text(of: again))]"
    }
    change(description.name, changes)
  }
}
