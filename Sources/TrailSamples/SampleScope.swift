/// Lets one scope of a sample use the realm, and notes the events: each function is something that an app does.
struct SampleScope {
  let activity: String
  /// The largest number of events.
  let room: Int
  var events: [SampleEvent] = []
  var milliseconds: Int64

  init(activity: String, room: Int, milliseconds: Int64) {
    self.activity = activity
    self.room = room
    self.milliseconds = milliseconds
  }

  var isFull: Bool { events.count >= room }

  mutating func note(_ event: String, _ payload: String, planted: String? = nil) {
    events.append(
      SampleEvent(
        event: event,
        activity: activity,
        payload: payload,
        milliseconds: milliseconds,
        planted: planted
      )
    )
  }

  /// Reads objects of one class, as one event.
  mutating func read(_ places: [Int], of realm: SampleRealm, following: Bool = false) {
    guard let first = places.first else { return }
    let ordered = places.sorted { realm[$0].serial < realm[$1].serial }
    var payload = "{\"type\":\"\(SampleClass.all[realm[first].sampled].name)\",\"value\":["
    var last: Int?
    for place in ordered where place != last {
      if last != nil { payload += "," }
      realm.write(place, following: following, into: &payload)
      last = place
    }
    payload += "]}"
    note("read", payload)
  }

  /// Reads an object and follows its link: its read has the target in full, and the target a read of its own.
  mutating func follow(_ place: Int, in realm: SampleRealm) {
    guard let target = realm[place].target, room - events.count > 1 else {
      return read([place], of: realm)
    }
    read([place], of: realm, following: true)
    milliseconds += 3
    read([target], of: realm)
  }

  /// Creates objects in one transaction.
  mutating func insert(
    _ count: Int,
    of sampled: Int,
    in realm: inout SampleRealm,
    _ random: inout SampleRandom
  ) {
    var payload = "{\"\(SampleClass.all[sampled].name)\":{\"insertions\":["
    for position in 0..<count {
      if position > 0 { payload += "," }
      let place = realm.insert(sampled, &random)
      realm.write(place, into: &payload)
    }
    payload += "]}}"
    note("write", payload)
  }

  /// Assigns some properties of one object in one transaction.
  mutating func modify(
    _ place: Int,
    in realm: inout SampleRealm,
    _ random: inout SampleRandom
  ) {
    let description = SampleClass.all[realm[place].sampled]
    if let contact = description.contact, realm[place].values[contact] != "null", random.chance(25)
    {
      return edit(contact, of: place, in: &realm, &random)
    }
    let old = realm.text(of: place)
    var changed: [Int] = []
    // A photo that changes leaves a modification that shows nothing.
    let isSilent = description.dataProperty != nil && random.chance(10)
    for _ in 0..<(isSilent ? 0 : random.between(1, 3)) {
      let property = random.pick(description.assignable)
      guard !changed.contains(property),
        assign(property, of: place, in: &realm, description, &random)
      else { continue }
      changed.append(property)
    }
    guard isSilent || !changed.isEmpty else { return read([place], of: realm) }
    let new = changed.sorted().map {
      description.properties[$0].label + realm[place].values[$0]
    }
    note(
      "write",
      "{\"\(description.name)\":{\"modifications\":[{\"newValue\":{\(new.joined(separator: ","))},\"oldValue\":\(old)}]}}"
    )
  }

  /// Whether the value came out different.
  private func assign(
    _ property: Int,
    of place: Int,
    in realm: inout SampleRealm,
    _ description: SampleClass,
    _ random: inout SampleRandom
  ) -> Bool {
    let before = realm[place].values[property]
    if case .link(let target) = description.properties[property].kind {
      let candidates = realm.alive[target]
      realm.setLink(
        of: place,
        to: candidates.isEmpty || random.chance(10) ? nil : random.pick(candidates)
      )
    } else {
      let piece = realm.values.piece(description.properties[property].kind, &random)
      // Nothing is left out that could be written: only decimals of edition core are, and they stay so.
      if piece.isEmpty { return false }
      // Sets are unordered: the same words in another order are no change.
      if description.properties[property].kind == .textSet, piece.utf8.count == before.utf8.count {
        return false
      }
      realm.set(property, of: place, to: piece)
    }
    return realm[place].values[property] != before
  }

  /// Changes an embedded object in place, which is listed under its own class and not under the parent.
  private mutating func edit(
    _ contact: Int,
    of place: Int,
    in realm: inout SampleRealm,
    _ random: inout SampleRandom
  ) {
    let before = realm[place].values[contact]
    var city = "\"\(random.pick(SampleValues.places)) \(random.between(1, 99))\""
    if before.hasPrefix("{\"city\":\(city),") { city = "\"Carbondale\"" }
    let after = "{\"city\":\(city)" + before.drop { $0 != "," }
    realm.set(contact, of: place, to: after)
    note(
      "write",
      "{\"Contact\":{\"modifications\":[{\"newValue\":{\"city\":\(city)},\"oldValue\":\(before)}]}}"
    )
  }

  /// Deletes an object that nothing links to; now and then it is created again in the same transaction.
  mutating func delete(
    _ place: Int,
    in realm: inout SampleRealm,
    _ random: inout SampleRandom
  ) {
    let sampled = realm[place].sampled
    let description = SampleClass.all[sampled]
    let old = realm.text(of: place)
    let key = realm.key(of: place)
    realm.delete(place)
    var payload = "{\"\(description.name)\":{\"deletions\":[\(old)]"
    if random.chance(15) {
      let again = realm.insert(sampled, &random)
      realm.set(description.key, of: again, to: key)
      payload += ",\"insertions\":[\(realm.text(of: again))]"
    }
    note("write", payload + "}}")
  }
}
