import Foundation
import Touchstone
import TouchstoneProcess

// How long the requests of all cases take, ten times over, through a program that answers at once, beside 20,000 a second.
//
//     pipe-benchmark ROUNDS      a line of JSON a round
//     pipe-benchmark peer        the program itself

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
// What a program gets that answers quickly.
let window = 16

/// Runs all cases, so many at a time, as a run does.
func runAll(_ implementation: SubprocessImplementation) async throws {
  try await withThrowingTaskGroup(of: Void.self) { group in
    for (number, program) in programs.enumerated() {
      if number >= window { try await group.next() }
      group.addTask {
        guard case .completed(_, let events) = try await implementation.runCase(program),
          events.count == 1
        else { fatalError("every case is answered with one event") }
      }
    }
    try await group.waitForAll()
  }
}

let rounds = arguments.first.flatMap { Int($0) } ?? 5
var options = SubprocessOptions(command: command, processes: 1)
options.window = window
let implementation = SubprocessImplementation(options)
_ = try await implementation.initialize(edition: "2023")
// The first round only warms up.
for round in 0...rounds {
  let elapsed = try await ContinuousClock().measure { try await runAll(implementation) }
  if round == 0 { continue }
  print("{\"ours\": \(elapsed / .seconds(1)), \"theirs\": \(Double(programs.count) / 20_000)}")
}
_ = await implementation.finish()
