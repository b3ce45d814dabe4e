import Foundation
import ArgumentParser
import Formats
import Touchstone
import TouchstoneExplaining
import TouchstoneObserved
import TouchstoneProcess
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

      The exit status is 0 if every case ended as expected, 1 if some case did not or was not run although nothing \
      excuses that, and 2 if the run could not be carried out, or was interrupted: what is known until then is printed, \
      and reports say that they are not complete.
      """
  )

  @OptionGroup var selection: SelectionOptions

  @Option(
    help: ArgumentHelp(
      "Run only the cases that failed, errored or had to be run in this JSON report, by default those of its edition and class.",
      valueName: "report"
    )
  )
  var failed: String?

  @Flag(
    help: """
      Replay the programs of which it is on record what the original library did, in edition core, and say on how many \
      of them the implementation agrees.
      """
  )
  var observed = false

  @Option(
    help: """
      What the implementation promises of the class: relational, document or realm. The run fails if it does not offer a feature \
      of the profile.
      """
  )
  var profile: Profile?

  @Flag(
    help: """
      Let the run pass although cases are unsupported that need no feature which the implementation leaves out: for an \
      adapter that is not finished.
      """
  )
  var allowUnsupported = false

  @Flag(help: "Stop at the first case that is not as expected.")
  var failFast = false

  @Flag(
    help: """
      Run again whenever a file changes: of the working copy's Spec and Golden, of --cases, or of the program and its \
      language in the program's folder. An interrupt ends it.
      """
  )
  var watch = false

  @Option(
    help: ArgumentHelp("How many causes of failures are explained at length.", valueName: "number")
  )
  var explain = RunText.explanationLimit

  @Option(
    help: ArgumentHelp(
      "List so many cases with the time they took, the slowest first.",
      valueName: "number"
    )
  )
  var slowest = 0

  @OptionGroup var implementation: ImplementationOptions

  @OptionGroup var trace: TraceOptions

  @OptionGroup var expectations: ExpectationOptions

  @OptionGroup var reports: ReportOptions<ReportFile>

  func validate() throws {
    for (name, number) in [("--explain", explain), ("--slowest", slowest)] where number < 0 {
      throw ValidationError("\(name) takes a number from 0 on, not \(number)")
    }
    if trace.trace != nil, implementation.command.isEmpty {
      throw ValidationError(
        "--trace notes what is said between the suite and a program: name one after --"
      )
    }
    guard observed else { return }
    if selection.suite.cases != nil {
      throw ValidationError("--observed and --cases both say what is run: give one of them")
    }
    if let edition = selection.edition, edition != "core" {
      throw ValidationError("--observed is about edition core, not \(edition)")
    }
    if observedClass.flatMap(ObservedPrograms.path) == nil {
      throw ValidationError("--observed is about the classes recording and mobile-platform")
    }
    if failFast {
      throw ValidationError("--observed counts all programs that agree: leave out --fail-fast")
    }
  }

  func run() async throws {
    guard watch else {
      let status = try await once()
      if status != 0 { throw ExitCode(status) }
      return
    }
    while true {
      var files = FileWatch(suite: selection.suite.source, command: implementation.command)
      if files.isEmpty {
        throw ValidationError("--watch has no file to watch: neither a suite's nor a program's")
      }
      do {
        if try await once() == Self.interrupted { throw ExitCode(Self.interrupted) }
      } catch let error where !(error is ExitCode) {
        // A file that is being edited may have mistakes.
        Console.complain(ErrorMessage.text(for: error, usage: "\(error)"))
      }
      Console.complain("touchstone: waiting for a change")
      Console.complain(terminalSafe("touchstone: \(try await files.nextChange()) has changed"))
    }
  }

  /// The exit status of a run that was interrupted.
  private static let interrupted: Int32 = 2

  /// Runs the cases once.
  ///
  /// - Returns: the exit status.
  private func once() async throws -> Int32 {
    // Caught from the beginning, so that an interrupted run says so whenever that was.
    let signals = InterruptSignals()
    defer { if watch { signals.stop() } }
    var whole = try selection.suite.load()
    let programs = try observedClass.map { try ObservedPrograms(selection.suite.source, of: $0) }
    let earlier = try failed.map { try ReportFile(file: $0, isPartAllowed: true) }
    let selected = selected(programs, after: earlier)
    if let failures = selected.earlier, failures.names.isEmpty, earlier?.isAsExpected == true {
      Console.print("no case failed in \(failures.report.quoted): there is nothing to run again")
      return 0
    }
    if let programs { whole.cases = programs.cases }
    let suite = try whole.selecting(selected)
    let known = try expectations.load()
    try reports.check()
    let file = try trace.open()
    let (implementation, jobs) = implementation.implementation(trace: file)
    var outcome = try await run(
      suite.cases,
      on: implementation,
      by: Runner(selected, jobs: jobs),
      until: signals,
      known: failFast ? known?.names(in: ExpectationScope(whole, selected)) ?? [] : []
    )
    let agreement = programs?.agreement(in: outcome)
    if let agreement { outcome = agreement.report }
    var result = try expectations.judge(outcome, by: known, in: whole)
    if !allowUnsupported {
      result = result.withGaps(areOwn: programs == nil && selected.folder != nil)
    }
    var report = ReportFile(
      result,
      requirements: suite.requirements,
      fingerprints: try suite.fingerprints()
    )
    report.leftBehind = Orphans.end()
    if let sentence = report.leftBehind { Console.complain("touchstone: \(sentence)") }
    let text = RunText(report, style: .standardOutput, explained: explain, slowest: slowest)
    Console.write(text.text)
    if let agreement { Console.print(agreement.sentence) }
    try reports.write(report)
    try trace.close(file)
    if !result.isComplete, result.stop == .interruption { return Self.interrupted }
    return report.isAsExpected ? 0 : 1
  }

  /// The class whose observed programs are to be run; nil without `--observed`, and if the class is unknown.
  private var observedClass: ConformanceClass? {
    observed ? ConformanceClass(rawValue: selection.selection().conformanceClass) : nil
  }

  /// What was asked for.
  private func selected(_ programs: ObservedPrograms?, after earlier: ReportFile?) -> RunSelection {
    var selected = selection.selection(after: earlier?.selection)
    selected.profile = profile ?? earlier?.selection.profile
    if let failed, let earlier { selected.earlier = EarlierFailures(earlier, report: failed) }
    if programs != nil {
      (selected.edition, selected.folder) = ("core", observedClass.flatMap(ObservedPrograms.path))
    }
    return selected
  }

  /// Runs the cases until they are done, a signal asks to stop, or a failure does that is not known.
  private func run(
    _ cases: [Case],
    on implementation: any Implementation,
    by runner: Runner,
    until signals: InterruptSignals,
    known: Set<String>
  ) async throws -> RunReport {
    let progress = ProgressBar(total: cases.count)
    defer {
      progress.erase()
      if signals.haveCome { Console.complain("touchstone: the run was interrupted") }
    }
    var report: RunReport
    do {
      report = try await signals.cancelling { [failFast] in
        try await runner.run(cases, on: implementation) { verdict in
          progress.update(verdict)
          let isUnexpected = [.failed, .errored].contains(verdict.verdict)
          if failFast, isUnexpected, !known.contains(verdict.testCase.name) {
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
          }
        }
      }
    } catch {
      guard signals.haveCome else { throw error }
      Console.complain("touchstone: no case was run yet: there is nothing to report")
      throw ExitCode(Self.interrupted)
    }
    if !signals.haveCome { report.stop = .firstFailure }
    return report
  }
}

extension EarlierFailures {
  /// The cases of a report that did not pass.
  ///
  /// If some had to be run and were not, all that were unsupported count: a report does not say which of them were meant.
  fileprivate init(_ file: ReportFile, report: String) {
    var verdicts: Set<Verdict> = [.failed, .errored, .knownFailure]
    if !file.gaps.isEmpty { verdicts.insert(.unsupported) }
    let failing = file.entries.filter { verdicts.contains($0.verdict) }
    self.init(report: report, names: Set(failing.map(\.name)))
  }
}
