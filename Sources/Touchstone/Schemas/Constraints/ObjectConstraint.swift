import JSON

/// Which members an object has, and what they are.
struct ObjectConstraint: SchemaConstraint {
  static let keywords = [
    "properties", "patternProperties", "additionalProperties", "propertyNames", "required",
    "dependentRequired", "minProperties", "maxProperties",
  ]

  private var properties: [String: SchemaNode] = [:]
  private var patterns: [(pattern: String, node: SchemaNode)] = []
  private var others: SchemaNode?
  private var names: SchemaNode?
  private var required: [String]
  private var dependent: [(name: String, required: [String])] = []
  private var least: Int?
  private var most: Int?

  init(_ keywords: JSONObject, at path: JSONPath, _ reader: inout SchemaReader) {
    for (name, node) in reader.nodes("properties", of: keywords, at: path) {
      properties[name] = node
    }
    patterns = reader.nodes("patternProperties", of: keywords, at: path).map { ($0.name, $0.node) }
    for (pattern, _) in patterns {
      reader.checkPattern(pattern, at: path.appending("patternProperties").appending(pattern))
    }
    others = reader.node("additionalProperties", of: keywords, at: path)
    names = reader.node("propertyNames", of: keywords, at: path)
    required = reader.names("required", of: keywords, at: path)
    let place = path.appending("dependentRequired")
    let conditions = reader.members(of: .object(keywords), "dependentRequired", at: path)
    for name in conditions.keys {
      dependent.append((name, reader.names(name, of: conditions, at: place)))
    }
    least = reader.size("minProperties", of: keywords, at: path)
    most = reader.size("maxProperties", of: keywords, at: path)
  }

  func check(_ value: JSON, at path: JSONPath, _ validation: inout SchemaValidation) {
    guard let members = value.object else { return }
    for key in required where members[key] == nil {
      validation.report(path, "lacks the key \(key.quoted)")
    }
    for (name, needed) in dependent where members[name] != nil {
      for key in needed where members[key] == nil {
        validation.report(path, "has \(name.quoted) and lacks the key \(key.quoted)")
      }
    }
    if let least, members.count < least { validation.report(path, "has less than \(least) keys") }
    if let most, members.count > most { validation.report(path, "has more than \(most) keys") }
    for (key, member) in members {
      if validation.hasFailed { return }
      check(member, called: key, at: path, &validation)
    }
  }

  private func check(
    _ member: JSON,
    called key: String,
    at path: JSONPath,
    _ validation: inout SchemaValidation
  ) {
    let place = path.appending(key)
    if let names { validation.check(.string(key), against: names, at: place) }
    var isKnown = false
    if let node = properties[key] {
      validation.check(member, against: node, at: place)
      isKnown = true
    }
    for (pattern, node) in patterns where validation.matches(key, pattern) {
      validation.check(member, against: node, at: place)
      isKnown = true
    }
    guard !isKnown, let others else { return }
    if others.constraints.contains(where: { $0 is NothingConstraint }) {
      let hint = NearNames.hint(for: key, among: properties.keys.sorted())
      validation.report(place, "the key \(key.quoted) is not known here\(hint)")
    } else {
      validation.check(member, against: others, at: place)
    }
  }
}
