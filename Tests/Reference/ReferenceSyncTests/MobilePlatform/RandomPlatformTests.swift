import Foundation
import ReferenceSync
import Testing

/// Random programs, over three devices and four users: `TOUCHSTONE_SOAK=1` runs ten thousand instead of
/// forty.
struct RandomPlatformTests {
  private static let seeds: ClosedRange<UInt64> =
    1...(ProcessInfo.processInfo.environment["TOUCHSTONE_SOAK"] == nil ? 20 : 5_000)

  @Test(arguments: [LogOutRule.afterUpload, .atNextStart])
  func `No user reads or writes without the right to, copies agree, and no change is nowhere`(
    _ rule: LogOutRule
  ) {
    var failures = 0
    var tally: [String: Int] = [:]
    for seed in Self.seeds where failures < 5 {
      do {
        let program = try RandomPlatform(seed: seed, rule: rule)
        for _ in 0..<60 { try program.step() }
        try program.settle()
        try program.check()
        tally.merge(program.tally, uniquingKeysWith: +)
      } catch {
        failures += 1
        Issue.record("seed \(seed): \(error)")
      }
    }
    // Each of these has to have happened for the programs to show anything.
    for what in [
      "synchronizations", "refusals", "changes of rights", "refused changes of rights",
      "restored servers", "copies that agree", "changes that are there",
    ] { #expect(tally[what, default: 0] >= Int(Self.seeds.upperBound) / 3, "\(what)") }
  }
}
