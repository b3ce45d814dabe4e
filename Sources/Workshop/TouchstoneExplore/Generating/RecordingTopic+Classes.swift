import Formats
import JSON
import Touchstone

/// A class of a random program.
///
/// Names of properties are not used twice in a program, so that a payload tells of which
/// class an object is.
struct GeneratedClass: Sendable {
  var name: String
  var isEmbedded = false
  var properties: [(name: String, type: PropertyType)] = []

  var json: JSON {
    let properties = JSONObject(
      uniqueMembers: properties.map { ($0.name, JSON.string($0.type.text)) }
    )
    if isEmbedded { return ["embedded": true, "properties": .object(properties)] }
    return ["primaryKey": "_id", "properties": .object(properties)]
  }
}

extension PropertyType {
  /// How a schema writes it.
  var text: String {
    let inner = base + (isOptional ? "?" : "")
    return shape == .single ? inner : "\(shape.rawValue)<\(inner)>"
  }

  func optional(_ isOptional: Bool) -> PropertyType {
    var type = self
    type.isOptional = isOptional
    return type
  }
}

extension ProgramGenerator where Topic == RecordingTopic {
  mutating func makeClasses() {
    let plainCount = random.pick([1, 1, 2, 2, 2, 3]) ?? 1
    let embeddedCount = random.pick([0, 0, 1, 1, 2]) ?? 0
    topic.classes = ["Person", "Office", "Visit"].prefix(plainCount).map {
      GeneratedClass(name: $0)
    }
    // A name that the event realm has as well (CONFIG-20).
    if random.chance(5) { topic.classes[0].name = "AuditEvent" }
    topic.classes += ["Address", "Note"].prefix(embeddedCount).map {
      GeneratedClass(name: $0, isEmbedded: true)
    }
    for index in topic.classes.indices { makeProperties(of: index) }
    if settings.features.contains(.backLinks), random.chance(40) { addBackLinks() }
  }

  private mutating func makeProperties(of index: Int) {
    var properties: [(name: String, type: PropertyType)] = []
    if !topic.classes[index].isEmbedded {
      let key: PropertyType.Scalar =
        random.pick([.int, .int, .int, .string, .objectId, .uuid]) ?? .int
      properties.append(("_id", PropertyType(.single, of: key.rawValue)))
    }
    let minimum = topic.classes[index].isEmbedded && !random.chance(10) ? 1 : 0
    for _ in 0..<random.between(minimum, random.chance(30) ? 3 : 2) {
      let type = makePlainType()
      properties.append((newName(type.base), type))
    }
    for _ in 0..<(settings.wants("LINK", "READ", "COMBINE", "WRITE") ? random.between(0, 3) : 0) {
      let type = makeLinkType(from: index)
      let word = type.shape == .single ? "link" : type.shape.rawValue
      properties.append((newName(word), type))
    }
    topic.classes[index].properties = properties
  }

  private mutating func makePlainType() -> PropertyType {
    let scalars: [(element: PropertyType.Scalar, weight: Int)] = [
      (.int, 8), (.string, 8), (.bool, 2), (.double, 5), (.float, 3), (.date, 4), (.data, 4),
      (.objectId, 2), (.uuid, 2), (.decimal128, 4), (.mixed, 7),
    ]
    let scalar = random.pick(weighing: scalars) ?? .int
    let shape: PropertyType.Shape =
      random.pick([.single, .single, .single, .single, .list, .set, .dictionary]) ?? .single
    let isOptional = scalar != .mixed && random.chance(shape == .single ? 50 : 25)
    return PropertyType(shape, of: scalar.rawValue).optional(isOptional)
  }

  private mutating func makeLinkType(from index: Int) -> PropertyType {
    // An embedded class that contains itself could be nested without end by what is drawn.
    let targets = topic.classes.indices.filter { !topic.classes[$0].isEmbedded || $0 > index }
    let target = topic.classes[random.pick(targets) ?? 0]
    let shapes: [PropertyType.Shape] =
      target.isEmbedded
      ? [.single, .single, .list, .dictionary]
      : [.single, .single, .single, .list, .set, .dictionary]
    let shape = random.pick(shapes) ?? .single
    return PropertyType(shape, of: target.name).optional(shape == .single || shape == .dictionary)
  }

  private mutating func addBackLinks() {
    var links: [(origin: Int, property: String, target: String)] = []
    for (index, origin) in topic.classes.enumerated() where !origin.isEmbedded {
      for (name, type) in origin.properties {
        guard let target = type.className, target != "" else { continue }
        if topic.classes.contains(where: { $0.name == target && !$0.isEmbedded }) {
          links.append((index, name, target))
        }
      }
    }
    guard let link = random.pick(links),
      let target = topic.classes.firstIndex(where: { $0.name == link.target })
    else { return }
    let type = PropertyType(
      .linkingObjects,
      of: "\(topic.classes[link.origin].name).\(link.property)"
    )
    topic.classes[target].properties.append((newName("origins"), type))
  }

  // MARK: Configuration

  mutating func makeConfiguration() -> JSONObject {
    var configuration: JSONObject = [:]
    var events: JSONObject = [:]
    if settings.wants("META", "CONFIG"), random.chance(35) {
      events["metadata"] = makeMetadata(valid: true)
    }
    if settings.wants("CONFIG", "META"), random.chance(10) {
      let prefixes = ["a", "event-", "é", ".", " a ", "%2F", "", "/a", "a/b", "a\\b", "a/"]
      events["partitionPrefix"] = .string(random.pick(prefixes) ?? "a")
    }
    // Settings that are refused, one at a time.
    if settings.wants("CONFIG"), events.isEmpty, random.chance(6) {
      events["metadata"] = makeMetadata(valid: false)
    }
    if settings.wants("CONFIG"), events.isEmpty, random.chance(4) {
      configuration["sync"] = "flexible"
      if random.chance(50) { configuration["events"] = ["syncUser": "auditor"] }
      return configuration
    }
    if random.chance(5) { events["syncUser"] = "auditor" }
    if random.chance(5) { events["errorHandler"] = true }
    if !events.isEmpty { configuration["events"] = .object(events) }
    if settings.wants("CONFIG"), random.chance(2) { configuration["events"] = .null }
    if random.chance(5) { configuration["partitionValue"] = "p" }
    if settings.features.contains(.customRepresentation), settings.wants("REPR"), random.chance(20)
    {
      configuration["representations"] = makeRepresentations()
    }
    return configuration
  }

  /// Texts for one class.
  ///
  /// Only such properties are filled in whose text is the same in every implementation.
  private mutating func makeRepresentations() -> JSON {
    guard let definition = random.pick(topic.classes) else { return [:] }
    let fields = definition.properties.filter { _, type in
      guard let scalar = type.scalar, type.shape == .single else { return false }
      return [.bool, .int, .string, .date, .objectId, .uuid].contains(scalar)
    }
    let field = random.pick(fields).map { "${\($0.name)}" } ?? "7"
    let links = definition.properties.filter { $0.type.isObject && $0.type.shape == .single }
    let link = random.pick(links).map(\.name) ?? "own"
    let texts = [
      "{\"\(link)\": \(field)}", "{\"a\": 1, \"a\": 2}",
      "{\"own\": \(field)}", "{\"own\": \(field)}", "[\(field), 1]", field, "null",
      "{\"a\": 1, \"b\": \(field)}",
      "{}", "invalid",
    ]
    var entries: [JSON] = []
    if random.chance(40), let (name, _) = fields.first(where: { $0.type.base == "int" }) {
      entries.append([
        "when": .object([name: .int(Int64(random.below(3)))]),
        "text": .string(random.pick(texts) ?? "{}"),
      ])
      if random.chance(60) { entries.append(["text": .string(random.pick(texts) ?? "{}")]) }
    } else if random.chance(5) {
      entries.append(["throws": "no"])
    } else {
      entries.append(["text": .string(random.pick(texts) ?? "{}")])
    }
    return .object([definition.name: .array(entries)])
  }
}
