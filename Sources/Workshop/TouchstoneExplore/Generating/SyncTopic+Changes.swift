import Formats
import JSON
import Touchstone

/// What clients do to their objects in a transaction.
extension ProgramGenerator where Topic == SyncTopic {
  mutating func write(_ client: Int) {
    var (clock, edits) = makeEdits(by: client)
    edits.isCancelled = random.chance(8)
    draw(random.between(1, 3), &edits, after: [clock]) { generator, edits in
      let last = generator.random.chance(35) ? generator.topic.last : nil
      if let last, let index = edits.known.firstIndex(where: { $0.key == last.key }) {
        generator.change(index, last.property, &edits)
      } else {
        generator.addChange(to: &edits)
      }
    }
    add(edits, clock, by: client)
  }

  /// Takes something from a link collection of the first client, or replaces it.
  mutating func take() {
    let properties = limits.schema[SyncApp.item]?.properties ?? []
    let collections = properties.filter { property in
      property.type.map { $0.isCollection && $0.isObject } ?? false
    }
    guard !topic.clients[0].objects.isEmpty else { return }
    // Most collections have nothing.
    for _ in 0..<8 {
      guard let property = random.pick(collections)?.name else { return }
      var (clock, edits) = makeEdits(by: 0)
      draw(1, &edits, after: [clock]) { generator, edits in
        let index = generator.random.below(edits.known.count)
        generator.change(index, property, &edits, isTaking: true)
      }
      if !edits.changes.isEmpty { return add(edits, clock, by: 0) }
    }
  }

  private mutating func makeEdits(by client: Int) -> (clock: JSON, Edits) {
    topic.writer = client
    let (objects, realm) = (topic.clients[client].objects, topic.clients[client].realm)
    return (clock(client), Edits(known: objects, place: realm, schema: limits.schema))
  }

  private mutating func add(_ edits: Edits, _ clock: JSON, by client: Int) {
    guard append(edits.steps(after: [clock]), on: edits.place) else { return }
    let created = edits.known.filter { edits.made.contains($0.name) }
    topic.keys += created.map(\.key)
    if !edits.isCancelled { topic.clients[client].objects = edits.known.map(\.unseen) }
    if let change = edits.changes.last, let property = change["property"]?.string,
      let object = edits.known.first(where: { $0.name == change["object"] })
    {
      topic.last = Rivalry(key: object.key, property: property)
    }
  }

  // MARK: Synchronizing

  mutating func synchronize(_ client: Int) {
    if isOnline(client) {
      lookUp(after: ["do": "synchronize"], on: client)
    } else if random.chance(50) {
      append(["do": "synchronize", "fails": "offline"], on: client)
    }
  }

  /// Adds a step after which a client may have other objects, and names those that it has then.
  mutating func lookUp(after step: JSON, on client: Int) {
    let realm = topic.clients[client].realm
    guard appendAsked(step, on: realm) else { return }
    var (steps, known) = find(SyncApp.item, topic.keys, on: realm)
    topic.clients[client].objects = known
    if settings.features.contains(.serverRead) {
      let read: JSON = ["do": "serverObjects", "type": .string(SyncApp.item)]
      let documents = run([read], on: realm).last?.value?.array ?? []
      topic.serverKeys = documents.compactMap { $0["_id"]?.int }
      steps.append(read)
    }
    // The guide has carried out what gives names.
    add(steps + looks(at: client, percent: 15), on: realm)
  }

  /// Steps that show what is in the objects that a client has.
  private mutating func looks(at client: Int, percent: Int) -> [JSON] {
    let (objects, schema) = (topic.clients[client].objects, limits.schema)
    return objects.flatMap { looks(at: $0, percent: percent, in: schema) }
  }

  /// Everybody is online and synchronizes until nothing is under way, and all that there is is looked at.
  mutating func settle() {
    for client in topic.clients.indices where !isOnline(client) { toggleConnection(client) }
    for _ in 0..<2 {
      for client in topic.clients.indices { synchronize(client) }
    }
    for client in topic.clients.indices {
      add(looks(at: client, percent: 70), on: topic.clients[client].realm)
      if random.chance(40) { append(["do": "syncErrors"], on: client) }
    }
  }
}
