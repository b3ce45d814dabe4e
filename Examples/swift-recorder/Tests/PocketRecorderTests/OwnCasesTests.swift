import Foundation
import Testing
import Touchstone
import TouchstoneCaseFiles
import TouchstoneTesting

@Suite(.touchstone { PocketImplementation() })
struct OwnCasesTests {
  /// Wherever the tests run: the path from this file.
  static let folder = URL(filePath: #filePath).appending(path: "../../../Cases").standardized.path

  @Test(arguments: try Suite(directory: folder).selecting().cases)
  func `Wards are recorded`(_ testCase: Case) async throws {
    try await check(testCase)
  }
}
