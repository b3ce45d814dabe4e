import Formats
import JSON
import Touchstone

/// Programs in which several clients or devices change the same objects: what is there after a synchronization depends on
/// all of them, and only a guide knows it.
protocol GuidedTopic: ProgramTopic {
  /// Whether a key is given again whose object is gone.
  static var reusesKeys: Bool { get }
  /// Whether a change is drawn that may change nothing, such as clearing what is empty.
  static var repeatsValues: Bool { get }

  /// Whether objects are deleted.
  var deletes: Bool { get }
  /// Whether links are set to null.
  var clearsLinks: Bool { get }
}

extension GuidedTopic {
  static var repeatsElements: Bool { false }

  static func key(of type: String, _ generator: inout ProgramGenerator<Self>) -> JSON {
    .int(generator.newNumber())
  }

  static func link(
    to type: String,
    of property: String,
    _ generator: inout ProgramGenerator<Self>
  ) -> JSON? { generator.random.pick(generator.targets[type] ?? []) }
}

/// An object that has a name where steps are carried out, with what there is in it as far as it was looked at.
struct KnownObject {
  var type: String
  var name: JSON
  /// Its primary key, or what tells it from others.
  var key: Int64
  var values: [String: JSON] = [:]
  /// Where something is in its collections: indices of a list, elements of a set, keys of a dictionary.
  var places: [String: [JSON]] = [:]
  /// The collections in which there is anything.
  var filled: Set<String> = []

  /// The object once it was changed: what is in it has to be looked at again.
  var unseen: KnownObject { KnownObject(type: type, name: name, key: key) }

  func property(_ name: String) -> JSON { ["object": self.name, "property": .string(name)] }
}

/// Something that several of them change at the same time.
struct Rivalry {
  var key: Int64
  /// The property that they change; nil for the object as a whole.
  var property: String?
}

// MARK: Looking

extension ProgramSchema.Class {
  /// What tells an object from others: a class without a primary key has a property for that.
  var mark: String { primaryKey ?? "mark" }
}

extension ProgramGenerator where Topic: GuidedTopic {
  /// Steps that look for objects by their keys, with those that the guide finds and names as it carries them out.
  mutating func find(
    _ type: String,
    _ keys: [Int64],
    in realm: JSON? = nil,
    on place: String
  ) -> (steps: [JSON], known: [KnownObject]) {
    let names = keys.map { _ in newHandle("object") }
    var steps = zip(keys, names).map { key, name -> JSON in
      ["do": "get", "type": .string(type), "key": .int(key), "as": name]
    }
    var known: [KnownObject] = []
    for (index, outcome) in zip(keys.indices, ask(steps, in: realm, on: place)) {
      if outcome.value == true {
        known.append(KnownObject(type: type, name: names[index], key: keys[index]))
      } else {
        steps[index] = steps[index].with("as", nil)
      }
    }
    return (steps, known)
  }

  /// Steps that show what is in an object of a realm with that schema.
  mutating func looks(at object: KnownObject, percent: Int, in schema: ProgramSchema) -> [JSON] {
    var steps: [JSON] = []
    for property in schema[object.type]?.properties ?? [] where random.chance(percent) {
      guard let type = property.type, property.name != schema[object.type]?.primaryKey else {
        continue
      }
      let place = object.property(property.name)
      if !schema.links(type) {
        steps.append(place.with("do", "value"))
      } else if type.isCollection {
        let name = newHandle("items")
        steps.append(place.with("do", "collection").with("as", name))
        steps.append(["do": "count", "of": name])
      } else {
        steps.append(place.with("do", "follow"))
      }
    }
    return steps
  }
}

extension ProgramSchema {
  /// Whether values of a type have links in them, so that they cannot be looked at as a whole.
  func links(_ type: PropertyType) -> Bool {
    guard let definition = type.className.flatMap({ self[$0] }) else { return false }
    return !definition.isEmbedded
      || definition.properties.contains { $0.type?.isObject ?? false }
  }
}
