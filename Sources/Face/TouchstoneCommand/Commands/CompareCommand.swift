import ArgumentParser
import TouchstoneReports

/// Says what changed between two reports.
struct CompareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Compare two JSON reports, the older one first.",
    discussion: """
      The exit status is 0 if nothing got worse, 1 if something did, and 2 if a report cannot be read.
      """
  )

  @Argument(help: "The JSON report to start from.")
  var before: String

  @Argument(help: "The JSON report to compare it with.")
  var after: String

  func run() throws {
    let comparison = try ReportComparison(ReportFile(file: before), ReportFile(file: after))
    Console.write(comparison.text)
    if comparison.worse > 0 { throw ExitCode(1) }
  }
}
