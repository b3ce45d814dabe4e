import Touchstone

/// A requirement that no case shows is a promise that nobody checks; one that says it cannot be shown has none.
struct RequirementsHaveCases: LintRule {
  func findings(in subject: LintSubject) -> [SuiteFault] {
    guard subject.isComplete, subject.text.hasOwnSpecification else { return [] }
    let missing = subject.suite.requirementsWithoutCase.map { requirement in
      SuiteFault(
        location: requirement.location,
        message:
          "no case shows \(requirement.id): write one, or say \"- Not observable: …\" with the reason"
      )
    }
    let shown = Set(subject.suite.cases.flatMap(\.requirements))
    let denied = subject.suite.requirements.values.filter {
      $0.notObservable != nil && shown.contains($0.id)
    }
    return missing
      + denied.map { requirement in
        let names = subject.suite.cases.filter { $0.requirements.contains(requirement.id) }
        let name = names.first?.name ?? ""
        return SuiteFault(
          location: requirement.location,
          message: "\(requirement.id) is \"Not observable\", and the case \(name.quoted) names it"
        )
      }
  }
}
