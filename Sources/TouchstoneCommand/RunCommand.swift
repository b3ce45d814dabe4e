import ArgumentParser
import Foundation
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

  @OptionGroup var reports: ReportOptions

  func validate() throws {
    if let jobs, !(1...1024).contains(jobs) {
      throw ValidationError("--jobs takes a number from 1 to 1024, not \(jobs)")
    }
  }

  func run() async throws {
    let suite = try selection.select()
    let known = try expectations.load()
    try reports.check()
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
    try reports.write(ReportFile(result, requirements: suite.requirements))
    if !result.isAsExpected { throw ExitCode(1) }
  }
}
