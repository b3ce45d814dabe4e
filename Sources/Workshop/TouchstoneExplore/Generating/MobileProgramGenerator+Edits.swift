import Formats
import JSON
import Touchstone

/// An object that has a name in a block, with what there is in it as far as it is known.
struct KnownObject {
  var type: String
  var name: JSON
  /// Its primary key, or what tells it from others.
  var key: Int64
  var values: [String: JSON] = [:]
  /// Where something is in its collections: indices of a list, elements of a set, keys of a dictionary.
  var places: [String: [JSON]] = [:]
}

/// A transaction in the making.
struct Edits {
  var known: [KnownObject]
  let path: String
  let version: Int
  /// What has to be looked up before it.
  var looks: [JSON] = []
  var changes: [JSON] = []
  /// The names of objects that it creates.
  var made: Set<JSON> = []

  init(_ known: [KnownObject], at path: String, version: Int) {
    (self.known, self.path, self.version) = (known, path, version)
  }

  /// An object is gone, and so are links to it.
  mutating func forgetLinks() {
    for name in MobileApp.holdingLinks {
      for index in known.indices {
        known[index].places[name] = nil
      }
    }
  }

  var widgets: [KnownObject] { known.filter { $0.type == MobileApp.widget } }
}

/// What a transaction may do.
extension MobileProgramGenerator {
  mutating func add(to edits: inout Edits, _ visit: Visit) {
    if case .rival(let rivalry) = visit, edits.changes.isEmpty || random.chance(40) {
      guard
        let index = edits.known.firstIndex(where: {
          $0.type == MobileApp.widget && $0.key == rivalry.key
        })
      else { return create(rivalry.key, &edits) }
      if let property = rivalry.property, random.chance(80) {
        // What others link to may be gone meanwhile.
        let isGone = MobileApp.holdingLinks.contains(property) && random.chance(30)
        return isGone
          ? delete(random.below(edits.known.count), &edits) : change(index, property, &edits)
      }
      return random.chance(50) ? delete(index, &edits) : change(index, nil, &edits)
    }
    switch random.below(100) {
    case 0..<3: deleteAll(&edits)
    case 3..<13: if !edits.known.isEmpty { delete(random.below(edits.known.count), &edits) }
    case 13..<65 where !edits.known.isEmpty:
      change(random.below(edits.known.count), nil, &edits)
    case 65..<75 where limits.schema[MobileApp.note] != nil: createNote(&edits)
    default:
      let gone = (keys[edits.path] ?? []).filter { key in
        !edits.widgets.contains { $0.key == key }
      }
      create(random.chance(30) ? random.pick(gone) : nil, &edits)
    }
  }

  // MARK: Objects

  private mutating func create(_ old: Int64?, _ edits: inout Edits) {
    let key = old ?? newKey(at: edits.path)
    let object = KnownObject(type: MobileApp.widget, name: newName("widget"), key: key)
    edits.changes.append([
      "do": "create", "type": .string(MobileApp.widget),
      "value": .object(widget(key, version: edits.version, linking: edits.widgets)),
      "as": object.name,
    ])
    // What it holds is not looked at again.
    edits.known.append(object)
    edits.made.insert(object.name)
  }

  private mutating func createNote(_ edits: inout Edits) {
    let mark = newMark(at: edits.path)
    let object = KnownObject(type: MobileApp.note, name: newName("note"), key: mark)
    var value: JSONObject = ["mark": .int(mark), "n": digit()]
    if limits.schema[MobileApp.note]?.type(of: "about") != nil, random.chance(40) {
      value["about"] = link(edits)
    }
    edits.changes.append([
      "do": "create", "type": .string(MobileApp.note), "value": .object(value), "as": object.name,
    ])
    edits.known.append(object)
    edits.made.insert(object.name)
  }

  private mutating func delete(_ index: Int, _ edits: inout Edits) {
    if edits.made.contains(edits.known[index].name) { return }
    let object = edits.known.remove(at: index)
    edits.changes.append(["do": "delete", "object": object.name])
    edits.forgetLinks()
    if object.type == MobileApp.widget, random.chance(20) { create(object.key, &edits) }
  }

  private func deleteAll(_ edits: inout Edits) {
    if !edits.made.isEmpty { return }
    edits.changes.append(["do": "deleteAll", "type": .string(MobileApp.widget)])
    edits.known.removeAll { $0.type == MobileApp.widget }
    edits.forgetLinks()
  }

  /// A new object with a value for everything.
  mutating func widget(_ key: Int64, version: Int = 0, linking known: [KnownObject]? = nil)
    -> JSONObject
  {
    var members: JSONObject = ["_id": .int(key)]
    for property in limits.schema[MobileApp.widget]?.properties ?? [] where property.name != "_id" {
      guard let type = property.type else { continue }
      let isLink = type.className != nil && limits.schema[type.base]?.isEmbedded == false
      if isLink, known?.isEmpty ?? true || random.chance(60) { continue }
      if type.isOptional, !isLink, type.shape == .single, random.chance(40) {
        members[property.name] = .null
        continue
      }
      members[property.name] = value(of: type, linking: known ?? [])
    }
    if version > 0 { members["size"] = digit() }
    return members
  }

  // MARK: Values

  private mutating func link(_ edits: Edits) -> JSON { link(edits.widgets) }

  private mutating func link(_ known: [KnownObject]) -> JSON {
    random.pick(known).map { ["$ref": $0.name] } ?? .null
  }

  private mutating func value(of type: PropertyType, linking known: [KnownObject]) -> JSON {
    switch type.shape {
    case .list, .set:
      var elements: [JSON] = []
      for _ in 0..<random.below(4) {
        let element = element(of: type, linking: known)
        if !element.isNull, type.shape == .list || !elements.contains(element) {
          elements.append(element)
        }
      }
      return .array(elements)
    case .dictionary:
      var entries: JSONObject = [:]
      for key in Self.entryKeys where random.chance(40) {
        entries[key] = element(of: type, linking: known)
      }
      return .object(entries)
    case .single, .linkingObjects: return element(of: type, linking: known)
    }
  }

  private mutating func element(of type: PropertyType, linking known: [KnownObject]) -> JSON {
    guard let className = type.className else {
      switch type.scalar {
      case .string: return text()
      case .mixed: return mixed()
      default: return digit()
      }
    }
    guard limits.schema[className]?.isEmbedded == true else { return link(known) }
    var place: JSONObject = ["city": digit()]
    if random.chance(50) { place["zip"] = digit() }
    return .object(place)
  }

  private mutating func mixed() -> JSON {
    switch random.below(settings.features.contains(.mixedCollections) ? 6 : 3) {
    case 0: .null
    case 1: text()
    case 2: digit()
    case 3: [digit(), digit()]
    case 4: .object([random.pick(Self.entryKeys) ?? "k": digit()])
    default: .object(["k": digit(), "l": text()])
    }
  }

  // MARK: Changes

  /// Changes a property of an object, or any.
  private mutating func change(_ index: Int, _ property: String?, _ edits: inout Edits) {
    let object = edits.known[index]
    if edits.made.contains(object.name) { return }
    var names = (limits.schema[object.type]?.properties ?? []).map(\.name)
      .filter { $0 != "_id" && $0 != "mark" }
    if object.type == MobileApp.widget, edits.version > 0 { names.append("size") }
    guard let name = property.flatMap({ names.contains($0) ? $0 : nil }) ?? random.pick(names)
    else {
      return
    }
    let place: JSON = ["object": object.name, "property": .string(name)]
    guard let type = limits.schema[object.type]?.type(of: name),
      type.shape != .single || type.isObject
    else {
      let type = limits.schema[object.type]?.type(of: name)
      let isSame = random.chance(20)
      let new = type.map { element(of: $0, linking: []) } ?? digit()
      let value = isSame ? object.values[name] ?? new : new
      edits.changes.append(place.with("do", "set").with("value", value))
      return
    }
    if type.isCollection {
      changeCollection(index, name, type, place, &edits)
    } else {
      changeObject(index, name, type, place, &edits)
    }
  }

  private mutating func changeObject(
    _ index: Int,
    _ name: String,
    _ type: PropertyType,
    _ place: JSON,
    _ edits: inout Edits
  ) {
    let isEmbedded = limits.schema[type.base]?.isEmbedded == true
    if isEmbedded, edits.known[index].values[name]?.object != nil, random.chance(55) {
      let inner = newName("place")
      edits.looks.append(place.with("do", "follow").with("as", inner))
      changeInside(inner, &edits)
      // It may be gone then.
      if edits.changes.last?["do"] == "delete" { edits.known[index].values[name] = nil }
      return
    }
    edits.known[index].values[name] = nil
    let value = random.chance(25) ? .null : element(of: type, linking: edits.widgets)
    edits.changes.append(place.with("do", "set").with("value", value))
  }

  /// Changes an embedded object, or deletes it.
  private mutating func changeInside(_ name: JSON, _ edits: inout Edits) {
    if random.chance(10) { return edits.changes.append(["do": "delete", "object": name]) }
    edits.changes.append([
      "do": "set", "object": name, "property": random.chance(50) ? "city" : "zip",
      "value": digit(),
    ])
  }

  private mutating func changeCollection(
    _ index: Int,
    _ name: String,
    _ type: PropertyType,
    _ place: JSON,
    _ edits: inout Edits
  ) {
    let values = edits.known[index].values.removeValue(forKey: name)
    var places = edits.known[index].places[name] ?? []
    let position = [.list: "at", .set: "value"][type.shape] ?? "key"
    let old = random.pick(places)
    // Elements that were there before the transaction keep their places while nothing else is done.
    let element = old?.int.flatMap { values?[Int($0)] } ?? old?.string.flatMap { values?[$0] }
    if let old, element?.object != nil, limits.schema[type.base]?.isEmbedded == true,
      random.chance(35)
    {
      let (items, inner) = (newName("items"), newName("place"))
      edits.looks.append(place.with("do", "collection").with("as", items))
      let look: JSON = ["do": "element", "of": items, "as": inner]
      edits.looks.append(look.with(position, old))
      changeInside(inner, &edits)
      // It may be gone then.
      edits.known[index].places[name] = nil
      return
    }
    let new = self.element(of: type, linking: edits.widgets)
    switch random.below(10) {
    case 0..<3:
      guard let old else { return }
      edits.changes.append(place.with("do", "remove").with(position, old))
      let gone = type.shape == .list ? places.last : old
      places.removeAll { $0 == gone }
    case 3:
      edits.changes.append(place.with("do", "clear"))
      places = []
    case 4:
      let all = value(of: type, linking: edits.widgets)
      edits.changes.append(place.with("do", "set").with("value", all))
      places = all.places(type.shape)
    case 5, 6:
      guard type.shape == .list, let old, !new.isNull else { fallthrough }
      edits.changes.append(place.with("do", "put").with("at", old).with("value", new))
    default:
      guard type.shape != .dictionary else {
        let key = JSON.string(random.pick(Self.entryKeys) ?? "k")
        edits.changes.append(place.with("do", "put").with("key", key).with("value", new))
        if !places.contains(key) { places.append(key) }
        break
      }
      if new.isNull { return }
      edits.changes.append(place.with("do", "add").with("value", new))
      if type.shape == .list { places.append(.int(Int64(places.count))) }
    }
    edits.known[index].places[name] = places
  }
}

extension JSON {
  /// Where something is in a collection of that shape.
  func places(_ shape: PropertyType.Shape) -> [JSON] {
    switch shape {
    case .list: (array ?? []).indices.map { .int(Int64($0)) }
    case .dictionary: (object ?? [:]).map { .string($0.key) }
    case .set, .single, .linkingObjects: array ?? []
    }
  }
}
