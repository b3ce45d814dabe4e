import ReferenceAdapter
import Testing
import Touchstone
import TouchstoneTesting

/// The reference is judged like every other implementation: through Swift Testing, a test a case.
@Suite(.touchstone { ReferenceImplementation() })
struct ReferenceConformanceTests {
  @Test(arguments: try TouchstoneSuite.cases())
  func `The reference keeps class recording`(_ testCase: Case) async throws {
    try await check(testCase)
  }

  @Test(arguments: try TouchstoneSuite.cases(class: "event-realm"))
  func `The reference keeps class event-realm`(_ testCase: Case) async throws {
    try await check(testCase)
  }

  @Test(arguments: try TouchstoneSuite.cases(class: "flexible-sync"))
  func `The reference keeps what is specified of class flexible-sync`(_ testCase: Case) async throws
  {
    try await check(testCase)
  }

  @Test(arguments: try TouchstoneSuite.cases(class: "mobile-platform"))
  func `The reference keeps what is specified of class mobile-platform`(_ testCase: Case)
    async throws
  {
    try await check(testCase)
  }
}
