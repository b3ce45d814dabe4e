import Formats
import JSON
import Touchstone

/// What clients have after a synchronization, of which the guide tells, and how a program ends.
extension SyncProgramGenerator {
  mutating func synchronize(_ client: Int) {
    guard isOnline(client) else {
      if random.chance(50) { append([["do": "synchronize", "fails": "offline"]], on: client) }
      return
    }
    lookUp(after: ["do": "synchronize"], on: client)
  }

  /// Adds a step after which a client may have other objects, and names those that it has then.
  mutating func lookUp(after step: JSON, on client: Int) {
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
  mutating func looks(at client: Int, percent: Int) -> [JSON] {
    var steps: [JSON] = []
    for (_, name) in clients[client].names.sorted(by: { $0.key < $1.key }) {
      for property in ["n", "owner", "mark"] where random.chance(percent) {
        steps.append(["do": "value", "object": .string(name), "property": .string(property)])
      }
      for property in numbers where random.chance(percent) {
        steps.append(["do": "value", "object": .string(name), "property": .string(property)])
      }
      for property in hasPlace ? links + ["place"] : links where random.chance(percent) {
        if property == "next" || property == "place" {
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
  func run(_ steps: [JSON], on client: Int) -> [StepOutcome] {
    running?.run(steps, at: place(of: client)) ?? []
  }

  /// Everybody is online and synchronizes until nothing is under way, and all that there is is looked at.
  mutating func settle() {
    for client in clients.indices where !isOnline(client) { toggleConnection(client) }
    for _ in 0..<2 {
      for client in clients.indices { synchronize(client) }
    }
    for client in clients.indices {
      append(looks(at: client, percent: 70), on: client)
      if settings.features.contains(.errorObjects), random.chance(40) {
        append([["do": "syncErrors"]], on: client)
      }
    }
  }
}
