import Testing
import Touchstone
import Violators

/// The suite is tested by what it has to catch: each wrong implementation of the catalogue fails a case that names
/// what it violates.
struct ViolatorsTests {
  /// How many violators run at a time: a single chain would leave a processor idle once the other tests have ended, and
  /// all at once would take all memory.
  private static let chains = 4

  @Test(arguments: 0..<chains)
  func `The suite catches what is wrong on purpose`(_ chain: Int) async throws {
    let suite = try Suite.embedded()
    var cases: [String: [Case]] = [:]
    for place in stride(from: chain, to: Catalogue.all.count, by: Self.chains) {
      let violator = Catalogue.all[place]
      if cases[violator.edition] == nil {
        cases[violator.edition] = try Coverage.classes.flatMap { name in
          try suite.selecting(edition: violator.edition, class: name).cases
        }
      }
      #expect(
        try await isCaught(violator, by: cases[violator.edition] ?? []),
        "\(violator.id): no case that names \(violator.violates.joined(separator: ", ")) fails: \(violator.title)"
      )
    }
  }

  /// Runs the cases that name what it violates, one by one, until one of them goes wrong.
  private func isCaught(_ violator: Violator, by cases: [Case]) async throws -> Bool {
    let implementation = violator.make()
    let runner = CaseRunner(
      implementation: implementation,
      info: try await implementation.initialize(edition: violator.edition),
      edition: violator.edition
    )
    for testCase in cases
    where !testCase.requirements.allSatisfy({ !violator.violates.contains($0) }) {
      let verdict = await runner.run(testCase).verdict
      if verdict == .failed || verdict == .errored { return true }
    }
    return false
  }

  @Test func `Every violator has a fingerprint of what it violates`() throws {
    let known = try Suite.embedded().fingerprints()
    #expect(
      Dictionary(uniqueKeysWithValues: known.map { ($0.violator, $0.violates) })
        == Dictionary(uniqueKeysWithValues: Catalogue.all.map { ($0.id, $0.violates) }),
      "write it again: touchstone violators --fingerprints Golden/fingerprints.json"
    )
  }

  /// A sample: the whole takes most of an hour.
  @Test(arguments: Array(stride(from: 3, to: Catalogue.all.count, by: 97)))
  func `A fingerprint has the cases that catch its violator`(_ place: Int) async throws {
    var suite = try Suite.embedded()
    suite.cases.removeAll { ["event-realm", "limits"].contains($0.chapter) }
    let violator = Catalogue.all[place]
    let known = try #require(suite.fingerprints().first { $0.violator == violator.id })
    let selected = try Set(
      Coverage.classes.filter { $0 != "event-realm" }.flatMap {
        try suite.selecting(edition: violator.edition, class: $0).cases.map(\.name)
      }
    )
    suite.cases.removeAll { !selected.contains($0.name) }
    let report = try await Runner(RunSelection(edition: violator.edition), jobs: 2)
      .run(suite.cases, on: violator.make())
    let caught = report.verdicts.filter { [.failed, .errored].contains($0.verdict) }
    #expect(
      Set(caught.map(\.testCase.name)) == known.cases.intersection(selected),
      "\(violator.id): write it again: touchstone violators --fingerprints Golden/fingerprints.json"
    )
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
