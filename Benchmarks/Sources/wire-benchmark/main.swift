import Foundation
import Touchstone
import TouchstoneProcess

// How many cases a second go through a program that answers at once.
//
//     wire-benchmark [rounds]
//     wire-benchmark peer        the program itself

let arguments = Array(CommandLine.arguments.dropFirst())
if arguments.first == "peer" {
  Peer.run()
  exit(0)
}

let command = [URL(filePath: CommandLine.arguments[0]).path(), "peer"]
// The requests of the chapter on limits have many megabytes each: with them the pipe alone would be measured.
let cases = try Suite.embedded().selecting(edition: "2023", class: "recording", filter: nil).cases
  .filter { !$0.name.hasPrefix("limits/") }
let programs = (0..<10).flatMap { _ in cases.map(CaseProgram.init(of:)) }

/// Runs all cases, so many at a time, as a run does.
func runAll(_ implementation: SubprocessImplementation, jobs: Int) async throws {
  try await withThrowingTaskGroup(of: Void.self) { group in
    for (number, program) in programs.enumerated() {
      if number >= jobs { try await group.next() }
      group.addTask {
        guard case .completed(_, let events) = try await implementation.runCase(program),
          events.count == 1
        else { fatalError("every case is answered with one event") }
      }
    }
    try await group.waitForAll()
  }
}

let rounds = arguments.first.flatMap { Int($0) } ?? 21
print("\(cases.count) cases, \(programs.count) requests a measurement, \(rounds) rounds\n")
print("| requests on their way | cases/s, median | best |")
print("| ---: | ---: | ---: |")
for window in [64, 16, 8, 1] {
  var options = SubprocessOptions(command: command, processes: 1)
  options.window = window
  let implementation = SubprocessImplementation(options)
  _ = try await implementation.initialize(edition: "2023")
  var seconds: [Double] = []
  // The first round only warms up.
  for round in 0...rounds {
    let elapsed = try await ContinuousClock().measure {
      try await runAll(implementation, jobs: window)
    }
    if round > 0 { seconds.append(elapsed / .seconds(1)) }
  }
  _ = await implementation.finish()
  seconds.sort()
  let speeds = [seconds[rounds / 2], seconds[0]].map { Int(Double(programs.count) / $0) }
  print("| \(window) | \(speeds[0]) | \(speeds[1]) |")
}
