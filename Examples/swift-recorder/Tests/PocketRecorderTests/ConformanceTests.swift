import Testing
import Touchstone
import TouchstoneTesting

@Suite(.touchstone(allowUnsupported: true) { PocketImplementation() })
struct ConformanceTests {
  @Test(arguments: try TouchstoneSuite.cases(filter: "custom-events/recording/*"))
  func `Custom events are recorded`(_ testCase: Case) async throws {
    try await check(testCase)
  }

  @Test(arguments: try TouchstoneSuite.cases(filter: "custom-events/scopes/*"))
  func `Custom events stay out of scopes`(_ testCase: Case) async throws {
    try await check(testCase)
  }
}
