import ArgumentParser
import Formats
import Foundation
import JSON
import Pages
import ReferenceAdapter
import Touchstone
import TouchstoneExplaining
import TouchstoneExplore
import TouchstoneProcess
import TouchstoneReports
import Violators

/// Runs random programs on an implementation and on the reference, and shows where they differ.
struct ExploreCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explore",
    abstract: "Find out with random programs where an implementation differs from the reference.",
    discussion: """
      Programs are made from the steps of cases. Whatever differs is made as small as it gets, told as a story, and \
      written as a case if a folder is named:

        touchstone explore -- python3 my_adapter.py
        touchstone explore --for 60 --only LINK,COMBINE --write Found -- python3 my_adapter.py
        touchstone explore --seed 4711 --count 1 -- python3 my_adapter.py

      What the specification leaves open is not a difference. The exit status is 0 if there is none, 1 if there is one, \
      and 2 if the programs could not be run, or were interrupted.
      """
  )

  @Option(
    help: "The seed of the first program; the next ones follow (default: another one each time)."
  )
  var seed: UInt64?

  @Option(help: "How many programs run (default: 10000, unless --for says how long).")
  var count: Int?

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp("How long to go on, such as 60, 60s or 5m.", valueName: "time"),
    transform: Self.time
  )
  var time: Duration?

  @Option(
    name: .customLong("class"),
    help: "The conformance class: recording, event-realm, flexible-sync or mobile-platform."
  )
  var conformanceClass = ConformanceClass.recording

  @Option(help: "The edition: 2022, 2023 or core.")
  var edition = Edition.current

  @Option(
    help: ArgumentHelp(
      "The optional features that programs use, with commas (default: all that both sides offer).",
      valueName: "features"
    )
  )
  var features: String?

  @Option(
    help: ArgumentHelp(
      "Classes of your own, as a group file has them: every program is about these, for an adapter with fixed tables.",
      valueName: "file"
    )
  )
  var schema: String?

  @Option(
    help: ArgumentHelp(
      "Chapters that programs are mainly about, by the prefixes of their requirements, such as LINK,COMBINE.",
      valueName: "prefixes"
    )
  )
  var only: String?

  @Option(
    help: ArgumentHelp(
      "Another implementation that takes the place of the reference, as one argument: words are divided at spaces.",
      valueName: "command"
    )
  )
  var against: String?

  @Option(
    help: ArgumentHelp(
      "How many programs that differ are made small, after which it ends.",
      valueName: "number"
    )
  )
  var stopAfter = 20

  @Option(
    help: ArgumentHelp("Write a case for each difference into this folder.", valueName: "folder")
  )
  var write: String?

  @Option(
    help: ArgumentHelp(
      "A list of known differences, by their causes: they are counted, and not told again.",
      valueName: "file"
    )
  )
  var expectations: String?

  @Option(
    help: ArgumentHelp(
      "Write the list of known differences with those that were found now; reasons are kept.",
      valueName: "file"
    )
  )
  var writeExpectations: String?

  @OptionGroup var implementation: ImplementationOptions

  @OptionGroup var trace: TraceOptions

  @OptionGroup var reports: ReportOptions<ExplorationReport>

  func validate() throws {
    if let count, count < 1 {
      throw ValidationError("--count takes a number above 0, not \(count)")
    }
    if stopAfter < 1 {
      throw ValidationError("--stop-after takes a number above 0, not \(stopAfter)")
    }
    if against?.contains(where: { $0 != " " }) == false {
      throw ValidationError("--against takes a command")
    }
    if trace.trace != nil, implementation.command.isEmpty {
      throw ValidationError(
        "--trace notes what is said between the suite and a program: name one after --"
      )
    }
    _ = try settings()
  }

  func run() async throws {
    try reports.check()
    if let writeExpectations { try OutputFile.checkFolder(of: writeExpectations) }
    if let write { _ = try Self.chapter(in: write) }
    let known = try expectations.map { path throws(SuiteError) in try KnownDifferences(file: path) }
    let trace = try trace.open()
    // Caught from the beginning: a program may not answer the first request.
    let signals = InterruptSignals()
    let (duel, jobs): (Duel, Int)
    do { (duel, jobs) = try await signals.cancelling { try await self.duel(trace: trace) } } catch {
      guard signals.haveCome else { throw error }
      Console.complain("touchstone: interrupted")
      throw ExitCode(2)
    }
    var limits = Explorer.Limits(count: count ?? (time == nil ? 10_000 : nil), time: time)
    limits.differing = stopAfter
    let seed = seed ?? UInt64.random(in: 0...UInt64(Int64.max))
    var explorer = Explorer(duel, seed: seed, limits: limits, jobs: jobs)
    explorer.suspects = try suspects()
    explorer.known = known?.causes ?? []
    let (exploration, faults) = try await explore(explorer, until: signals)
    // Sentences of requirements are told with differences only.
    let requirements =
      exploration.differences.isEmpty ? [:] : try Suite.embedded().requirements
    let report = ExplorationReport(exploration, requirements: requirements, faults: faults)
    Console.write(report.text(style: .standardOutput))
    try reports.write(report)
    if let write { try self.write(exploration.differences, to: write) }
    if let writeExpectations {
      let list = (known ?? KnownDifferences()).adding(exploration.differences)
      try OutputFile.write(list.text, to: writeExpectations)
    }
    try self.trace.close(trace)
    if exploration.isInterrupted { throw ExitCode(2) }
    if exploration.agreed + exploration.differing == 0 {
      throw ExploreError("no program could be run on both sides")
    }
    if !report.isAsExpected { throw ExitCode(1) }
  }

  /// Both sides, ready to run.
  private func duel(trace: WireTrace?) async throws -> (Duel, jobs: Int) {
    var options = implementation.subprocessOptions
    // To make a program small that ends the process, it is run again and again.
    options.fruitlessLimit = .max
    let isReference = implementation.command.isEmpty
    let subject: any Implementation =
      isReference ? ReferenceImplementation() : SubprocessImplementation(options, trace: trace)
    let settings = try settings()
    let cores = ProcessInfo.processInfo.activeProcessorCount
    let jobs = isReference ? implementation.jobs ?? cores : options.capacity
    if let against {
      var other = options
      other.command = against.split(separator: " ").map(String.init)
      let duel = try await Duel(
        of: subject,
        model: SubprocessImplementation(other),
        guide: ReferenceImplementation(),
        settings: settings
      )
      return (duel, jobs)
    }
    let duel = try await Duel(
      of: subject,
      model: ReferenceImplementation(),
      widerModel: ReferenceImplementation.takingOtherWays(),
      settings: settings
    )
    return (duel, jobs)
  }

  /// The violators of what the class is about.
  private func suspects() throws -> [Suspect] {
    let classes: Set<ConformanceClass> =
      conformanceClass == .eventRealm ? [.recording, .eventRealm] : [conformanceClass]
    let cases = try Suite.embedded().cases.filter { testCase in
      classes.contains { $0.rawValue == testCase.conformanceClass }
    }
    let ids = Set(cases.flatMap(\.requirements))
    return Catalogue.all.compactMap { violator in
      let broken = violator.violates.filter(ids.contains)
      return broken.isEmpty ? nil : Suspect(breaking: broken, violator.make)
    }
  }

  private func settings() throws -> ExploreSettings {
    var settings = ExploreSettings(edition: edition, conformanceClass: conformanceClass)
    if let features {
      if Self.words(features).isEmpty {
        throw ValidationError("--features takes names, such as \(Feature.allCases[0].rawValue)")
      }
      settings.features = Set(
        try Self.words(features).map { word in
          guard let feature = Feature(rawValue: word) else {
            let known = Feature.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("there is no feature \(word); known: \(known)")
          }
          return feature
        }
      )
    }
    settings.schema = try schema.map(OwnSchema.read)
    if settings.schema != nil, conformanceClass.isAboutSync {
      throw ValidationError("--schema is for the classes recording and event-realm")
    }
    if let only {
      let known = [
        "SCOPE", "READ", "COMBINE", "LINK", "WRITE", "CUSTOM", "SERIAL", "REPR", "META", "CONFIG",
        "DOC",
      ]
      settings.chapters = Set(Self.words(only))
      if conformanceClass.isAboutSync {
        throw ValidationError("--only is for the classes recording and event-realm")
      }
      if settings.chapters.isEmpty { throw ValidationError("--only takes prefixes, such as LINK") }
      if let word = settings.chapters.sorted().first(where: { !known.contains($0) }) {
        throw ValidationError(
          "no requirement begins with \(word); known: \(known.joined(separator: ", "))"
        )
      }
    }
    return settings
  }

  private static func words(_ list: String) -> [String] {
    list.split(separator: ",").map { String($0).trimmingCharacters(in: .whitespaces) }
  }

  static func time(_ text: String) throws -> Duration {
    guard let match = text.wholeMatch(of: #/([0-9]{1,6})(s|m|h)?/#),
      let number = Int(match.output.1),
      number > 0
    else { throw ValidationError("a time is written as 60, 60s, 5m or 1h, not \(text)") }
    return .seconds(number * (match.output.2 == "m" ? 60 : match.output.2 == "h" ? 3600 : 1))
  }

  /// Explores until a limit is reached or a signal asks to stop, and ends both sides.
  private func explore(
    _ explorer: Explorer,
    until signals: InterruptSignals
  ) async throws -> (Exploration, faults: [String]) {
    let progress = ExploreProgress(explorer.limits)
    let style = ConsoleStyle.standardOutput
    defer {
      progress.erase()
      if signals.haveCome { Console.complain("touchstone: interrupted") }
    }
    return try await signals.cancelling {
      let exploration = await explorer.explore({ progress.update($0) }) { difference in
        progress.erase()
        // Sentences of requirements are in the report at the end.
        Console.print(style.paint("found", .red) + "  " + ExplorationReport.brief(difference))
      }
      // Where it is cancelled, at once: a program may not answer any more.
      return (exploration, await explorer.duel.finish())
    }
  }

  /// The folder of the cases that are found, which is made: an hour later, it would be late to say that it cannot be.
  private static func chapter(in folder: String) throws -> URL {
    let chapter = URL(filePath: folder).appending(path: "explored")
    do {
      try FileManager.default.createDirectory(at: chapter, withIntermediateDirectories: true)
    } catch {
      throw OutputError("\(folder) could not be made: \(FileFailure.reason(writing: error))")
    }
    return chapter
  }

  private func write(_ differences: [Difference], to folder: String) throws {
    let chapter = try Self.chapter(in: folder)
    for difference in differences {
      let path = chapter.appending(path: "seed-\(difference.seeds[0]).json").path(
        percentEncoded: false
      )
      try OutputFile.write(difference.groupFile.text(.pretty) + "\n", to: path)
      Console.print("case written to \(path)")
    }
  }
}
