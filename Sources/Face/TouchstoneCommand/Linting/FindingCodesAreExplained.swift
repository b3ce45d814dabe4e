import Formats
import Touchstone
import TouchstoneLinting
import TrailReading

/// Each code of `touchstone check` cites a requirement that there is, and each error one that has to be kept.
///
/// That the chapter has a row for each, and each requirement the list of its codes, is what makes generated text fresh.
struct FindingCodesAreExplained: LintRule {
  func findings(in subject: LintSubject) -> [SuiteFault] {
    // A specification of one's own need not have what trails are checked for.
    guard subject.text.hasOwnSpecification,
      subject.text.specification.contains(where: { $0.path.hasSuffix("/trails.md") })
    else { return [] }
    return FindingCode.allCases.compactMap { code in
      guard let requirement = subject.suite.requirements[code.requirement] else {
        return SuiteFault(
          at: nil,
          "the code \(code.rawValue.quoted) cites \(code.requirement), which is not there"
        )
      }
      // One that is free otherwise may bind an edition.
      guard code.level == .error, !requirement.text.contains("MUST") else { return nil }
      return SuiteFault(
        at: nil,
        "the code \(code.rawValue.quoted) is an error and cites \(code.requirement), which is not a MUST"
      )
    }
  }
}
