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
      are no errors. What a code means stands in the Spec, "Trails".
      """
  )

  @Argument(help: ArgumentHelp("The files, in the order of the trail.", valueName: "file"))
  var files: [String]

  @OptionGroup var options: CheckOptions

  @OptionGroup var reports: TrailReportOptions

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
    let report = TrailReport(
      inputs: files,
      edition: options.edition,
      stage: options.stage,
      isComplete: self.options.complete,
      documents: check.documents,
      bytes: check.bytes,
      findings: check.findings
    )
    Console.write(TrailText(report, style: .standardOutput).text)
    guard report.documents > 0 else {
      throw TrailError(
        report.findings.counts.isEmpty
          ? "there is no document in \(files.joined(separator: ", "))"
          : "\(files.joined(separator: ", ")): this is no trail; not one document could be read. "
            + "Export the collection with mongoexport (a dump in BSON becomes one with bsondump)"
      )
    }
    try reports.write(report)
    if !report.isSound { throw ExitCode(1) }
  }
}

/// What a trail is held against.
struct CheckOptions: ParsableArguments {
  @Option(
    help: "The edition of the documents: 2023, 2022 or core.",
    transform: { try named($0, "edition") }
  )
  var edition = Edition.current

  @Option(
    help: ArgumentHelp(
      "The last level to look at: document, payload, types or history.",
      valueName: "level"
    ),
    transform: { try named($0, "level") }
  )
  var level = FindingCode.Stage.history

  @Flag(help: "Leave out the history of objects: memory no longer grows with their number.")
  var noHistory = false

  @Flag(help: "Take the trail for complete: each change is in it, and a contradiction is an error.")
  var complete = false

  @Option(help: "The classes of the recorded realm, as the \"schema\" of a case.")
  var schema: String?

  @Option(help: "How many examples of each code are shown.")
  var maxFindings = 20

  @Option(help: "The longest document to be checked, in bytes.")
  var maxDocumentBytes = 128 << 20

  @Flag(help: "Do not look for ids that stand twice, which takes up to 32 bytes an id.")
  var noIds = false

  func validate() throws {
    guard maxFindings >= 0 else { throw ValidationError("--max-findings is not negative") }
    guard (1...(1 << 30)).contains(maxDocumentBytes) else {
      throw ValidationError("--max-document-bytes is between 1 and \(1 << 30)")
    }
  }

  /// The options as the check takes them; reads the schema.
  func trailOptions() throws -> TrailOptions {
    var options = TrailOptions()
    options.edition = edition
    options.stage = noHistory ? min(level, .types) : level
    options.examplesPerCode = maxFindings
    options.limits.documentBytes = maxDocumentBytes
    options.remembersIds = !noIds
    options.isComplete = complete
    if let schema { options.schema = try Self.readSchema(schema) }
    return options
  }

  static func readSchema(_ path: String) throws -> CaseSchema {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw TrailError("\(path) cannot be read: there is no such file, or it is not readable")
    }
    do {
      return try CaseSchema(JSON(parsing: data))
    } catch let error as JSONError {
      throw TrailError("\(path):\(error.position.line):\(error.position.column): \(error.message)")
    } catch {
      throw TrailError("\(path): \(error)")
    }
  }
}

/// The value of that name, or an error that lists the names there are.
private func named<Value: RawRepresentable & CaseIterable>(
  _ name: String,
  _ kind: String
) throws -> Value where Value.RawValue == String {
  guard let value = Value(rawValue: name) else {
    let known = Value.allCases.map(\.rawValue).joined(separator: ", ")
    throw ValidationError("there is no \(kind) \(name); known: \(known)")
  }
  return value
}

/// In which formats the outcome of a check is written, and where to.
struct TrailReportOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Write a report, such as json=PATH: \(TrailReporters.formats.joined(separator: ", ")). May be given several times.",
      valueName: "format=path"
    ),
    transform: TrailReportTarget.init(argument:)
  )
  var report: [TrailReportTarget] = []

  /// Refuses what could not be written, before a long check is spent on it.
  func check() throws { try ReportArgument.check(report.map(\.path)) }

  /// Writes every report that was asked for.
  func write(_ report: TrailReport) throws {
    for target in self.report {
      try OutputFile.write(target.reporter.text(of: report), to: target.path)
    }
  }
}

/// A file to write a report to, and its format.
struct TrailReportTarget: Sendable {
  let reporter: any TrailReporter
  let path: String

  /// Reads `json=PATH`.
  init(argument: String) throws {
    let argument = try ReportArgument(argument)
    reporter = try argument.reporter(
      TrailReporters.named(argument.format),
      among: TrailReporters.formats
    )
    path = argument.path
  }
}
