import Foundation
import JSON
import Touchstone
import TouchstoneProcess

// How many cases a second go through a program that answers at once, beside bare loops that send the same bytes.
//
//     wire-benchmark [rounds]    both by turns
//     wire-benchmark loop        ours alone, for a profiler
//     wire-benchmark peer        the program itself

let arguments = Array(CommandLine.arguments.dropFirst())
if arguments.first == "peer" {
  Peer.run()
  exit(0)
}

let command = [URL(filePath: CommandLine.arguments[0]).path(), "peer"]
let cases = try Suite.embedded().selecting(edition: "2023", class: "recording", filter: nil).cases
let programs = (0..<5).flatMap { _ in cases.map(CaseProgram.init(of:)) }
let options = SubprocessOptions(command: command, processes: 1)
let windows = [options.window, 1]
let loops = try windows.map { try BareLoop(command: command, programs: programs, window: $0) }
let implementation = SubprocessImplementation(options)
_ = try await implementation.initialize(edition: "2023")

/// Keeps as many cases on their way as a run does.
func ours() async throws -> Int {
  try await withThrowingTaskGroup(of: Int.self) { group in
    var waiting = programs.makeIterator()
    var answered = 0
    for _ in 0..<options.capacity {
      if let program = waiting.next() {
        group.addTask { try await implementation.runCase(program).count }
      }
    }
    while let count = try await group.next() {
      answered += count
      if let program = waiting.next() {
        group.addTask { try await implementation.runCase(program).count }
      }
    }
    precondition(answered == programs.count, "every case is answered")
    return answered
  }
}

extension CaseResult {
  /// One, if it is what the program answers.
  var count: Int { if case .completed(_, let events) = self { events.count } else { 0 } }
}

func perSecond(_ elapsed: Duration) -> Double { Double(programs.count) / (elapsed / .seconds(1)) }

if arguments.first == "loop" {
  for _ in 0..<20 { _ = try await ours() }
  exit(0)
}

let clock = ContinuousClock()
let rounds = arguments.first.flatMap { Int($0) } ?? 21
var mine: [Double] = []
var others: [[Double]] = windows.map { _ in [] }
for round in 0...rounds {
  func measureLoops() -> [Double] {
    loops.map { loop in perSecond(clock.measure { _ = loop.run() }) }
  }
  let first = round.isMultiple(of: 2) ? measureLoops() : nil
  let elapsed = try await clock.measure { _ = try await ours() }
  let bare = first ?? measureLoops()
  // The first round only warms up.
  if round == 0 { continue }
  mine.append(perSecond(elapsed))
  for (index, value) in bare.enumerated() { others[index].append(value) }
}
_ = await implementation.finish()
for loop in loops { try loop.end() }

print("| bare loop | cases/s through a program | cases/s of the loop | ratio | middle half |")
print("| --- | ---: | ---: | ---: | ---: |")
for (window, bare) in zip(windows, others) {
  let ratios = zip(mine, bare).map { $0 / $1 }.sorted()
  print(
    String(
      format: "| %d at a time | %.0f | %.0f | **%.2f** | %.2f–%.2f |",
      window,
      mine.sorted()[rounds / 2],
      bare.sorted()[rounds / 2],
      ratios[rounds / 2],
      ratios[rounds / 4],
      ratios[rounds * 3 / 4]
    )
  )
}
