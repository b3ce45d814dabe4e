import ArgumentParser
import Foundation
import JSON
import Touchstone
import TouchstoneReports
import TrailCheck
import TrailReading

/// Puts partial results of `touchstone check --partial` together.
struct MergeCommand: TrailFiles {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Merge what touchstone check --partial printed to the report on the whole trail.",
    discussion: """
      Files hold one partial result a line; the order of the parts does not matter. The exit status is that of \
      touchstone check.

      A partial result does not say who it was and under which activity: which events disagree is known only when all \
      parts are together. With --trail, findings say it of the events in these files.
      """
  )

  @Argument(help: ArgumentHelp("The partial results; - is standard input.", valueName: "file"))
  var files: [String]

  @Option(
    help: ArgumentHelp(
      "A file that was checked, under the name that the check had for it, to look up who it was. May be given several times.",
      valueName: "file"
    )
  )
  var trail: [String] = []

  @OptionGroup var reports: ReportOptions<TrailReport>

  @OptionGroup var evidence: EvidenceOptions

  func run() throws {
    try reports.check()
    try evidence.check(besides: reports.report.map(\.path), reading: files + trail)
    var merge = TrailMerge()
    for file in files {
      let text =
        file == "-"
        ? Array(FileHandle.standardInput.readDataToEndOfFile())
        : try SuiteText.bytes(of: file, "the partial result")
      for (index, line) in text.split(separator: 0x0A).enumerated() {
        do {
          try merge.add(try JSON(parsing: line))
        } catch {
          throw TrailError("\(file):\(index + 1): \(error)")
        }
      }
    }
    var origin = TrailOrigin(command: CommandLine.arguments)
    if evidence.isKept(with: reports) { origin.identify() }
    var report = try merge.finish(
      origin,
      readingAgain: trail.map { NamedInput(TrailInput(argument: $0)) }
    )
    try evidence.complete(&report)
    guard report.documents > 0 else {
      throw TrailError.noDocuments(in: files)
    }
    Console.write(report.text(style: .standardOutput))
    try reports.write(report)
    try evidence.write(report)
    if !report.isPassed { throw ExitCode(1) }
  }
}
