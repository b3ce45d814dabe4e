package import JSON
package import Touchstone
import TouchstoneWire

/// A program of which it is on record what the original library did with it.
///
/// It becomes a case, so that it runs, is judged and is explained like any other.
package struct ObservedProgram: Sendable {
  /// The case that an implementation passes if it does what was observed, without the defects that errata name.
  package let testCase: Case
  /// The same with these defects, where one shows.
  package let unrepaired: Case?
  /// The sections of the errata that name these defects.
  package let errata: [String]

  /// Reads a line of a file of programs; nil if it does not have their form.
  package init?(_ json: JSON, of conformanceClass: ConformanceClass, at location: TextLocation) {
    guard let name = json["name"]?.string ?? json["seed"]?.int.map(String.init),
      let generator = json["generator"]?.string,
      let parameters = json["params"], let program = try? CaseProgram(message: parameters),
      let observed = ObservedOutcome(json["result"])
    else { return nil }
    let repaired = ObservedOutcome(json["repaired"])
    errata = (json["tags"]?.array ?? []).compactMap(\.string)
    func testCase(_ outcome: ObservedOutcome) -> Case {
      let expected = ObservedExpectation(of: outcome, from: program)
      var testCase = Case(
        name: "observed/\(generator)/\(name)",
        title: "Program \(name) does what the original library did",
        steps: expected.steps,
        expectation: ["events": .array(expected.events)],
        location: location
      )
      testCase.editions = ["core"]
      testCase.conformanceClass = conformanceClass.rawValue
      testCase.needs = program.observedNeeds(
        with: json["needs"]?.array ?? [],
        areTypesFeatures: !conformanceClass.isAboutSync
      )
      testCase.schema = program.schema
      testCase.configuration = program.configuration
      testCase.given = program.given
      return testCase
    }
    self.testCase = testCase(repaired ?? observed)
    unrepaired = repaired == nil ? nil : testCase(observed)
  }
}

/// What came of a program: an outcome for each step, and the trail.
struct ObservedOutcome {
  let steps: [StepOutcome]
  let events: [JSON]

  init?(_ json: JSON?) {
    guard let json, case .completed(let steps, let events) = CaseResult(message: json) else {
      return nil
    }
    self.steps = steps
    self.events = events
  }
}

extension CaseProgram {
  /// The optional features that it uses, with those that no step shows.
  fileprivate func observedNeeds(with others: [JSON], areTypesFeatures: Bool) -> [String] {
    let steps = (given + steps).flatMap(\.withNested)
    var needs = Set(steps.compactMap { $0.kind?.entry.needs?.rawValue })
    needs.formUnion(others.compactMap(\.string))
    if configuration["representations"] != nil {
      needs.insert(Feature.customRepresentation.rawValue)
    }
    if areTypesFeatures { needs.formUnion(schema.features.map(\.rawValue)) }
    return needs.sorted()
  }
}
