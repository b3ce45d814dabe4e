import JSON
import ReferenceAdapter
import TestSupport
import Testing
import Touchstone
import Violators

/// A suite that silence satisfies shows nothing: what records nothing passes no case.
struct FloorTests {
  /// Apart from the asynchronous function, in which the optimizer of Swift 6.3.1 fails on the closure.
  private static func cases(of classes: [String]) throws -> [Case] {
    try classes.flatMap { name in
      try Suite.ofEverydaySizes().selecting(edition: "2023", class: name, filter: nil).cases
    }
  }

  private func passed(
    by implementation: some Implementation,
    of classes: [String] = ["recording", "event-realm"]
  ) async throws -> [String] {
    let report = try await Runner(jobs: 2).run(Self.cases(of: classes), on: implementation)
    return report.verdicts.filter { $0.verdict == .passed }.map(\.testCase.name)
  }

  @Test func `An implementation that records nothing passes no case`() async throws {
    #expect(try await passed(by: Tampered.recordingNothing(ReferenceImplementation())) == [])
  }

  @Test func `An implementation that supports nothing passes no case`() async throws {
    let nothing = Tampered.supportingNothing(ReferenceImplementation())
    #expect(try await passed(by: nothing, of: Suite.conformanceClasses) == [])
  }

  @Test
  func `An implementation that answers null and takes nothing back passes no case about sync`()
    async throws
  {
    let null = Tampered.takingNothingBack(ReferenceImplementation())
    #expect(try await passed(by: null, of: ["flexible-sync", "mobile-platform"]) == [])
  }

  @Test func `An implementation that answers ok to everything passes no case`() async throws {
    #expect(try await passed(by: SaysYes()) == [])
  }
}

/// Claims all there is, and answers every step with success.
private struct SaysYes: Implementation {
  func initialize(edition: String) async throws -> ImplementationInfo {
    try await ReferenceImplementation().initialize(edition: edition)
  }

  func runCase(_ program: CaseProgram) async throws -> CaseResult {
    .completed(steps: program.steps.map { _ in .ok(nil) }, events: [])
  }
}
