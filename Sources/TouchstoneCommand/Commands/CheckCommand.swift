import ArgumentParser
import Formats
import Foundation
import JSON
import Touchstone
import TouchstoneReports
import Trail

/// Checks exported documents of the `AuditEvent` collection, without any implementation.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check an exported trail.",
    discussion: """
      Files hold documents in Extended JSON, relaxed or canonical, one a line or in an array, as mongoexport writes \
      them; they may be compressed with gzip. The name - is standard input.

      The exit status is 0 if there is no error, 1 if there is one, and 2 if the trail could not be checked. Warnings \
      are not errors. What a code means stands in the Spec, "Trails".
      """
  )

  @Argument(help: ArgumentHelp("The files, in the order of the trail.", valueName: "file"))
  var files: [String]

  @OptionGroup var options: CheckOptions

  @OptionGroup var reports: ReportOptions<TrailReport>

  @Flag(help: "Print what is known of this part of a trail, for touchstone merge.")
  var partial = false

  @Option(help: "What findings call standard input.")
  var name = "-"

  func validate() throws {
    guard !partial || reports.report.isEmpty else {
      throw ValidationError("--partial has no report: touchstone merge writes that of the whole")
    }
  }

  func run() throws {
    var options = try options.trailOptions()
    options.isPartial = partial
    try reports.check()
    var check = TrailCheck(options)
    for file in files {
      try check.check(TrailInput(argument: file), as: file == "-" ? name : nil)
    }
    if partial {
      let result = try check.partial(inputs: files.map { $0 == "-" ? name : $0 })
      return Console.print(result.text())
    }
    check.finish()
    let report = TrailReport(check, of: files)
    Console.write(report.text(style: .standardOutput))
    guard report.documents > 0 else {
      throw TrailError(
        report.findings.counts.isEmpty
          ? "there is no document in \(files.joined(separator: ", "))"
          : "\(files.joined(separator: ", ")): this is not a trail: not one document could be read. "
            + "Export the collection with mongoexport (a dump in BSON becomes one with bsondump)"
      )
    }
    try reports.write(report)
    if !report.isSound { throw ExitCode(1) }
  }
}
