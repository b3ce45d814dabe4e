import Foundation
import Testing

/// Random programs, over two or three clients: `TOUCHSTONE_SOAK=1` runs ten thousand of each kind
/// instead of five hundred.
struct RandomProgramTests {
  private static let seeds: ClosedRange<UInt64> =
    1...(ProcessInfo.processInfo.environment["TOUCHSTONE_SOAK"] == nil ? 200 : 10_000)

  /// Runs a program for each seed, and names the seeds of those that went wrong.
  private func check(_ body: (UInt64) throws -> Void) {
    var failures = 0
    for seed in Self.seeds where failures < 5 {
      do { try body(seed) } catch {
        failures += 1
        Issue.record("seed \(seed): \(error)")
      }
    }
  }

  @Test func `In the end every client has its view, and no refused write is seen elsewhere`() {
    check { seed in
      let program = try RandomProgram(seed: seed)
      for _ in 0..<40 { try program.step() }
      try program.settle()
      try program.checkAgreement()
    }
  }

  @Test func `Where nothing conflicts the end is the same in whatever order clients synchronize`() {
    check { seed in
      var ends: [[String]] = []
      for order in 0..<3 {
        let program = try RandomProgram(seed: seed, ownKeysOnly: true, users: ["u0", "u0", "u0"])
        for _ in 0..<6 {
          for device in program.devices { try program.write(on: device) }
        }
        // Each device in turn, the other way round, or each one twice.
        let devices = order == 1 ? program.devices.reversed() : program.devices
        for device in devices { try program.synchronize(device) }
        if order == 2 { for device in devices.reversed() { try program.synchronize(device) } }
        try program.settle()
        try program.checkAgreement()
        ends.append(program.serverState.map { "\($0)" }.sorted())
      }
      if Set(ends).count > 1 { throw Disagreement(description: "the ends differ: \(ends)") }
    }
  }
}
