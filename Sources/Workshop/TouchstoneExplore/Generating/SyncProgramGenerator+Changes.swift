import Formats
import JSON
import Touchstone

/// What clients do to their objects in a transaction.
extension SyncProgramGenerator {
  private static let entryKeys = ["k", "l"]

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
    let rival = random.chance(35) ? last.flatMap { names[$0.key] == nil ? nil : $0 } : nil
    guard random.chance(75), let key = rival?.key ?? random.pick(names.keys.sorted()),
      let name = names[key]
    else { return create(client) }
    if !takes, random.chance(12) {
      let isAll = random.chance(25)
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
    let kind = rival?.kind ?? random.below(9)
    last = (key, kind)
    switch kind {
    case 0, 1: return assign("n", .int(Int64(random.below(10))))
    case 2: return assign("owner", .string(owner(of: client)))
    case 3 where hasPlace:
      return assign("place", random.chance(25) ? .null : place(linkingTo: targets(client)))
    case 4, 5: return linkChange(key, client) ?? assign("mark", newMark())
    case 6, 7: return numberChange(name, client) ?? assign("mark", newMark())
    default: return assign("mark", newMark())
    }
  }

  mutating func create(_ client: Int) -> JSON {
    let key = newKey()
    let name = newName()
    let value = members(key, of: owner(of: client), linkingTo: targets(client))
    clients[client].names[key] = name
    return [
      "do": "create", "type": .string(SyncApp.item), "value": .object(value), "as": .string(name),
    ]
  }

  /// What a new object has, which may link to targets, and to itself if there is a way to write that.
  mutating func members(
    _ key: Int64,
    of owner: String,
    linkingTo targets: [JSON],
    own: JSON? = nil
  ) -> JSONObject {
    var members: JSONObject = [
      "_id": .int(key), "owner": .string(owner), "n": .int(Int64(random.below(10))),
      "mark": newMark(),
    ]
    if hasPlace, random.chance(40) { members["place"] = place(linkingTo: targets) }
    for name in links where random.chance(40) {
      let some = (0..<random.between(1, 3)).compactMap { _ in random.pick(targets) }
      switch name {
      case "next": members[name] = some.first ?? .null
      case "list": members[name] = .array(hasOwnLists ? own.map { [$0, $0, $0] } ?? [] : some)
      case "set":
        members[name] = .array(
          some.indices.filter { !some[..<$0].contains(some[$0]) }.map { some[$0] }
        )
      default: members[name] = .object(entries(some))
      }
    }
    for name in numbers where random.chance(50) {
      let some = (0..<random.between(1, 3)).map { _ in newMark() }
      members[name] = name == "sizes" ? .object(entries(some)) : .array(some)
    }
    return members
  }

  private func entries(_ values: [JSON]) -> JSONObject {
    JSONObject(uniqueMembers: zip(Self.entryKeys, values).map { ($0, $1) })
  }

  mutating func place(linkingTo targets: [JSON]) -> JSON {
    ["city": newMark(), "of": random.chance(50) ? random.pick(targets) ?? .null : .null]
  }

  /// Links to all that a client has.
  func targets(_ client: Int) -> [JSON] {
    clients[client].names.keys.sorted().map { link(to: $0, client) }
  }

  mutating func link(_ client: Int) -> JSON { random.pick(targets(client)) ?? .null }

  func link(to key: Int64, _ client: Int) -> JSON {
    clients[client].names[key].map { ["$ref": .string($0)] } ?? .null
  }

  /// A change of a property that holds links; what only the first client may do is in `SyncLimits`.
  mutating func linkChange(_ holder: Int64, _ client: Int) -> JSON? {
    let shared = clearsLinks ? [] : links.filter { $0 == "next" }
    guard let property = random.pick(client == 0 ? links : shared),
      let name = clients[client].names[holder]
    else { return nil }
    let isOwn = property == "list" && (hasOwnLists || random.chance(40))
    let target = isOwn ? link(to: holder, client) : link(client)
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

  /// A change of a collection of numbers; what is taken from it is there, as the guide says.
  private mutating func numberChange(_ name: String, _ client: Int) -> JSON? {
    guard let property = random.pick(numbers) else { return nil }
    let place: JSON = ["object": .string(name), "property": .string(property)]
    var step = place.with("do", property == "sizes" ? "put" : "add").with("value", newMark())
    if property == "sizes" { step = step.with("key", .string(random.pick(Self.entryKeys) ?? "")) }
    guard random.chance(45) else { return step }
    let content = run([place.with("do", "value")], on: client).last?.value
    let elements = content?.array ?? []
    guard let count = content?.array?.count ?? content?.object?.count, count > 0 else {
      return step
    }
    if random.chance(25) { return place.with("do", "clear") }
    switch property {
    case "ints":
      let place = place.with("at", .int(Int64(random.below(count))))
      return random.chance(50)
        ? place.with("do", "remove") : place.with("do", "put").with("value", newMark())
    case "tags": return place.with("do", "remove").with("value", random.pick(elements) ?? .null)
    default:
      let keys = content?.object.map { Array($0.keys) } ?? []
      return place.with("do", "remove").with("key", .string(random.pick(keys) ?? ""))
    }
  }

  /// Takes something from a link collection of the first client, or replaces it, where the guide says that something is there.
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
}
