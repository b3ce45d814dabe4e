import ArgumentParser
import Pages
import TouchstoneReports

/// In which formats a report is written, and where to.
struct ReportOptions<Subject: Report>: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Write a report, such as json=PATH: \(ReportFormat<Subject>.names). May be given several times.",
      valueName: "format=path"
    ),
    transform: ReportTarget<Subject>.init(argument:)
  )
  var report: [ReportTarget<Subject>] = []

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
  func write(_ report: Subject) throws {
    for target in self.report {
      try OutputFile.write(target.format.text(report), to: target.path)
    }
  }
}

/// A file to write a report to, and its format.
struct ReportTarget<Subject: Report>: Sendable {
  let format: ReportFormat<Subject>
  let path: String

  /// Reads `json=PATH`.
  init(argument: String) throws {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[1].isEmpty else {
      throw ValidationError("a report is asked for as FORMAT=PATH, such as json=report.json")
    }
    format = try .named(argument: String(parts[0]))
    path = String(parts[1])
  }
}

extension ReportFormat {
  /// The format of that name, or an error that lists the formats there are.
  static func named(argument name: String) throws -> Self {
    guard let format = named(name) else {
      throw ValidationError("there is no format \(name); known: \(names)")
    }
    return format
  }
}
