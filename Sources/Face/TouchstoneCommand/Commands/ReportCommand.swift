import ArgumentParser
import Touchstone
import TouchstoneReports

/// Turns JSON reports into another format.
struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Write JSON reports in another format; html shows several side by side."
  )

  @Argument(help: "The format: \(ReportFormat<ReportFile>.names).")
  var format: String

  @Argument(help: "JSON reports that a run has written.")
  var reports: [String]

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The file to write; by default, standard output.", valueName: "path")
  )
  var output: String?

  func run() throws {
    let format = try ReportFormat<ReportFile>.named(argument: format)
    if let output { try OutputFile.checkFolder(of: output) }
    let text: String
    if let comparison = format.comparison {
      text = comparison(try reports.map { try ReportFile(file: $0) })
    } else if reports.count == 1 {
      text = format.text(try ReportFile(file: reports[0]))
    } else {
      throw ValidationError("\(format.name) shows one report; html shows several side by side")
    }
    if let output { try OutputFile.write(text, to: output) } else { Console.write(text) }
  }
}
