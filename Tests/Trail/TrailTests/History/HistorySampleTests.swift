import Formats
import Foundation
import Testing

@testable import TrailCheck
@testable import TrailReading
@testable import TrailSamples

/// Made-up trails, whose truth is known: nothing is found in clean ones, and every defect in those that have one.
struct HistorySampleTests {
  static func findings(
    _ start: SampleTrail,
    isComplete: Bool = true,
    limits: TrailLimits = TrailLimits()
  ) throws -> (findings: FindingSummary, planted: [PlantedDefect]) {
    var sample = start
    var bytes: [UInt8] = []
    while sample.next(into: &bytes) {}
    var checkOptions = TrailOptions.forSample(sample.edition)
    checkOptions.isComplete = isComplete
    checkOptions.limits = limits
    var check = TrailCheck(checkOptions)
    try check.check(.bytes(bytes, name: "sample"))
    try check.finish()
    // A mixed property has values of several types, of which warnings are right, and embedded objects have no key.
    var findings = FindingSummary()
    for kind in check.findings.kinds
    where kind.code != .typeInconsistent && kind.code != .classUnfollowed {
      for finding in check.findings.examples(of: kind) {
        findings.add(kind.code, level: kind.level, at: finding.position, id: nil, finding.sentence)
      }
    }
    return (findings, sample.planted)
  }

  @Test(arguments: Edition.allCases, Array(1...(isSoak ? 60 : 3)) as [UInt64])
  func `A clean trail agrees with itself`(edition: Edition, seed: UInt64) throws {
    let sample = SampleTrail(events: 1500, seed: seed, edition: edition)
    let (findings, _) = try Self.findings(sample)
    let examples = findings.kinds.flatMap { findings.examples(of: $0) }
    #expect(examples.isEmpty, "\(examples.prefix(3).map(\.sentence))")
  }

  @Test(arguments: Edition.allCases, (isSoak ? [1, 2, 3] : [1]) as [UInt64])
  func `Every planted contradiction is found where it was planted, and nothing else`(
    edition: Edition,
    seed: UInt64
  ) throws {
    for code in SampleDefect.history.keys.sorted() {
      let sample = SampleTrail(events: 600, seed: seed, edition: edition, defects: [code])
      let (findings, planted) = try Self.findings(sample)
      // A device that stamps at commit has no time that runs backwards.
      if code == "time-backwards", edition == .draft {
        #expect(planted.isEmpty)
        continue
      }
      let found = findings.kinds.flatMap { kind in
        findings.examples(of: kind).map { [kind.code.rawValue, String($0.position.document)] }
      }
      #expect(planted.count == 1)
      #expect(found == planted.map { [$0.code, String($0.line)] })
    }
  }

  @Test func `Contradictions are warnings unless the trail is complete`() throws {
    let sample = SampleTrail(events: 600, defects: ["read-contradicts", "never-inserted"])
    let complete = try Self.findings(sample)
    #expect(complete.findings.count(of: .error) == 2)
    let open = try Self.findings(sample, isComplete: false)
    #expect(open.findings.count(of: .error) == 0)
    #expect(open.findings.count(of: .warning) == 1)
  }

  @Test
  func `A bound on memory changes no finding, whatever has to be written to a file`() throws {
    var limits = TrailLimits()
    limits.memory = 1 << 16
    let sample = SampleTrail(events: 6000, seed: 11, defects: SampleTrail.defectCodes)
    let (bounded, _) = try Self.findings(sample, limits: limits)
    let (free, _) = try Self.findings(sample)
    #expect(bounded == free)
    #expect(free.count(of: .readContradicts) > 0)
  }
}

/// Whether there is time for many seeds.
let isSoak = ProcessInfo.processInfo.environment["TOUCHSTONE_SOAK"] == "1"

extension TrailOptions {
  /// How a sample of that edition is checked.
  static func forSample(_ edition: Edition) -> TrailOptions {
    var options = TrailOptions()
    options.edition = edition
    return options
  }
}
