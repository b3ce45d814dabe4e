import ArgumentParser
import Touchstone
import TouchstoneReports

/// Turns JSON reports into another format.
struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Write JSON reports in another format; html shows several side by side."
  )

  @Argument(help: "The format: \(Reporters.formats.joined(separator: ", ")).")
  var format: String

  @Argument(help: "JSON reports that a run has written.")
  var reports: [String]

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The file to write; standard output if there is none.", valueName: "path")
  )
  var output: String?

  func run() throws {
    guard let reporter = Reporters.named(format) else {
      let known = Reporters.formats.joined(separator: ", ")
      throw ValidationError("there is no format \(format); known: \(known)")
    }
    if let output { try OutputFile.checkFolder(of: output) }
    let text: String
    if let reporter = reporter as? any ComparingReporter {
      text = reporter.text(of: try reports.map { try ReportFile(file: $0) })
    } else if reports.count == 1 {
      text = reporter.text(of: try ReportFile(file: reports[0]))
    } else {
      throw ValidationError("\(format) shows one report; html shows several side by side")
    }
    if let output { try OutputFile.write(text, to: output) } else { Console.write(text) }
  }
}
