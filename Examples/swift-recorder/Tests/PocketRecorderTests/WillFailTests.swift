import Testing
import Touchstone
import TouchstoneTesting

/// Red on purpose: the recorder breaks a rule of reading and writing, and a case of these says so.
@Suite(.touchstone(allowUnsupported: true) { PocketImplementation() })
struct WillFailTests {
  @Test(arguments: try TouchstoneSuite.cases(filter: "writes/transactions/*"))
  func `Transactions are recorded`(_ testCase: Case) async throws {
    try await check(testCase)
  }
}
