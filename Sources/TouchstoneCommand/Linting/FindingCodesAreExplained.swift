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
          at: requirement.location,
          "\(requirement.id) is checked by \(name.quoted), which \(reason)"
        )
      }
    }
  }

  /// Holds the tables of codes against the codes there are.
  private func rows(of file: (path: String, text: String), in suite: Suite) -> [SuiteFault] {
    var faults: [SuiteFault] = []
    var seen: Set<String> = []
    func fault(_ message: String, line: Int = 1) {
      faults.append(SuiteFault(at: TextLocation(file: file.path, line: line), message))
    }
    let row = #/\| `([a-z0-9-]+)` \| (error|warning|info) \| ([A-Z]+-[0-9]+) \|/#
    for (index, line) in file.text.split(separator: "\n", omittingEmptySubsequences: false)
      .enumerated()
    {
      guard let (_, cell, level, requirement) = line.prefixMatch(of: row)?.output else { continue }
      let name = String(cell)
      guard let code = FindingCode(rawValue: name) else {
        fault("there is no code \(name.quoted)", line: index + 1)
        continue
      }
      if !seen.insert(name).inserted {
        fault("the code \(name.quoted) is there twice", line: index + 1)
      }
      if code.level.rawValue != level || code.requirement != requirement {
        let truth = "is of level \(code.level.rawValue) and cites \(code.requirement)"
        fault("the code \(name.quoted) \(truth)", line: index + 1)
      }
    }
    for code in FindingCode.allCases {
      let name = code.rawValue
      if !seen.contains(name) { fault("no row explains the code \(name.quoted)") }
      guard let requirement = suite.requirements[code.requirement] else {
        fault("the code \(name.quoted) cites \(code.requirement), which is not there")
        continue
      }
      if !requirement.checkedBy.isEmpty, !requirement.checkedBy.contains(name) {
        let message = "\(code.requirement) does not say that it is checked by \(name.quoted)"
        faults.append(SuiteFault(at: requirement.location, message))
      }
    }
    return faults
  }
}
