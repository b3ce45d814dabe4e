package import Touchstone
import TouchstoneExplaining

extension ReportFile {
  /// The report on a run, with the sentences of the specification, and how much what fails looks as if each were broken.
  package init(
    _ report: RunReport,
    requirements: [String: Requirement],
    fingerprints: [Fingerprint] = []
  ) {
    implementation = report.implementation
    selection = report.selection
    entries = report.verdicts.map(ReportEntry.init)
    classVerdict = report.classVerdict
    staleExpectations = report.staleExpectations.map(\.description)
    gaps = report.gaps
    (notRun, stop) = (report.notRun, report.stop)
    faults = report.faults
    started = report.started
    ended = report.ended
    self.requirements = [:]
    let named = entries.flatMap { $0.findings.compactMap(\.requirement) }
    for id in Set(entries.flatMap(\.requirements) + named) {
      self.requirements[id] = requirements[id]?.summary
    }
    compare(with: fingerprints)
  }

  /// Of each requirement takes the fingerprint that is most like the cases that fail, among those that were judged.
  private mutating func compare(with fingerprints: [Fingerprint]) {
    let failing = entries.tellingFailures
    let judged = failing.union(entries.filter { $0.verdict == .passed }.map(\.name))
    guard !failing.isEmpty else { return }
    for fingerprint in fingerprints {
      let likeness = Fingerprint.likeness(failing, fingerprint.cases.intersection(judged))
      for id in fingerprint.violates {
        let former = requirements[id]?.likeness ?? 0
        requirements[id]?.likeness = max(former, likeness)
      }
    }
  }
}
