import Touchstone

/// For people: one page that needs no network, on which every case explains itself.
struct HTMLReporter: ComparingReporter {
  let format = "html"

  func text(of report: ReportFile) -> String { text(of: [report]) }

  func text(of reports: [ReportFile]) -> String { ReportPage(reports).text }
}
