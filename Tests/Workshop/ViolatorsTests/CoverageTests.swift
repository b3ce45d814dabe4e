import TestSupport
import Testing
import Touchstone
import Violators

/// Of a requirement that nothing violates it is not known whether a case would notice.
struct CoverageTests {
  @Test func `Every requirement of the classes that have violators is violated`() throws {
    let coverage = Coverage(
      of: try Suite.embedded(),
      violated: Set(Catalogue.all.flatMap(\.violates))
    )
    #expect(coverage.uncovered == [])
  }

  @Test func `A requirement that nothing violates is uncovered`() throws {
    let suite = try Suite.embedded()
    let all = Set(Catalogue.all.flatMap(\.violates))
    let without = all.subtracting(["SCOPE-12"])
    #expect(Coverage(of: suite, violated: without).uncovered.contains("SCOPE-12"))
  }

  @Test func `Implementations of plausible constants pass less than a fiftieth`() async throws {
    let cases = try Suite.conformanceClasses.flatMap { name in
      try Suite.ofEverydaySizes().selecting(class: name).cases
    }
    let passing = try await PlausibleConstants.passing(cases, jobs: 2)
    #expect(passing.count * 50 < cases.count, "\(passing.map(\.name))")
  }
}
