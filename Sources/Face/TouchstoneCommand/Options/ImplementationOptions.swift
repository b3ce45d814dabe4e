import ArgumentParser
import Foundation
import ReferenceAdapter
import Touchstone
import TouchstoneProcess

/// Which implementation a command is about, and how it is run.
struct ImplementationOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "How many processes of the implementation run at the same time (default: one a core).",
      valueName: "number"
    )
  )
  var jobs: Int?

  @Option(
    help: ArgumentHelp(
      "How long a case may take, in seconds; one with a long request gets up to six times as much.",
      valueName: "seconds"
    )
  )
  var timeout = 10.0

  @Option(
    help: ArgumentHelp(
      "How long a process may take until it is initialized, in seconds.",
      valueName: "seconds"
    )
  )
  var startTimeout = 30.0

  @Argument(
    parsing: .postTerminator,
    help: ArgumentHelp(
      "After --, the implementation: a program and its arguments. Without it, run and explore take the reference.",
      valueName: "command"
    )
  )
  var command: [String] = []

  func validate() throws {
    try Self.checkJobs(jobs)
    for (name, seconds) in [("--timeout", timeout), ("--start-timeout", startTimeout)]
    where !(0.001...86_400).contains(seconds) {
      throw ValidationError("\(name) takes seconds from 0.001 to 86400, not \(seconds)")
    }
  }

  static func checkJobs(_ jobs: Int?) throws {
    guard let jobs, !(1...1024).contains(jobs) else { return }
    throw ValidationError("--jobs takes a number from 1 to 1024, not \(jobs)")
  }

  /// The implementation, and how many cases it can have at once; every line is noted that goes to a program or comes from
  /// it.
  func implementation(trace: WireTrace?) -> (any Implementation, jobs: Int) {
    if command.isEmpty {
      let cores = ProcessInfo.processInfo.activeProcessorCount
      return (ReferenceImplementation(), jobs ?? cores)
    }
    let options = subprocessOptions
    return (SubprocessImplementation(options, trace: trace), options.capacity)
  }

  /// How the command is run.
  var subprocessOptions: SubprocessOptions {
    // What a program leaves behind comes to this one.
    Orphans.adopt()
    var options = SubprocessOptions(command: command, processes: jobs)
    options.caseLimit = .seconds(timeout)
    options.startLimit = .seconds(startTimeout)
    return options
  }
}
