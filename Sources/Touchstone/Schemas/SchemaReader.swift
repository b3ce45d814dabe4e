import JSON

/// Turns the JSON of a schema into constraints, strictly: a keyword that is not known, or whose value has another form
/// than it takes, is a fault.
struct SchemaReader {
  /// Keywords that describe and constrain nothing.
  private static let annotations: Set<String> = [
    "$schema", "$id", "$comment", "$defs", "title", "description", "examples", "default",
  ]
  private static let draft = "https://json-schema.org/draft/2020-12/schema"

  private static let families: [any SchemaConstraint.Type] = [
    ReferenceConstraint.self, TypeConstraint.self, ValueConstraint.self, ObjectConstraint.self,
    ArrayConstraint.self, StringConstraint.self, NumberConstraint.self, BranchConstraint.self,
    ConditionConstraint.self,
  ]

  private(set) var faults = FaultList()
  /// Where each definition is referred to.
  private var references: [(name: String, path: JSONPath)] = []

  mutating func fault(_ path: JSONPath, _ message: String) { faults.add(path, message) }

  /// Reads a whole schema: its definitions, and itself under the empty name.
  mutating func read(_ json: JSON) -> [String: SchemaNode] {
    let path = JSONPath()
    if let draft = json["$schema"], draft != .string(Self.draft) {
      fault(path.appending("$schema"), "the draft is \(Self.draft.quoted)")
    }
    var definitions = [JSONSchema.rootName: node(json, at: path)]
    for (name, definition) in members(of: json, "$defs", at: path) {
      definitions[name] = node(definition, at: path.appending("$defs").appending(name))
    }
    for (name, place) in references where definitions[name] == nil {
      let hint = NearNames.hint(for: name, among: definitions.keys.sorted())
      fault(place, "there is no definition \(name.quoted)\(hint)")
    }
    for name in definitions.keys.sorted() where Self.leadsBack(to: name, definitions) {
      fault(path.appending("$defs").appending(name), "\(name.quoted) refers to itself only")
    }
    return definitions
  }

  /// Reads one schema, which may stand in another.
  mutating func node(_ json: JSON, at path: JSONPath) -> SchemaNode {
    if let allows = json.bool {
      return SchemaNode(constraints: allows ? [] : [NothingConstraint()])
    }
    guard let keywords = json.object else {
      fault(path, "a schema is an object, true or false, not \(json.kindName)")
      return SchemaNode()
    }
    let known = Self.families.flatMap { $0.keywords }
    for key in keywords.keys where !known.contains(key) && !Self.annotations.contains(key) {
      let hint = NearNames.hint(for: key, among: known)
      fault(path.appending(key), "the keyword \(key.quoted) is not known here\(hint)")
    }
    if keywords["$defs"] != nil, !path.components.isEmpty {
      fault(path.appending("$defs"), "\"$defs\" stands at the top of a schema only")
    }
    var result = SchemaNode()
    for family in Self.families
    where family.keywords.contains(where: { keywords[$0] != nil }) {
      result.constraints.append(family.init(keywords, at: path, &self))
    }
    return result
  }

  /// The members of a keyword that takes an object; none if it is not there.
  mutating func members(of json: JSON, _ key: String, at path: JSONPath) -> JSONObject {
    guard let value = json[key] else { return [:] }
    if let members = value.object { return members }
    fault(path.appending(key), "\(key.quoted) takes an object")
    return [:]
  }

  /// Notes that a definition is needed.
  mutating func refer(to name: String, at path: JSONPath) { references.append((name, path)) }

  /// Whether a definition comes back to itself without going into the document, which would never end.
  private static func leadsBack(to name: String, _ definitions: [String: SchemaNode]) -> Bool {
    var seen: Set<String> = []
    var waiting = definitions[name]?.referencesInPlace ?? []
    while let next = waiting.popLast() {
      if next == name { return true }
      if seen.insert(next).inserted { waiting += definitions[next]?.referencesInPlace ?? [] }
    }
    return false
  }
}
