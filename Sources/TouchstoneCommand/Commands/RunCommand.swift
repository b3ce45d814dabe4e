import ArgumentParser
import Foundation
import Touchstone
import TouchstoneObserved
import TouchstoneReports

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
      carried out, or was interrupted: what is known by then is printed, and reports say that they are not complete.
      """
  )

  @OptionGroup var selection: SelectionOptions

  @Flag(
    help: """
      Replay the programs of which it is on record what the original library did, in edition core, and say on how many \
      of them the implementation agrees.
      """
  )
  var observed = false

  @OptionGroup var implementation: ImplementationOptions

  @OptionGroup var expectations: ExpectationOptions

  @OptionGroup var reports: ReportOptions<ReportFile>

  func validate() throws {
    guard observed else { return }
    if selection.suite.cases != nil {
      throw ValidationError("--observed and --cases both say what is run: give one of them")
    }
    if let edition = selection.edition, edition != "core" {
      throw ValidationError("--observed is about edition core, not \(edition)")
    }
  }

  func run() async throws {
    var selection = selection
    var whole = try selection.suite.load()
    let programs = observed ? try ObservedPrograms(selection.suite.source) : nil
    if let programs {
      whole.cases = programs.cases
      selection.edition = "core"
    }
    let suite = try whole.selecting(selection)
    let known = try expectations.load()
    try reports.check()
    let (implementation, jobs) = implementation.implementation
    let runner = Runner(
      RunSelection(
        edition: selection.edition ?? "2023",
        conformanceClass: selection.conformanceClass,
        filter: selection.filter,
        folder: programs == nil ? selection.suite.folder : ObservedPrograms.path
      ),
      jobs: jobs
    )
    var outcome = try await interruptible(runner, suite.cases, on: implementation)
    let agreement = programs?.agreement(in: outcome)
    if let agreement { outcome = agreement.report }
    // What has no verdict yet cannot be held against the list of known failures.
    let result =
      outcome.isComplete
      ? try expectations.judge(outcome, by: known, in: whole) : outcome
    let report = ReportFile(result, requirements: suite.requirements)
    Console.write(report.text(style: .standardOutput))
    if let agreement { Console.print(agreement.sentence) }
    try reports.write(report)
    if !result.isComplete { throw ExitCode(2) }
    if !report.isAsExpected { throw ExitCode(1) }
  }

  /// Runs the cases until they are done or a signal asks to stop.
  private func interruptible(
    _ runner: Runner,
    _ cases: [Case],
    on implementation: any Implementation
  ) async throws -> RunReport {
    let progress = ProgressBar(total: cases.count)
    let run = Task {
      try await runner.run(cases, on: implementation) { progress.update($0) }
    }
    let signals = InterruptSignals { run.cancel() }
    defer {
      progress.erase()
      if signals.haveCome { Console.complain("touchstone: the run was interrupted") }
    }
    return try await run.value
  }
}
