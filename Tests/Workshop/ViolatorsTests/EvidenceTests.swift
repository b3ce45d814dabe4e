import Testing
import Touchstone
import TouchstoneCaseFiles
import TouchstoneObserved
import Violators

/// A program of the original library that is named for a requirement shows it: a recorder that is wrong about the
/// requirement does not do what was observed.
struct EvidenceTests {
  @Test func `Each program that a requirement names notices a violation of it`() async throws {
    let programs =
      try ObservedPrograms(.builtIn).programs
      + ObservedPrograms(.builtIn, of: .mobilePlatform).programs
    let cases = Dictionary(uniqueKeysWithValues: programs.map { ($0.testCase.name, $0.testCase) })
    let observed = try Suite.embedded().requirements.values.filter { !$0.programs.isEmpty }
    #expect(!observed.isEmpty)
    for requirement in observed {
      let named = try requirement.programs.map { try #require(cases[$0], "\($0)") }
      var unnoticed = Set(requirement.programs)
      for violator in Catalogue.all where violator.violates.contains(requirement.id) {
        let ofClass = named.first?.conformanceClass ?? "recording"
        let runner = Runner(RunSelection(edition: "core", conformanceClass: ofClass))
        let report = try await runner.run(named, on: violator.make())
        unnoticed.subtract(
          report.verdicts.filter { $0.verdict == .failed }.map(\.testCase.name)
        )
      }
      #expect(unnoticed.isEmpty, "\(requirement.id): \(unnoticed.sorted())")
    }
  }
}
