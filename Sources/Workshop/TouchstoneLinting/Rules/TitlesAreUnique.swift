import Formats
import Touchstone

/// Two cases of one group that have the same title say that the same thing happens: one of them says it wrongly.
struct TitlesAreUnique: LintRule {
  func findings(in subject: LintSubject) -> [SuiteFault] {
    var findings: [SuiteFault] = []
    for cases in Dictionary(grouping: subject.suite.cases, by: \.location.file).values {
      var seen: [String: Case] = [:]
      for testCase in cases.sorted(by: { $0.location.line < $1.location.line }) {
        if let first = seen[testCase.title] {
          let message =
            "the title of \(testCase.name.quoted) is that of \(first.name.quoted): say what differs"
          findings.append(SuiteFault(at: testCase.location, message))
        } else {
          seen[testCase.title] = testCase
        }
      }
    }
    return findings
  }
}
