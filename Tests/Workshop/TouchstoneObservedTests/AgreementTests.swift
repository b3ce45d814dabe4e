import Foundation
import ReferenceAdapter
import Testing
import Touchstone
import TouchstoneCaseFiles
import TouchstoneObserved
import TouchstoneReports

/// How far the reference does what the original library did, and what is published of it.
struct AgreementTests {
  @Test func `The reference agrees with the original library as far as is published`() async throws
  {
    let programs = try ObservedPrograms(.builtIn)
    let runner = Runner(RunSelection(edition: "core"), jobs: 2)
    let report = try await runner.run(programs.cases, on: ReferenceImplementation())
    let agreement = programs.agreement(in: report)
    #expect(agreement.report.verdicts.count == 1500)
    #expect(agreement.agreeing * 1000 >= 1500 * 995, "the goal")
    #expect(agreement.agreeing >= 1500, "the floor: raise it, never lower it")
    #expect(try text(of: "Spec/observed.md").contains(agreement.sentence))
    #expect(try text(of: "README.md").contains(agreement.sentence))
  }

  @Test func `The reference merges as the original did, as far as is published`() async throws {
    let programs = try ObservedPrograms(.builtIn, of: .mobilePlatform)
    let selection = RunSelection(edition: "core", conformanceClass: "mobile-platform")
    let report = try await Runner(selection, jobs: 2).run(
      programs.cases,
      on: ReferenceImplementation()
    )
    let agreement = programs.agreement(in: report)
    #expect(agreement.report.verdicts.count == 276)
    #expect(agreement.agreeing >= 276, "the floor: raise it, never lower it")
    #expect(try text(of: "Spec/observed.md").contains(agreement.sentence))
  }

  @Test func `The original's own result names cases of edition core, each with its erratum`() throws
  {
    let path = "Golden/observed/original-library.expectations.json"
    let bytes = Array(try Data(contentsOf: root.appending(path: path)))
    let expectations = try Expectations(text: bytes, path: path)
    let suite = try Suite.embedded()
    let offered = try suite.selecting(edition: "core", class: "recording", filter: nil).cases
    let known = Set(offered.map(\.name) + suite.retired.map(\.name))
    let errata = try String(contentsOf: root.appending(path: "Spec/errata.md"), encoding: .utf8)
    #expect(expectations.entries.count == 51)
    for entry in expectations.entries {
      #expect(known.contains(entry.name))
      let title = entry.reason.wholeMatch(of: #/Errata, "(.*)"/#)?.1
      #expect(errata.contains("\n### \(title ?? "?")\n"), "\(entry.name)")
    }
  }

  private var root: URL {
    URL(filePath: #filePath).appending(path: "../../../..").standardizedFileURL
  }

  /// A text of the working copy, as it reads when its lines are joined.
  private func text(of path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
      .replacing("\n> ", with: " ").replacing("\n", with: " ")
  }
}
