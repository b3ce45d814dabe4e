import Formats
import JSON

/// What a case touches of its group's schema: a group declares what all of its cases need, and a store without lists must
/// not lose a case that never looks at the only list.
///
/// Left out are properties of types that are features, where neither the steps of the case nor what it expects names
/// them with a value, and what is done with them. A case about a property that no step names lists its feature
/// under `needs`.
struct TouchedSchema {
  /// The schema without the rest.
  let schema: ProgramSchema
  /// The given steps without the rest.
  let given: [Step]
  /// The steps, whose new objects lack what is left out.
  let steps: [Step]
  /// The value of `expect`, whose payloads lack it.
  let expectation: JSON

  /// What a case touches.
  init(of testCase: Case) {
    let (schema, given) = (testCase.schema, testCase.given)
    var words = MentionedNames()
    for step in testCase.steps { words.add(step.json) }
    words.add(testCase.configuration)
    words.add(testCase.expectation)
    let named = given.flatMap(\.withNested).filter {
      $0.boundName != nil && $0.kind != .writing(.create)
    }
    var count = -1
    while count != words.all.count {
      count = words.all.count
      for step in named where words.all.contains(step.boundName ?? "") { words.add(step.json) }
    }
    let dropped = Self.untouched(in: schema, words.all, Set(testCase.needs))
    guard !dropped.isEmpty else {
      (self.schema, self.given) = (schema, given)
      (steps, expectation) = (testCase.steps, testCase.expectation)
      return
    }
    self.schema = schema.without(dropped, naming: words.all)
    var reduction = StepReduction(schema: schema, dropped: dropped)
    self.given = given.compactMap { reduction.step($0.json) }.map(Step.init)
    steps = testCase.steps.compactMap { reduction.step($0.json) }.map(Step.init)
    expectation = StepReduction.payloads(in: testCase.expectation, without: dropped)
  }

  /// The names of properties that can be left out: nothing names them, and no class has another property of that name.
  private static func untouched(
    in schema: ProgramSchema,
    _ words: Set<String>,
    _ needs: Set<String>
  ) -> Set<String> {
    var untouched: Set<String> = []
    var kept: Set<String> = []
    for definition in schema.classes {
      for property in definition.properties {
        let features = schema.features(of: property)
        let isOptional = !features.isEmpty && property.type?.shape != .linkingObjects
        let isNeeded =
          words.contains(property.name)
          || words.contains(property.type?.base ?? "")
            && features.contains(.embeddedObjects)
          || features.contains { !needs.isDisjoint(with: $0.family) }
        if isOptional, !isNeeded {
          untouched.insert(property.name)
        } else {
          kept.insert(property.name)
        }
      }
    }
    return untouched.subtracting(kept).subtracting(schema.originsOfBackLinks)
  }
}

extension Feature {
  /// The needs that a case may state to keep a property of this feature.
  fileprivate var family: Set<String> {
    let more: [Feature] = self == .mixed ? [.mixedLinks, .mixedCollections] : []
    return Set(([self] + more).map(\.rawValue))
  }
}

extension ProgramSchema {
  /// The features that its types need.
  package var features: Set<Feature> {
    Set(classes.flatMap(\.properties).flatMap(features(of:)))
  }

  /// The features that the type of a property needs.
  package func features(of property: Property) -> [Feature] {
    guard let type = property.type else { return [] }
    var features: [Feature] =
      switch type.shape {
      case .single: []
      case .list: [.lists]
      case .set: [.sets]
      case .dictionary: [.dictionaries]
      case .linkingObjects: [.backLinks]
      }
    if type.base == PropertyType.Scalar.mixed.rawValue { features.append(.mixed) }
    if type.isObject {
      features.append(isEmbedded(type.base) ? .embeddedObjects : .links)
    }
    return features
  }

  /// The properties that some back links are computed from.
  fileprivate var originsOfBackLinks: Set<String> {
    Set(
      classes.flatMap(\.properties).compactMap { property in
        guard let type = property.type, type.shape == .linkingObjects else { return nil }
        return type.base.split(separator: ".").last.map(String.init)
      }
    )
  }

  /// The schema without properties, and without the embedded classes that nothing holds or names any more.
  fileprivate func without(_ dropped: Set<String>, naming words: Set<String>) -> ProgramSchema {
    var schema = json.object ?? [:]
    for definition in classes {
      guard var members = schema[definition.name]?.object,
        var properties = members["properties"]?.object
      else { continue }
      for name in dropped { properties[name] = nil }
      members["properties"] = .object(properties)
      schema[definition.name] = .object(members)
    }
    var result = ProgramSchema(.object(schema))
    var count = -1
    while count != result.classes.count {
      count = result.classes.count
      let held = Set(result.classes.flatMap(\.properties).compactMap { $0.type?.base })
      for definition in result.classes
      where definition.isEmbedded && !held.contains(definition.name)
        && !words.contains(definition.name)
      {
        schema[definition.name] = nil
      }
      result = ProgramSchema(.object(schema))
    }
    return result
  }
}

/// Every name that some JSON may mean: its keys, its texts, and the words of texts that payloads are made of.
///
/// An object that is created or shown with an empty collection or null does not name that property: it is only there.
private struct MentionedNames {
  private(set) var all: Set<String> = []

  mutating func add(_ json: JSON) { add(json, isShown: false, isPayload: false) }

  private mutating func add(_ json: JSON, isShown: Bool, isPayload: Bool) {
    switch json {
    case .string(let text):
      all.insert(text)
      guard isPayload else { return }
      for word in text.split(whereSeparator: { !($0.isLetter || $0.isNumber || $0 == "_") }) {
        all.insert(String(word))
      }
    case .array(let elements):
      for element in elements { add(element, isShown: isShown, isPayload: isPayload) }
    case .object(let members):
      let kind = members["do"]?.string
      // The arguments of a step and the two parts of a read are called like properties at times.
      let isFrame =
        kind != nil
        || (members.count == 2 && members["type"]?.string != nil && members["value"]?.array != nil)
      for (key, value) in members where !(isShown && value.isOnlyThere) && key != "activity" {
        if !isFrame { all.insert(key) }
        switch key {
        case "newValue": add(value, isShown: false, isPayload: isPayload)
        case "value" where kind == "create": add(value, isShown: true, isPayload: false)
        case "data" where kind == nil, "text" where kind == nil:
          add(value, isShown: true, isPayload: true)
        default: add(value, isShown: isShown, isPayload: isPayload)
        }
      }
    default: break
    }
  }
}

extension JSON {
  /// Whether a property with this value has nothing in it.
  fileprivate var isOnlyThere: Bool {
    switch self {
    case .null: true
    case .array(let elements): elements.isEmpty
    case .object(let members): members.isEmpty
    default: false
    }
  }
}

/// What is left of steps and payloads when properties are left out.
private struct StepReduction {
  let schema: ProgramSchema
  let dropped: Set<String>
  /// The names that went with the steps that gave them.
  private var gone: Set<String> = []

  init(schema: ProgramSchema, dropped: Set<String>) {
    (self.schema, self.dropped) = (schema, dropped)
  }

  /// The step; nil if it is about a property that is left out, or about what came of such a step.
  mutating func step(_ json: JSON) -> JSON? {
    guard case .object(var members) = json else { return json }
    if let repetition = members["$repeat"]?.object, let value = repetition["value"] {
      guard let value = step(value) else { return nil }
      var repetition = repetition
      repetition["value"] = value
      return ["$repeat": .object(repetition)]
    }
    let subjects = ["object", "of", "in"].compactMap { members[$0]?.string }
    if members["property"]?.string.map(dropped.contains) == true
      || subjects.contains(where: gone.contains)
    {
      if let name = members["as"]?.string { gone.insert(name) }
      return nil
    }
    if let nested = members["steps"]?.array {
      var steps: [JSON] = []
      for step in nested { if let kept = self.step(step) { steps.append(kept) } }
      if steps.isEmpty, !nested.isEmpty { return nil }
      members["steps"] = .array(steps)
    }
    if let type = members["type"]?.string, let value = members["value"] {
      members["value"] = object(value, of: type)
    }
    if let trail = members["returns"], members["do"] == "events" {
      members["returns"] = Self.payloads(in: trail, without: dropped)
    }
    return .object(members)
  }

  /// The values of an object of a class.
  private func object(_ json: JSON, of name: String) -> JSON {
    guard case .object(var members) = json, let definition = schema[name] else { return json }
    for name in dropped { members[name] = nil }
    for property in definition.properties {
      guard let type = property.type, let value = members[property.name],
        schema.isEmbedded(type.base)
      else { continue }
      members[property.name] = embedded(value, as: type)
    }
    return .object(members)
  }

  private func embedded(_ json: JSON, as type: PropertyType) -> JSON {
    switch (type.shape, json) {
    case (.list, .array(let elements)): .array(elements.map { object($0, of: type.base) })
    case (.dictionary, .object(let entries)):
      .object(entries.mapValues { object($0, of: type.base) })
    default: object(json, of: type.base)
    }
  }

  /// Expected events whose payloads lack properties of these names.
  static func payloads(in json: JSON, without dropped: Set<String>) -> JSON {
    switch json {
    case .array(let elements): .array(elements.map { payloads(in: $0, without: dropped) })
    case .object(let members):
      .object(
        JSONObject(
          uniqueMembers: members.map { key, value in
            (
              key,
              key == "data" ? without(dropped, value) : payloads(in: value, without: dropped)
            )
          }
        )
      )
    default: json
    }
  }

  private static func without(_ dropped: Set<String>, _ json: JSON) -> JSON {
    switch json {
    case .array(let elements): .array(elements.map { without(dropped, $0) })
    case .object(let members):
      .object(
        JSONObject(
          uniqueMembers: members.filter { !dropped.contains($0.key) }.map {
            ($0.key, without(dropped, $0.value))
          }
        )
      )
    default: json
    }
  }
}
