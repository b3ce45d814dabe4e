public import Testing
import Touchstone
public import Violators

/// The suite is tested by what it has to catch: each wrong implementation of the catalogue fails a case that names
/// what it violates.
struct ViolatorsTests {
  // One after the other: all at once they would take all memory and starve the other tests.
  @Test(.serialized, arguments: Catalogue.all)
  func `The suite catches what is wrong on purpose`(_ violator: Violator) async throws {
    #expect(
      try await isCaught(violator, by: Suite.embedded()),
      "no case that names \(violator.violates.joined(separator: ", ")) fails: \(violator.title)"
    )
  }

  /// Runs the cases that name what it violates, one by one, until one of them goes wrong.
  private func isCaught(_ violator: Violator, by suite: Suite) async throws -> Bool {
    let implementation = violator.make()
    let runner = CaseRunner(
      implementation: implementation,
      info: try await implementation.initialize(edition: violator.edition),
      edition: violator.edition
    )
    for name in Coverage.classes {
      for testCase in try suite.selecting(edition: violator.edition, class: name).cases
      where !violator.violates.allSatisfy({ !testCase.requirements.contains($0) }) {
        let verdict = await runner.run(testCase).verdict
        if verdict == .failed || verdict == .errored { return true }
      }
    }
    return false
  }

  @Test func `Violators have ids of their own, and titles that are sentences`() {
    let ids = Catalogue.all.map(\.id)
    #expect(Set(ids).count == ids.count)
    for violator in Catalogue.all {
      #expect(violator.id.wholeMatch(of: #/[a-z0-9]+(-[a-z0-9]+)*/#) != nil, "\(violator.id)")
      #expect(violator.title.hasSuffix("."), "\(violator.id)")
    }
  }

  @Test func `Violators violate requirements that exist and can be observed`() throws {
    let requirements = try Suite.embedded().requirements
    for violator in Catalogue.all {
      #expect(!violator.violates.isEmpty, "\(violator.id)")
      #expect(Set(violator.violates).count == violator.violates.count, "\(violator.id)")
      for id in violator.violates {
        let requirement = try #require(requirements[id], "\(violator.id) violates \(id)")
        #expect(requirement.notObservable == nil, "\(violator.id) violates \(id)")
      }
    }
  }
}

extension Violator: CustomTestStringConvertible {
  /// The id.
  public var testDescription: String { id }
}
