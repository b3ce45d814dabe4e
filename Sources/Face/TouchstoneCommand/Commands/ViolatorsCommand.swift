import ArgumentParser
import Formats
import Foundation
import ReferenceAdapter
import Touchstone
import TouchstoneExplaining
import Violators

/// Runs the suite on implementations that are wrong on purpose, to see that it notices.
struct ViolatorsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "violators",
    abstract: "Run cases on wrong implementations, each of which the suite has to catch.",
    discussion: """
      The exit status is 0 if a case catches each of them that names what it violates, if every requirement is violated \
      by one of them, and if implementations that do nothing pass no case; 1 if not.
      """
  )

  @Option(help: ArgumentHelp("Run this one alone.", valueName: "id"))
  var violator: String?

  @Option(help: "Run only those that violate this edition.")
  var edition: Edition?

  @OptionGroup var source: SuiteOptions

  @Flag(help: "Run the whole suite on each, not only the cases about what it violates.")
  var whole = false

  @Option(
    help: ArgumentHelp(
      "Run the whole suite on each, and write which cases catch it: so Golden/fingerprints.json is made, in an hour.",
      valueName: "file"
    )
  )
  var fingerprints: String?

  @Flag(
    help: """
      With --fingerprints: keep what the file says of the violators and cases that it has, and run the rest. Cases that were \
      changed are not among these.
      """
  )
  var lacking = false

  @Flag(
    help: """
      Run random programs on those that cases of a class catch, in place of the cases, and say how many it takes to find \
      each. The exit status is 0 if \(Self.exploringGoal) of 100 are found.
      """
  )
  var explore = false

  @Flag(
    help: """
      Run the class in which a case catches each, in place of the cases about what it violates, and say which requirement \
      a report leads with. The exit status is 0 if \(Self.leadingGoal) of 100 are what the violator violates.
      """
  )
  var leading = false

  @Option(
    name: .customLong("class"),
    help: "The class whose programs are run, with --explore (default: recording)."
  )
  var conformanceClass: ConformanceClass?

  @Option(help: "How many random programs each gets, with --explore.")
  var programs = 10_000

  @Option(help: "How many cases run at the same time (default: one a core).")
  var jobs: Int?

  func validate() throws {
    try ImplementationOptions.checkJobs(jobs)
    if programs < 1 { throw ValidationError("--programs takes a number above 0, not \(programs)") }
    if conformanceClass != nil, !explore { throw ValidationError("--class goes with --explore") }
    if explore, leading {
      throw ValidationError("--explore and --leading are two measures: give one")
    }
    if fingerprints != nil, explore || leading || !isComplete {
      throw ValidationError("--fingerprints is written of all violators, and of nothing else")
    }
    if lacking, fingerprints == nil { throw ValidationError("--lacking goes with --fingerprints") }
    if violators.isEmpty {
      let edition = edition.map { " of edition \($0.rawValue)" } ?? ""
      throw ValidationError(
        "no violator\(edition) is called \((violator ?? "").quoted); touchstone violators prints all names"
      )
    }
  }

  func run() async throws {
    let suite = try source.load()
    if explore {
      if try await !printStrength(of: suite) { throw ExitCode(1) }
      return
    }
    if leading {
      if try await !printLeading(of: suite) { throw ExitCode(1) }
      return
    }
    if let fingerprints, lacking { return try await addFingerprints(to: fingerprints, of: suite) }
    let width = violators.map(\.id.count).max() ?? 0
    var verdicts: [ViolatorVerdict] = []
    for violator in violators {
      let verdict = try await violator.judge(
        by: suite,
        jobs: jobCount,
        onlyRelevant: !whole && fingerprints == nil
      )
      Console.print(verdict.line(idWidth: width))
      verdicts.append(verdict)
    }
    if let fingerprints {
      let text = Fingerprint.text(
        of: verdicts.map(\.fingerprint),
        cases: suite.cases.map(\.name).sorted()
      )
      try OutputFile.write(text, to: fingerprints)
    }
    var isGood = verdicts.allSatisfy(\.isCaught)
    Console.print("\n\(verdicts.count { $0.isCaught }) of \(verdicts.count) violators are caught.")
    if isComplete {
      isGood = printCoverage(of: suite, verdicts) && isGood
      isGood = try await printFloor(of: suite) && isGood
    }
    if !isGood { throw ExitCode(1) }
  }

  var jobCount: Int { jobs ?? ProcessInfo.processInfo.activeProcessorCount }

  /// Whether every violator runs, so that something can be said of the whole.
  private var isComplete: Bool { violator == nil && edition == nil }

  var violators: [Violator] {
    Catalogue.all.filter {
      (violator ?? $0.id) == $0.id && (edition?.rawValue ?? $0.edition) == $0.edition
    }
  }

  /// Which requirements nothing guards.
  private func printCoverage(of suite: Suite, _ verdicts: [ViolatorVerdict]) -> Bool {
    let coverage = Coverage(of: suite, violated: Set(verdicts.flatMap(\.shown)))
    Console.print("\(coverage.violated) requirements are guarded.")
    for id in coverage.uncovered { Console.print("UNGUARDED  \(id): no violator violates it") }
    return coverage.uncovered.isEmpty
  }

  /// What implementations pass that do nothing.
  private func printFloor(of suite: Suite) async throws -> Bool {
    let cases = try suite.selecting().cases
    let reference = ReferenceImplementation()
    let silent = try await passed(cases, by: Tampered.recordingNothing(reference))
    let empty = try await passed(cases, by: Tampered.supportingNothing(reference))
    let constant = try await PlausibleConstants.passing(cases, jobs: jobCount).count
    Console.print("Of \(cases.count) cases pass:")
    Console.print("  \(silent) where nothing is recorded")
    Console.print("  \(empty) where nothing is supported")
    Console.print("  \(constant) where every answer is a plausible constant")
    let exchanged = try suite.selecting(class: "flexible-sync").cases
    let null = try await passed(exchanged, by: Tampered.takingNothingBack(reference))
    Console.print("Of \(exchanged.count) cases about sync pass:")
    Console.print("  \(null) where every answer is null, and nothing is taken back")
    return silent == 0 && empty == 0 && null == 0
  }

  private func passed(_ cases: [Case], by implementation: some Implementation) async throws -> Int {
    try await Runner(jobs: jobCount).run(cases, on: implementation).summary[.passed]
  }
}

extension ViolatorVerdict {
  /// How it was caught, in one line.
  fileprivate func line(idWidth: Int) -> String {
    let name = TextWrapping.pad(violator.id, to: idWidth)
    let count = "\(catching.count) of \(selected) cases"
    if isCaught {
      let others = violator.violates.filter { !shown.contains($0) }
      let missing = others.isEmpty ? "" : " (not \(others.joined(separator: " ")))"
      return "caught  \(name)  by \(count): \(shown.joined(separator: " "))\(missing)"
    }
    let wanted = violator.violates.joined(separator: " ")
    return catching.isEmpty
      ? "MISSED  \(name)  no case catches it, and it violates \(wanted)"
      : "MISSED  \(name)  by \(count), but by none that names \(wanted), such as \(catching[0].name)"
  }
}
