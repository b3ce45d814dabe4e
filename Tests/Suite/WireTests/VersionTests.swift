import Digests
import Foundation
import Testing
import Touchstone

/// What the command says of itself.
struct VersionTests {
  @Test func `The version has the commit, the number of cases and the editions`() async throws {
    let outcome = try await BuiltTouchstone.run(["--version"])
    #expect(outcome.status == 0)
    let cases = try Suite.embedded().cases.count
    let form = try Regex(
      #"touchstone \d+\.\d+\.\d+ \((commit [0-9a-f]+|built from a working copy)\)\n\#(cases) cases, editions 2022, 2023, core\n"#
    )
    #expect(outcome.output.wholeMatch(of: form) != nil, "\(outcome.output)")
  }

  @Test func `The long version has the digest of the program`() async throws {
    let outcome = try await BuiltTouchstone.run(["--version", "--long"])
    let bytes = try Data(contentsOf: URL(filePath: BuiltTouchstone.path()))
    #expect(outcome.status == 0)
    #expect(outcome.output.hasSuffix("\nSHA-256 of the program \(SHA256.hex(of: Array(bytes)))\n"))
  }
}
