import ArgumentParser
import Touchstone

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
  func check() throws {
    var paths: Set<String> = []
    for target in report {
      try OutputFile.checkFolder(of: target.path)
      guard paths.insert(target.path).inserted else {
        throw OutputError("two reports would be written to \(target.path)")
      }
    }
  }

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
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[1].isEmpty else {
      throw ValidationError("a report is asked for as FORMAT=PATH, such as json=report.json")
    }
    guard let reporter = Reporters.named(String(parts[0])) else {
      throw ValidationError(
        "there is no format \(parts[0]); known: \(Reporters.formats.joined(separator: ", "))"
      )
    }
    self.reporter = reporter
    path = String(parts[1])
  }
}
