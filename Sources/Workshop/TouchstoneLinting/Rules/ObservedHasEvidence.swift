import Formats
import JSON
import Touchstone

/// What is said to have been observed can be looked up: in a case that the original library passed, or in a program
/// that was recorded.
struct ObservedHasEvidence: LintRule {
  func findings(in subject: LintSubject) -> [SuiteFault] {
    // A user's own specification is not about the original.
    guard subject.isComplete, subject.text.hasOwnSpecification, let file = subject.text.original
    else { return [] }
    let names: [String]
    do { names = try subject.text.passedByOriginal() } catch { return error.faults }
    let offered = subject.suite.cases.filter { $0.editions?.contains("core") ?? true }
    let known = Set(offered.map(\.name))
    var strangers = FaultList()
    for (index, name) in names.enumerated() where !known.contains(name) {
      strangers.add(JSONPath().appending(index), "edition core has no case \(name.quoted)")
    }
    let passed = Set(names)
    let shown = Set(offered.filter { passed.contains($0.name) }.flatMap(\.requirements))
    let bare = subject.suite.requirements.values.filter {
      $0.isObserved && $0.programs.isEmpty && !shown.contains($0.id)
    }
    return strangers.located(in: file.text, of: file.path)
      + bare.map { requirement in
        SuiteFault(
          at: requirement.location,
          "\(requirement.id) is \"observed\", and no case that the original passed names it: "
            + "name programs in \"- Observed: …\", or make the source \"decision\""
        )
      }
  }
}
