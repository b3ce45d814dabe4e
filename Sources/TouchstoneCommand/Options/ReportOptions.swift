import ArgumentParser
import Touchstone
import TouchstoneReports

/// In which formats a report is written, and where to.
struct ReportOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Write a report, such as json=PATH: \(Reporters.formats.joined(separator: ", ")). May be given several times.",
      valueName: "format=path"
    ),
    transform: ReportTarget.init(argument:)
  )
  var report: [ReportTarget] = []

  /// Refuses what could not be written, before a long run is spent on it.
  func check() throws { try ReportArgument.check(report.map(\.path)) }

  /// Writes every report that was asked for.
  func write(_ report: ReportFile) throws {
    for target in self.report {
      try OutputFile.write(target.reporter.text(of: report), to: target.path)
    }
  }
}

/// A file to write a report to, and its format.
struct ReportTarget: Sendable {
  let reporter: any Reporter
  let path: String

  /// Reads `json=PATH`.
  init(argument: String) throws {
    let argument = try ReportArgument(argument)
    reporter = try argument.reporter(
      Reporters.named(argument.format),
      among: Reporters.formats
    )
    path = argument.path
  }
}
