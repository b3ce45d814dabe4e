package import JSON
package import Touchstone

/// A way in which two implementations differ, shown by the smallest program that was found.
package struct Difference: Sendable {
  /// The seeds of the programs that came down to it, the first one first.
  package var seeds: [UInt64]
  package var program: Program
  /// The verdict on the case that the program makes, with both trails.
  package var verdict: CaseVerdict
  /// Whether nothing of the program can be left out.
  package var isMinimal: Bool

  /// The case: a draft, because its expectation is what the model did.
  package var testCase: Case { verdict.testCase }

  /// A group file with the case, which `run --cases` takes.
  package var groupFile: JSON {
    var group: JSONObject = [
      "title": "Found by random programs", "class": .string(testCase.conformanceClass),
    ]
    if !program.schema.isEmpty { group["schema"] = .object(program.schema) }
    if !program.configuration.isEmpty { group["configuration"] = .object(program.configuration) }
    if !program.given.isEmpty { group["given"] = .array(program.given) }
    var members: JSONObject = [
      "id": .string("seed-\(seeds[0])"), "title": .string(testCase.title),
      "requirements": .array(named.map(JSON.string)),
    ]
    if let editions = testCase.editions { members["editions"] = .array(editions.map(JSON.string)) }
    if !testCase.needs.isEmpty { members["needs"] = .array(testCase.needs.map(JSON.string)) }
    members["notes"] = .string(Self.draftNote)
    members["steps"] = .array(testCase.steps.map(\.json))
    members["expect"] = testCase.expectation
    group["cases"] = [.object(members)]
    return .object(group)
  }

  /// A case has to name a requirement, also where none is known that explains the difference.
  private var named: [String] {
    guard testCase.requirements.isEmpty else { return testCase.requirements }
    return switch ConformanceClass(rawValue: testCase.conformanceClass) {
    case .flexibleSync: ["FLEX-1"]
    case .mobilePlatform: ["OPEN-9"]
    default: ["SCOPE-1"]
    }
  }

  static let draftNote =
    "A draft: the expectation is what the model of touchstone explore did. Derive it from the specification before it is kept."
}
