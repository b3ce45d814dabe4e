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
      """
  )

  @Argument(help: ArgumentHelp("The partial results; - is standard input.", valueName: "file"))
  var files: [String]

  @OptionGroup var reports: ReportOptions<TrailReport>

  @OptionGroup var evidence: EvidenceOptions

  func run() throws {
    try reports.check()
    try evidence.check(besides: reports.report.map(\.path), reading: files)
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
    var report = try merge.finish(TrailOrigin(command: CommandLine.arguments))
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
