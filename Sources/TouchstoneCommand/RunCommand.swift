import ArgumentParser
import Foundation
import Touchstone

/// Runs cases and says how they ended.
struct RunCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Run cases on an implementation.",
    discussion: """
      Without a command, the cases run on the reference. A command is started as it is, without a shell, and speaks \
      the wire protocol on its standard input and output (Spec, "Wire protocol"):

        touchstone run -- python3 my_adapter.py

      The exit status is 0 if every case ended as expected, 1 if some case did not, and 2 if the run could not be \
      carried out.
      """
  )

  @OptionGroup var selection: SelectionOptions

  @OptionGroup var implementation: ImplementationOptions

  @OptionGroup var expectations: ExpectationOptions

  @OptionGroup var reports: ReportOptions

  func run() async throws {
    let suite = try selection.select()
    let known = try expectations.load()
    try reports.check()
    let (implementation, jobs) = implementation.implementation
    let runner = Runner(
      RunSelection(
        edition: selection.edition,
        conformanceClass: selection.conformanceClass,
        filter: selection.filter,
        folder: selection.source.folder
      ),
      jobs: jobs
    )
    let outcome = try await runner.run(suite.cases, on: implementation)
    let result = try expectations.judge(outcome, by: known, in: selection.source.load())
    let text = RunText(result, requirements: suite.requirements, style: .standardOutput)
    Console.write(text.text)
    try reports.write(ReportFile(result, requirements: suite.requirements))
    if !result.isAsExpected { throw ExitCode(1) }
  }
}
