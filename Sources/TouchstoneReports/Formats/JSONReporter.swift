import Touchstone

/// For programs: all that is known, in the form that is read back.
struct JSONReporter: Reporter {
  let format = "json"

  func text(of report: ReportFile) -> String { report.text }
}
