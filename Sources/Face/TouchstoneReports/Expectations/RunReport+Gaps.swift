import Formats
package import Touchstone

extension RunReport {
  /// The cases of level `must` that are unsupported although they need none of some features.
  func declined(without features: Set<String>) -> [CaseVerdict] {
    verdicts.filter {
      $0.verdict == .unsupported && $0.testCase.level == .must
        && features.isDisjoint(with: $0.testCase.needs)
    }
  }

  /// What was not run and had to be, a sentence each: the gate would be open towards whatever is not tried.
  ///
  /// A list of known failures excuses the cases and the features that it names. Cases of one's own are about what the
  /// application has: without a profile, no feature of theirs is left to choice.
  func findGaps(areOwn: Bool = false) -> [String] {
    let excused = areOwn && selection.profile == nil ? [] : excused
    let declined = declined(without: excused.union(tolerated ?? [])).filter { $0.known == nil }
    var names: [String: [String]] = [:]
    for verdict in declined {
      names[verdict.reason ?? "", default: []].append(verdict.testCase.name)
    }
    let cases = names.sorted { ($0.value[0], $0.key) < ($1.value[0], $1.key) }.map {
      reason,
      names in
      let others = names.count > 1 ? " and \(names.count - 1) more" : ""
      return "\(names[0])\(others) had to be run: \(reason)"
    }
    guard let tolerated else { return cases }
    let new = Suite.features.filter { excused.contains($0) && !tolerated.contains($0) }
    return cases
      + new.map { "the feature \($0.quoted) is not offered, and not listed as left out" }
  }

  /// The report as it reads for someone who wants everything run that is not excused.
  ///
  /// - Parameter areOwn: whether the cases are not those of the suite.
  /// - Returns: the report with a sentence for each of them.
  package func withGaps(areOwn: Bool = false) -> RunReport {
    var report = self
    report.gaps = findGaps(areOwn: areOwn)
    return report
  }
}
