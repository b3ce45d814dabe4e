import JSON

extension GroupChecker {
  private static let caseKeys = KeyRules(
    of: "a case",
    [
      "id", "title", "requirements", "level", "editions", "needs", "notes", "configuration",
      "steps",
      "expect",
    ],
    required: ["id", "title", "requirements", "steps", "expect"],
    isOrdered: true
  )

  /// Reads one case, with what it takes from its group.
  mutating func checkCase(
    _ json: JSON,
    of group: JSONObject,
    at path: JSONPath,
    _ given: Handles,
    ids: inout Set<String>
  ) -> Case? {
    guard let members = object(json, at: path, Self.caseKeys) else { return nil }
    let id = checkId(of: members, at: path, ids: &ids)
    let title = checkTitle(of: members, at: path)
    let requirements = checkRequirements(of: members, at: path)
    let level = word("level", of: members, at: path, among: Level.allCases.map(\.rawValue))
    let editions = words("editions", of: members, at: path, among: Vocabulary.editions)
    let needs = words("needs", of: members, at: path, among: Vocabulary.features) ?? []
    let notes = string("notes", of: members, at: path)
    if let own = members["configuration"] {
      checkConfiguration(own, at: path.appending("configuration"))
    }
    let configuration = Self.merged(group["configuration"], members["configuration"])

    if editions == nil, let key = schema.unusualPrimaryKey {
      fault(path, "a case for every edition has \"_id\" as primary key, not \(key.quoted)")
    }

    var handles = given
    if let steps = members["steps"] {
      if steps.array?.isEmpty == true {
        fault(path.appending("steps"), "a case has a step at least")
      }
      checkSteps(steps, at: path.appending("steps"), &handles)
    }
    if configuration["representations"]?.object?.isEmpty == false {
      note(need: .customRepresentation, because: "the key \"representations\"", in: &handles)
    }
    noteNeeds(ofEvents: configuration["events"], in: &handles)
    if configuration["server"]?["developmentMode"]?.bool == false {
      note(need: .serverSchema, because: "a server without development mode", in: &handles)
    }
    checkExpectation(of: members, at: path, &handles)
    for (feature, reason) in handles.needs.sorted(by: { $0.key.rawValue < $1.key.rawValue })
    where !needs.contains(feature.rawValue) {
      fault(path, "\(reason) requires \"needs\": [\(feature.rawValue.quoted)]")
    }
    return Case(
      name: id ?? "",
      title: title ?? "",
      conformanceClass: conformanceClass.rawValue,
      level: level.flatMap(Level.init) ?? .must,
      editions: editions,
      requirements: requirements,
      needs: needs,
      notes: notes,
      schema: group["schema"] ?? .object([:]),
      configuration: configuration,
      given: (group["given"]?.array ?? []).map(Step.init),
      steps: (members["steps"]?.array ?? []).map(Step.init),
      expectation: members["expect"] ?? .null,
      location: TextLocation(file: "", line: 0)
    )
  }

  private mutating func checkId(
    of members: JSONObject,
    at path: JSONPath,
    ids: inout Set<String>
  ) -> String? {
    guard let id = string("id", of: members, at: path) else { return nil }
    let place = path.appending("id")
    if !id.isKebabCase {
      fault(place, "the id \(id.quoted) is not in kebab-case, like \"two-queries-merge\"")
    }
    if !ids.insert(id).inserted { fault(place, "the id \(id.quoted) is taken by a case above") }
    return id
  }

  private mutating func checkTitle(of members: JSONObject, at path: JSONPath) -> String? {
    guard let title = sentence("title", of: members, at: path) else { return nil }
    let words = title.lowercased().split { !$0.isLetter }
    if words.contains("should") || words.first == "test" || words.first == "tests" {
      fault(path.appending("title"), "a title says what happens: no \"should\", no \"test that\"")
    }
    return title
  }

  private mutating func checkRequirements(of members: JSONObject, at path: JSONPath) -> [String] {
    guard let value = members["requirements"] else { return [] }
    let path = path.appending("requirements")
    guard let elements = value.array, !elements.isEmpty else {
      fault(path, "a case names at least one requirement, in an array")
      return []
    }
    var ids: [String] = []
    for (index, element) in elements.enumerated() {
      let place = path.appending(index)
      guard let id = element.string else {
        fault(place, "a requirement is named by its id, not by \(element.kindName)")
        continue
      }
      if !requirements.contains(id) {
        let hint = NearNames.hint(for: id, among: requirements.sorted())
        fault(place, "the specification has no requirement \(id.quoted)\(hint)")
      }
      if ids.contains(id) { fault(place, "\(id.quoted) is there twice") } else { ids.append(id) }
    }
    return ids
  }

  /// The configuration of a case: its own top-level keys replace those of its group.
  static func merged(_ group: JSON?, _ own: JSON?) -> JSON {
    var result = group?.object ?? [:]
    for (key, value) in own?.object ?? [:] { result[key] = value }
    return .object(result)
  }

  private mutating func checkExpectation(
    of members: JSONObject,
    at path: JSONPath,
    _ handles: inout Handles
  ) {
    guard let value = members["expect"] else { return }
    let place = path.appending("expect")
    let rules = KeyRules(of: "\"expect\"", ["events", "order", "openFails"])
    guard let expectation = object(value, at: place, rules) else { return }
    _ = word("order", of: expectation, at: place, among: ["any"])
    if let failure = expectation["openFails"] {
      checkFailure(failure, at: place.appending("openFails"))
      if expectation["events"] != nil {
        fault(
          place,
          "a realm that does not open has no trail: leave out \"events\" or \"openFails\""
        )
      }
      return
    }
    guard let events = expectation["events"] else {
      return fault(place, "\"expect\" needs \"events\" or \"openFails\"")
    }
    checkEventList(events, at: place.appending("events"))
    if Self.statesTimestamp(events) || Self.statesTimestamp(inSteps: members["steps"]) {
      note(need: .clock, because: "a stated \"timestamp\"", in: &handles)
    }
    if Self.isVacuous(events), !Self.expectsOutcome(members["steps"]) {
      fault(
        place.appending("events"),
        "an implementation that records nothing passes this case: let it do something that must be recorded"
      )
    }
  }

  private static func statesTimestamp(_ events: JSON) -> Bool {
    Repetition.firsts(events.array ?? []).contains { $0["timestamp"] != nil }
  }

  private static func statesTimestamp(inSteps steps: JSON?) -> Bool {
    Repetition.firsts(steps?.array ?? []).contains { step in
      let isTrail = step["do"] == "events" || step["do"] == "serverEvents"
      let trail = isTrail ? step["returns"] : nil
      return trail.map(statesTimestamp) ?? false || statesTimestamp(inSteps: step["steps"])
    }
  }

  private static func isVacuous(_ events: JSON) -> Bool {
    Repetition.firsts(events.array ?? []).allSatisfy { $0["optional"]?.bool == true }
  }

  private static func expectsOutcome(_ steps: JSON?) -> Bool {
    Repetition.firsts(steps?.array ?? []).contains {
      $0["returns"] != nil || $0["fails"] != nil || expectsOutcome($0["steps"])
    }
  }
}
