import Foundation
import ReferenceAdapter
import Testing
import Touchstone
import TouchstoneCaseFiles

@testable import TouchstoneTesting

/// What an implementation offers it has to try: a suite of tests that all are cancelled would be green.
struct DecliningTests {
  @Test func `A case that is declined though all it needs is offered is an issue`() async throws {
    let testCase = try #require(try TouchstoneSuite.cases(filter: "custom-events/**").first)
    try await withKnownIssue {
      try await Self.trait(allowUnsupported: false)
        .provideScope(for: try #require(Test.current), testCase: nil) { try await check(testCase) }
    } matching: { issue in
      issue.comments.contains {
        $0.rawValue.hasPrefix("\(testCase.name) had to be run: no recorder yet.")
      }
    }
  }

  @Test(arguments: [(false, true), (true, false)])
  func `One that may be declined, or needs what is left out, is not`(
    _ allowUnsupported: Bool,
    _ isAboutLists: Bool
  ) async throws {
    let cases = try TouchstoneSuite.cases()
    let testCase = try #require(cases.first { $0.needs.contains("lists") == isAboutLists })
    try await Self.trait(allowUnsupported: allowUnsupported)
      .provideScope(for: try #require(Test.current), testCase: nil) {
        #expect(Session.current?.hasToRun(testCase) == false)
      }
  }

  @Test func `A case of one's own has to be run whatever is left out`() async throws {
    let root = URL(filePath: #filePath).appending(path: "../../..").standardized
    let suite = try Suite(directory: root.path + "/Examples/relational-recorder/cases").selecting()
    let testCase = try #require(suite.cases.first { $0.needs.contains("links") })
    try await Self.trait(allowUnsupported: false)
      .provideScope(for: try #require(Test.current), testCase: nil) {
        #expect(Session.current?.hasToRun(testCase) == true)
      }
  }

  private static func trait(allowUnsupported: Bool) -> TouchstoneTrait {
    .touchstone(allowUnsupported: allowUnsupported) { Declining() }
  }
}

/// Offers the class without any feature, and declines every case.
private struct Declining: Implementation {
  func initialize(edition: String) async throws -> ImplementationInfo {
    ImplementationInfo(
      name: "declining",
      version: "1",
      language: "Swift",
      editions: [edition],
      classes: ["recording"],
      features: []
    )
  }

  func runCase(_ program: CaseProgram) async throws -> CaseResult {
    .unsupported("no recorder yet")
  }
}
