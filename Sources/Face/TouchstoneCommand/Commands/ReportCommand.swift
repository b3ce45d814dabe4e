import ArgumentParser
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

  @OptionGroup var output: OutputOptions

  func run() throws {
    let format = try ReportFormat<ReportFile>.named(argument: format)
    try output.check()
    let text: String
    if let comparison = format.comparison {
      text = comparison(try reports.map { try ReportFile(file: $0) })
    } else if reports.count == 1 {
      text = format.text(try ReportFile(file: reports[0]))
    } else {
      throw ValidationError("\(format.name) shows one report; html shows several side by side")
    }
    guard let path = output.output else { return Console.write(text) }
    try OutputFile.write(text, to: path)
  }
}
