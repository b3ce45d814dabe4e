import ArgumentParser
import Foundation
import JSON
import ReferenceAdapter
import Touchstone

/// Runs cases and says how they ended.
struct RunCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Run cases on the reference implementation.",
    discussion: """
      The exit status is 0 if every case ended as expected, 1 if some case did not, and 2 if the run could not be \
      carried out.
      """
  )

  @OptionGroup var selection: SelectionOptions

  @Option(help: "How many cases run at the same time (default: one a core).")
  var jobs: Int?

  @OptionGroup var expectations: ExpectationOptions

  @Option(
    help: ArgumentHelp(
      "Write a report for programs, as json=PATH. May be given several times.",
      valueName: "format=path"
    )
  )
  var report: [ReportTarget] = []

  func validate() throws {
    if let jobs, !(1...1024).contains(jobs) {
      throw ValidationError("--jobs takes a number from 1 to 1024, not \(jobs)")
    }
  }

  func run() async throws {
    let suite = try selection.select()
    let known = try expectations.load()
    let runner = Runner(
      RunSelection(
        edition: selection.edition,
        conformanceClass: selection.conformanceClass,
        filter: selection.filter,
        folder: selection.source.folder
      ),
      jobs: jobs ?? ProcessInfo.processInfo.activeProcessorCount
    )
    let outcome = try await runner.run(suite.cases, on: ReferenceImplementation())
    let result = try expectations.judge(outcome, by: known, in: selection.source.load())
    let text = RunText(result, requirements: suite.requirements, style: .standardOutput)
    Console.write(text.text)
    for target in report { try target.write(result) }
    if !result.isAsExpected { throw ExitCode(1) }
  }
}

/// A file to write a report to, and its format.
struct ReportTarget: ExpressibleByArgument {
  let path: String

  /// Reads `json=PATH`, the only format so far.
  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0] == "json", !parts[1].isEmpty else { return nil }
    path = String(parts[1])
  }

  /// Writes the whole file or none of it: half a report must not pass for one.
  func write(_ report: RunReport) throws {
    do {
      let text = report.json.text(.pretty) + "\n"
      try Data(text.utf8).write(to: URL(filePath: path), options: .atomic)
    } catch {
      throw ValidationError(
        "the report could not be written to \(path): \(error.localizedDescription)"
      )
    }
  }
}
