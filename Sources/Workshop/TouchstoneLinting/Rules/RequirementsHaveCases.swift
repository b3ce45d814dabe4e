import Formats
import Touchstone

/// A requirement that no case shows is an unchecked promise; one that says it cannot be shown has none.
struct RequirementsHaveCases: LintRule {
  func findings(in subject: LintSubject) -> [SuiteFault] {
    guard subject.isComplete, subject.text.hasOwnSpecification else { return [] }
    let missing = subject.suite.requirementsWithoutCase.map { requirement in
      SuiteFault(
        at: requirement.location,
        "no case shows \(requirement.id): write one, or say \"- Not observable: …\" with the reason"
      )
    }
    let denied = subject.suite.requirements.values.filter { $0.notObservable != nil }
    return missing
      + denied.compactMap { requirement in
        subject.suite.cases.first { $0.requirements.contains(requirement.id) }.map { testCase in
          SuiteFault(
            at: requirement.location,
            "\(requirement.id) is \"Not observable\", and the case \(testCase.name.quoted) names it"
          )
        }
      }
  }
}
