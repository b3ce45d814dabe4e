import Touchstone
import TouchstoneLinting
import Trail

/// Each code of `touchstone check` stands in the chapter about trails with its level and the requirement that it cites,
/// and each requirement that is checked by codes is cited by them.
struct FindingCodesAreExplained: LintRule {
  private static let chapter = "/trails.md"

  func findings(in subject: LintSubject) -> [SuiteFault] {
    // Somebody's own specification need not have such a chapter.
    guard subject.text.hasOwnSpecification,
      let file = subject.text.specification.first(where: { $0.path.hasSuffix(Self.chapter) })
    else { return [] }
    return checkedRequirements(in: subject.suite) + rows(of: file, in: subject.suite)
  }

  private func checkedRequirements(in suite: Suite) -> [SuiteFault] {
    suite.requirements.values.flatMap { requirement in
      requirement.checkedBy.compactMap { name in
        let code = FindingCode(rawValue: name)
        guard code?.requirement != requirement.id else { return nil }
        let reason = code.map { "cites \($0.requirement)" } ?? "is not there"
        return SuiteFault(
          location: requirement.location,
          message: "\(requirement.id) is checked by \(name.quoted), which \(reason)"
        )
      }
    }
  }

  /// Holds the tables of codes against the codes there are.
  private func rows(of file: (path: String, text: String), in suite: Suite) -> [SuiteFault] {
    var faults: [SuiteFault] = []
    var seen: Set<String> = []
    for (index, line) in file.text.split(separator: "\n", omittingEmptySubsequences: false)
      .enumerated()
    {
      guard
        let row = line.prefixMatch(
          of: #/\| `([a-z0-9-]+)` \| (error|warning|info) \| ([A-Z]+-[0-9]+) \|/#
        )
      else { continue }
      let (name, level, requirement) = (
        String(row.output.1), String(row.output.2), String(row.output.3)
      )
      func fault(_ message: String) {
        let location = TextLocation(file: file.path, line: index + 1)
        faults.append(SuiteFault(location: location, message: message))
      }
      guard let code = FindingCode(rawValue: name) else {
        fault("there is no code \(name.quoted)")
        continue
      }
      if !seen.insert(name).inserted { fault("the code \(name.quoted) is there twice") }
      if code.level.rawValue != level || code.requirement != requirement {
        fault(
          "the code \(name.quoted) is of level \(code.level.rawValue) and cites \(code.requirement)"
        )
      }
    }
    for code in FindingCode.allCases {
      let location = TextLocation(file: file.path, line: 1)
      if !seen.contains(code.rawValue) {
        faults.append(
          SuiteFault(
            location: location,
            message: "no row explains the code \(code.rawValue.quoted)"
          )
        )
      }
      let requirement = suite.requirements[code.requirement]
      if requirement == nil {
        faults.append(
          SuiteFault(
            location: location,
            message:
              "the code \(code.rawValue.quoted) cites \(code.requirement), which is not there"
          )
        )
      } else if let checkedBy = requirement?.checkedBy, !checkedBy.isEmpty,
        !checkedBy.contains(code.rawValue)
      {
        faults.append(
          SuiteFault(
            location: requirement?.location ?? location,
            message:
              "\(code.requirement) does not say that it is checked by \(code.rawValue.quoted)"
          )
        )
      }
    }
    return faults
  }
}
