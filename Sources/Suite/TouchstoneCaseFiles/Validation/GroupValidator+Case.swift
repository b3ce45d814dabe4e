import Formats
import JSON
import Touchstone

extension GroupValidator {
  /// Checks the cases of a group, each with the names that `given` left.
  mutating func checkCases(_ cases: [JSON], in place: Surroundings) {
    let given = (walk, needs, clockIsSet)
    for (index, element) in cases.enumerated() {
      (walk, needs, clockIsSet) = given
      enterFirstRealm(of: Case.merged(configuration, element[.configuration]))
      checkCase(element, in: place.entering(index))
    }
  }

  private mutating func checkCase(_ json: JSON, in place: Surroundings) {
    shown = (json[.requirements] ?? []).compactMap(\.string)
    check(json, as: .testCase, in: place)
    guard let members = json.object else { return }
    if members[.caseSteps]?.isEmpty == true {
      fault(place.path.appending("steps"), "a case has a step at least")
    }
    if members[.editions] == nil, let key = schema.unusualPrimaryKey {
      fault(place.path, "a case for every edition has \"_id\" as primary key, not \(key.quoted)")
    }
    let configuration = Case.merged(configuration, members[.configuration])
    if configuration[.representations]?.isEmpty == false {
      note(need: .customRepresentation, because: "the key \"representations\"")
    }
    noteNeeds(ofEvents: configuration[.eventConfiguration])
    noteNeeds(ofSync: configuration)
    checkSetting(of: configuration, at: place.path)
    if configuration[.server]?[.developmentMode] == false {
      note(need: .serverSchema, because: "a server without development mode")
    }
    let needs = (members[.needs] ?? []).compactMap(\.string)
    for (feature, reason) in self.needs.sorted(by: { $0.key.rawValue < $1.key.rawValue })
    where !needs.contains(feature.rawValue) {
      fault(place.path, "\(reason) requires \"needs\": [\(feature.rawValue.quoted)]")
    }
    checkWhatIsShown(by: members, at: place.path)
  }

  mutating func checkId(_ id: String, at path: JSONPath) {
    if !id.isKebabCase {
      fault(path, "the id \(id.quoted) is not in kebab-case, like \"two-queries-merge\"")
    }
    if !ids.insert(id).inserted { fault(path, "the id \(id.quoted) is taken by a case above") }
  }

  mutating func checkTitle(_ title: String, named name: String, at path: JSONPath) {
    checkSentence(title, named: name, at: path)
    let words = title.lowercased().split { !$0.isLetter }
    if words.contains("should") || words.first == "test" || words.first == "tests" {
      fault(path, "a title says what happens: no \"should\", no \"test that\"")
    }
  }

  /// Notes that the case needs a feature.
  mutating func note(need feature: Feature?, because reason: String) {
    if let feature, needs[feature] == nil { needs[feature] = reason }
  }

  /// A case that silence satisfies shows nothing.
  private mutating func checkWhatIsShown(by members: JSONObject, at path: JSONPath) {
    guard let expectation = members[.expectation], expectation[.openFails] == nil,
      let events = expectation[.trail]?.array
    else { return }
    if conformanceClass.isAboutSync {
      if !Self.expectsAnswer(Self.steps(of: members)) {
        fault(
          path.appending("steps"),
          "an implementation that answers null to everything passes this case: let a step show what is there"
        )
      }
      return
    }
    let isVacuous = Repetition.firsts(events).allSatisfy { $0[.isOptional] == true }
    if isVacuous, !Self.expectsOutcome(Self.steps(of: members)) {
      fault(
        path.appending("expect").appending("events"),
        "an implementation that records nothing passes this case: let it do something that must be recorded"
      )
    }
  }

  private static func steps(of members: JSONObject) -> [Step] {
    Repetition.firsts(members[.steps] ?? []).map(Step.init)
  }

  private static func expectsOutcome(_ steps: [Step]) -> Bool {
    steps.contains { step in
      step.returns != nil || step.fails != nil
        || expectsOutcome(Repetition.firsts(step.steps.map(\.json)).map(Step.init))
    }
  }
}
