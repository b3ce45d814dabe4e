import Testing
import Touchstone
import Violators

/// A requirement that nothing violates is one of which nobody knows whether a case would notice.
struct CoverageTests {
  @Test func `Every requirement of the classes that have violators is violated or excused`() throws
  {
    let coverage = Coverage(
      of: try Suite.embedded(),
      violated: Set(Catalogue.all.flatMap(\.violates))
    )
    #expect(coverage.uncovered == [])
  }

  @Test func `No requirement is excused for nothing`() throws {
    let coverage = Coverage(
      of: try Suite.embedded(),
      violated: Set(Catalogue.all.flatMap(\.violates))
    )
    #expect(coverage.needless == [])
    for (id, reason) in Catalogue.unviolated { #expect(reason.hasSuffix("."), "\(id)") }
  }

  @Test func `A requirement that nothing violates is uncovered unless it is excused`() throws {
    let suite = try Suite.embedded()
    let all = Set(Catalogue.all.flatMap(\.violates))
    let without = all.subtracting(["SCOPE-12"])
    #expect(Coverage(of: suite, violated: without).uncovered.contains("SCOPE-12"))
    let excused = Coverage(of: suite, violated: without, excuses: ["SCOPE-12": "Because."])
    #expect(!excused.uncovered.contains("SCOPE-12"))
    #expect(
      Coverage(of: suite, violated: all, excuses: ["SCOPE-12": "Because."]).needless == ["SCOPE-12"]
    )
  }

  @Test func `Implementations of plausible constants pass less than a fiftieth`() async throws {
    let cases = try ["recording", "event-realm"].flatMap { name in
      try Suite.embedded().selecting(class: name).cases
    }
    let passing = try await PlausibleConstants.passing(cases, jobs: 2)
    #expect(passing.count * 50 < cases.count, "\(passing.map(\.name))")
  }
}
