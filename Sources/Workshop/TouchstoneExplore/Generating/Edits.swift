import Formats
import JSON
import Touchstone

/// A transaction in the making, on one of several clients or devices.
///
/// Each change is drawn from what the guide says is there, and stays if the limits of the class allow it.
struct Edits {
  var known: [KnownObject]
  /// The client or device.
  let place: String
  /// The realm that is open there, if realms have to be opened.
  var realm: JSON?
  /// The classes of the realm.
  let schema: ProgramSchema
  /// The keys that objects of a class have had in it.
  var keys: [Int64] = []
  var isCancelled = false
  /// What has to be looked up before it.
  var looks: [JSON] = []
  var changes: [JSON] = []
  /// The names of objects that it creates.
  var made: Set<JSON> = []

  /// The steps that carry it out after others.
  func steps(after before: [JSON]) -> [JSON] { Edits.steps(innerSteps(after: before), in: realm) }

  /// The same without the block of the realm.
  func innerSteps(after before: [JSON]) -> [JSON] {
    var write: JSONObject = ["do": "write", "steps": .array(changes)]
    if isCancelled { write["cancel"] = true }
    return before + looks + [.object(write)]
  }

  /// What values can link to, by class.
  fileprivate var targets: [String: [JSON]] {
    Dictionary(grouping: known, by: \.type).mapValues { $0.map { ["$ref": $0.name] } }
  }

  static func steps(_ steps: [JSON], in realm: JSON?) -> [JSON] {
    realm.map { [["do": "on", "realm": $0, "steps": .array(steps)]] } ?? steps
  }

  /// An object is gone, and so are links to it.
  fileprivate mutating func forgetLinks() {
    for index in known.indices {
      for property in schema[known[index].type]?.properties ?? [] {
        guard let type = property.type, type.isCollection, schema.links(type) else { continue }
        known[index].places[property.name] = []
      }
    }
  }
}

extension ProgramGenerator where Topic: GuidedTopic {
  /// What the guide answers to steps in a realm that has to be opened, or in the only one of a place.
  func ask(_ steps: [JSON], in realm: JSON?, on place: String) -> [StepOutcome] {
    let outcomes = run(Edits.steps(steps, in: realm), on: place)
    if realm == nil { return outcomes }
    return (outcomes.last?.value?.array ?? []).map(StepOutcome.init(message:))
  }

  /// Draws some changes, each of which stays if it is allowed after the steps before it.
  mutating func draw(
    _ count: Int,
    _ edits: inout Edits,
    after before: [JSON] = [],
    _ change: (inout Self, inout Edits) -> Void
  ) {
    for _ in 0..<count {
      var longer = edits
      change(&self, &longer)
      // A change that draws nothing, or what is open, leaves all as it was.
      if longer.changes.count > edits.changes.count,
        allows(longer.steps(after: before), on: edits.place)
      {
        edits = longer
      }
    }
  }
}

// MARK: What a transaction may do

extension ProgramGenerator where Topic: GuidedTopic {
  mutating func addChange(to edits: inout Edits) {
    switch random.below(100) {
    case 0..<3 where topic.deletes: deleteAll(&edits)
    case 3..<13 where topic.deletes && !edits.known.isEmpty:
      delete(random.below(edits.known.count), &edits)
    case 13..<72 where !edits.known.isEmpty: change(random.below(edits.known.count), nil, &edits)
    default: create(nil, &edits)
    }
  }

  /// Creates an object, of a class with keys if it is to have a certain one.
  mutating func create(_ old: Int64?, _ edits: inout Edits) {
    let classes = edits.schema.classes.filter { !$0.isEmbedded }
    let keyed = classes.filter { $0.primaryKey != nil }
    guard let definition = random.pick(old == nil ? keyed + classes : keyed) else { return }
    var key = old
    if key == nil, Topic.reusesKeys, random.chance(30) {
      let there = Set(edits.known.filter { $0.type == definition.name }.map(\.key))
      key = random.pick(edits.keys.filter { !there.contains($0) })
    }
    (targets, own) = (edits.targets, nil)
    guard let value = members(of: definition.name, in: edits.schema, key: key.map(JSON.int)) else {
      return
    }
    // What it holds is not looked at again.
    let object = KnownObject(
      type: definition.name,
      name: newHandle("object"),
      key: value[definition.mark]?.int ?? 0
    )
    edits.changes.append([
      "do": "create", "type": .string(definition.name), "value": .object(value), "as": object.name,
    ])
    edits.known.append(object)
    edits.made.insert(object.name)
  }

  mutating func delete(_ index: Int, _ edits: inout Edits) {
    if edits.made.contains(edits.known[index].name) { return }
    let object = edits.known.remove(at: index)
    edits.changes.append(["do": "delete", "object": object.name])
    edits.forgetLinks()
    if Topic.reusesKeys, edits.schema[object.type]?.primaryKey != nil, random.chance(35) {
      create(object.key, &edits)
    }
  }

  private mutating func deleteAll(_ edits: inout Edits) {
    let types = edits.schema.classes.filter { $0.primaryKey != nil }.map(\.name)
    guard edits.made.isEmpty, let type = random.pick(types) else { return }
    edits.changes.append(["do": "deleteAll", "type": .string(type)])
    edits.known.removeAll { $0.type == type }
    edits.forgetLinks()
  }

  /// Changes a property of an object, or any.
  ///
  /// Where only what takes something away or replaces it is wanted, other changes are not drawn.
  mutating func change(
    _ index: Int,
    _ property: String?,
    _ edits: inout Edits,
    isTaking: Bool = false
  ) {
    let object = edits.known[index]
    guard !edits.made.contains(object.name), let definition = edits.schema[object.type] else {
      return
    }
    let names = definition.properties.map(\.name).filter { $0 != definition.mark }
    guard let name = property.flatMap({ names.contains($0) ? $0 : nil }) ?? random.pick(names),
      let type = definition.type(of: name)
    else { return }
    (targets, own) = (edits.targets, ["$ref": object.name])
    if type.isCollection { return changeCollection(index, name, type, &edits, isTaking: isTaking) }
    if type.isObject { return changeObject(index, name, type, &edits) }
    var value = Topic.plain(type, of: name, &self)
    if Topic.repeatsValues, random.chance(20) {
      look(at: name, type, of: index, &edits)
      value = edits.known[index].values[name] ?? value
    }
    edits.changes.append(object.property(name).with("do", "set").with("value", value))
  }

  /// Finds out what is in a property before the transaction, unless that is known.
  private mutating func look(
    at name: String,
    _ type: PropertyType,
    of index: Int,
    _ edits: inout Edits
  ) {
    var object = edits.known[index]
    if object.places[name] != nil { return }
    let place = object.property(name)
    if !edits.schema.links(type) {
      let value = ask([place.with("do", "value")], in: edits.realm, on: edits.place).first?.value
      object.values[name] = value
      object.places[name] = (value ?? .null).places(type.shape)
      if object.places[name]?.isEmpty == false { object.filled.insert(name) }
    } else if type.isCollection {
      let looks: [JSON] = [
        place.with("do", "collection").with("as", "peek"), ["do": "count", "of": "peek"],
      ]
      let elements = Topic.entryKeys.map {
        ["do": "element", "of": "peek", "key": .string($0)] as JSON
      }
      let outcomes = ask(looks + elements, in: edits.realm, on: edits.place)
      let count = Int(outcomes.dropFirst().first?.value?.int ?? 0)
      let keys = zip(Topic.entryKeys, outcomes.dropFirst(2)).filter { $0.1.value != nil }.map(\.0)
      // Elements of a set have no place of their own.
      object.places[name] =
        type.shape == .list
        ? (0..<count).map { .int(Int64($0)) } : type.shape == .set ? [] : keys.map(JSON.string)
      if count > 0 { object.filled.insert(name) }
    }
    edits.known[index] = object
  }

  private mutating func changeObject(
    _ index: Int,
    _ name: String,
    _ type: PropertyType,
    _ edits: inout Edits
  ) {
    let isEmbedded = edits.schema.isEmbedded(type.className)
    let place = edits.known[index].property(name)
    if isEmbedded { look(at: name, type, of: index, &edits) }
    if edits.known[index].values.removeValue(forKey: name)?.object != nil, random.chance(55) {
      let inner = newHandle("inner")
      edits.looks.append(place.with("do", "follow").with("as", inner))
      return changeInside(inner, type, &edits)
    }
    let mayBeNull = isEmbedded || topic.clearsLinks
    let value = mayBeNull && random.chance(25) ? .null : element(of: type, name)
    guard let value, mayBeNull || !value.isNull else { return }
    edits.changes.append(place.with("do", "set").with("value", value))
  }

  /// Changes an embedded object, or deletes it.
  private mutating func changeInside(_ name: JSON, _ type: PropertyType, _ edits: inout Edits) {
    let properties = edits.schema[type.base]?.properties ?? []
    guard !random.chance(10), let property = random.pick(properties), let type = property.type
    else { return edits.changes.append(["do": "delete", "object": name]) }
    edits.changes.append([
      "do": "set", "object": name, "property": .string(property.name),
      "value": Topic.plain(type, of: property.name, &self),
    ])
  }

  private mutating func changeCollection(
    _ index: Int,
    _ name: String,
    _ type: PropertyType,
    _ edits: inout Edits,
    isTaking: Bool
  ) {
    look(at: name, type, of: index, &edits)
    let place = edits.known[index].property(name)
    let values = edits.known[index].values.removeValue(forKey: name)
    var places = edits.known[index].places[name] ?? []
    let position = [.list: "at", .set: "value"][type.shape] ?? "key"
    let old = random.pick(places)
    // Elements that were there before the transaction keep their places while nothing else is done.
    let element = old?.int.flatMap { values?[Int($0)] } ?? old?.string.flatMap { values?[$0] }
    if let old, element?.object != nil, edits.schema.isEmbedded(type.className), random.chance(35) {
      let (items, inner) = (newHandle("items"), newHandle("inner"))
      edits.looks.append(place.with("do", "collection").with("as", items))
      edits.looks.append(["do": "element", "of": items, position: old, "as": inner])
      // It may be gone then.
      edits.known[index].places[name] = []
      return changeInside(inner, type, &edits)
    }
    let new = self.element(of: type, name)
    let isNull = new?.isNull ?? true
    if isNull, new == nil || !Topic.repeatsValues || type.shape != .dictionary { return }
    let value = new ?? .null
    switch random.below(isTaking ? 7 : 10) {
    case 0..<3:
      guard let old else { return }
      edits.changes.append(place.with("do", "remove").with(position, old))
      let gone = type.shape == .list ? places.last : old
      places.removeAll { $0 == gone }
    case 3:
      guard Topic.repeatsValues || edits.known[index].filled.contains(name) else { return }
      edits.changes.append(place.with("do", "clear"))
      places = []
    case 4:
      guard let all = self.value(of: type, name) else { return }
      edits.changes.append(place.with("do", "set").with("value", all))
      places = all.places(type.shape)
    case 5, 6:
      guard type.shape == .list, let old else { fallthrough }
      edits.changes.append(place.with("do", "put").with("at", old).with("value", value))
    default:
      guard type.shape != .dictionary else {
        let key = JSON.string(entryKey())
        edits.changes.append(place.with("do", "put").with("key", key).with("value", value))
        if !places.contains(key) { places.append(key) }
        break
      }
      edits.changes.append(place.with("do", "add").with("value", value))
      if type.shape == .list { places.append(.int(Int64(places.count))) }
    }
    edits.known[index].places[name] = places
  }
}

extension JSON {
  /// Where something is in a collection of that shape.
  fileprivate func places(_ shape: PropertyType.Shape) -> [JSON] {
    switch shape {
    case .list: (array ?? []).indices.map { .int(Int64($0)) }
    case .dictionary: (object ?? [:]).map { .string($0.key) }
    case .set, .single, .linkingObjects: array ?? []
    }
  }
}
