import JSON

extension GroupChecker {
  private static let groupKeys = KeyRules(
    of: "a group",
    ["title", "class", "schema", "configuration", "given", "cases"],
    required: ["title", "class", "cases"],
    isOrdered: true
  )

  /// Reads a group.
  ///
  /// The cases that come back have their id as name and no place yet; they are complete only if no fault was
  /// found.
  mutating func checkGroup(_ json: JSON) -> [Case] {
    checkRepetitions(in: json)
    guard faults.isEmpty else { return [] }
    let drafts = checkSampledGroup(Repetition.textsSaidOnce(json))
    // What was checked has its long texts only once, and what is run has them in full.
    guard faults.isEmpty, let cases = json["cases"]?.array else { return [] }
    let given = (json["given"]?.array ?? []).map(Step.init)
    return zip(drafts, cases).map { draft, members in
      var result = draft
      result.configuration = Self.merged(json["configuration"], members["configuration"])
      result.given = given
      result.steps = (members["steps"]?.array ?? []).map(Step.init)
      result.expectation = members["expect"] ?? .null
      return result
    }
  }

  private mutating func checkSampledGroup(_ json: JSON) -> [Case] {
    let path = JSONPath()
    guard let group = object(json, at: path, Self.groupKeys) else { return [] }
    _ = sentence("title", of: group, at: path)
    if let name = word("class", of: group, at: path, among: Vocabulary.classes) {
      conformanceClass = ConformanceClass(rawValue: name) ?? .recording
    }
    if let schema = group["schema"] { checkSchema(schema, at: path.appending("schema")) }
    if let configuration = group["configuration"] {
      checkConfiguration(configuration, at: path.appending("configuration"))
    }
    var handles = Handles()
    if schema.hasBackLinks {
      note(need: .backLinks, because: "the schema of the group", in: &handles)
    }
    if let given = group["given"] {
      checkSteps(given, at: path.appending("given"), isGiven: true, &handles)
    }
    guard let value = group["cases"] else { return [] }
    guard let cases = value.array, !cases.isEmpty else {
      fault(path.appending("cases"), "\"cases\" must be an array with a case at least")
      return []
    }
    var ids: Set<String> = []
    return cases.enumerated().compactMap { index, element in
      checkCase(
        element,
        of: group,
        at: path.appending("cases").appending(index),
        handles,
        ids: &ids
      )
    }
  }
}
