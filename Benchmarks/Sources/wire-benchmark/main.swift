import Foundation
import JSON
import Touchstone
@_spi(Measuring) import TouchstoneProcess

// How many cases a second go through a program that answers at once, beside bare loops that send the same bytes.
//
//     wire-benchmark [rounds]       all sides by turns
//     wire-benchmark loop|deliver   one of ours alone, for a profiler
//     wire-benchmark peer           the program itself

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

/// An implementation that may have so many requests on their way.
func implementation(window: Int) async throws -> SubprocessImplementation {
  var options = SubprocessOptions(command: command, processes: 1)
  options.window = window
  let implementation = SubprocessImplementation(options)
  _ = try await implementation.initialize(edition: "2023")
  return implementation
}

/// Runs all cases and reads the answers, as a run does.
func readAll(_ implementation: SubprocessImplementation, window: Int) async {
  let count = Counter()
  await implementation.answer(programs, jobs: window) { _, answer in
    if case .success(.completed(_, let events)) = answer.outcome { count.add(events.count) }
  }
  precondition(count.value == programs.count, "every case is answered with one event")
}

if let alone = arguments.first, ["loop", "deliver"].contains(alone) {
  let window = arguments.dropFirst().first.flatMap { Int($0) } ?? 64
  let ours = try await implementation(window: window)
  let prepared = ours.prepare(programs)
  for _ in 0..<100 {
    if alone == "loop" {
      await readAll(ours, window: window)
    } else {
      await ours.deliver(prepared)
    }
  }
  exit(0)
}

let rounds = arguments.first.flatMap { Int($0) } ?? 21
print("\(cases.count) cases, \(programs.count) requests a measurement, \(rounds) rounds\n")
print("| window | | cases/s, median | best | of the bare loop | of the loop with JSON |")
print("| ---: | --- | ---: | ---: | ---: | ---: |")
for window in [64, 8, 1] {
  let bare = try BareLoop(command: command, programs: programs, window: window)
  let json = try BareLoop(command: command, programs: programs, window: window, work: .json)
  let ours = try await implementation(window: window)
  let prepared = ours.prepare(programs)
  let sides = [
    Side("bare loop") { _ = try bare.run() },
    Side("loop that writes and reads JSON") { _ = try json.run() },
    Side("ours, answers delivered") { await ours.deliver(prepared) },
    Side("ours, requests written and answers read") { await readAll(ours, window: window) },
  ]
  for round in 0...rounds {
    // Who is first changes. The first round only warms up.
    for offset in sides.indices {
      try await sides[(round + offset) % sides.count].measure(counts: round > 0)
    }
  }
  _ = await ours.finish()
  for loop in [bare, json] { try loop.end() }
  for side in sides {
    print(
      String(
        format: "| %d | %@ | %.0f | %.0f | ",
        window,
        side.name,
        side.median(programs.count),
        side.best(programs.count)
      )
        + side.ratio(to: sides[0]) + " | " + side.ratio(to: sides[1]) + " |"
    )
  }
}
