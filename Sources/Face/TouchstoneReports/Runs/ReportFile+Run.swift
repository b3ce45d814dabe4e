import JSON

package import Touchstone
import TouchstoneExplaining

extension ReportFile {
  /// The report on a run, with the sentences of the specification.
  package init(_ report: RunReport, requirements: [String: Requirement]) {
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
    for id in Set(entries.flatMap(\.requirements)) {
      self.requirements[id] = requirements[id]?.summary
    }
  }
}
