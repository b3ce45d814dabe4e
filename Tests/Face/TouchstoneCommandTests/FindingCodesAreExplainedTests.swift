import Foundation
import Testing

@testable import Touchstone
@testable import TouchstoneCaseFiles
@testable import TouchstoneLinting
@testable import TouchstoneCommand

/// What the Spec says of findings is what their entries say.
struct FindingCodesAreExplainedTests {
  private static let root = URL(filePath: #filePath).appending(path: "../../../..")
    .standardizedFileURL
    .path()

  /// What is wrong with the chapter about trails after a change of it.
  private func findings(_ old: String, _ new: String) throws -> [String] {
    var text = SuiteText()
    text.specification = SuiteText.embeddedSpecification
    text.specificationFolder = "Spec"
    let place = try #require(text.specification.firstIndex { $0.path.hasSuffix("/trails.md") })
    #expect(text.specification[place].text.contains(old))
    text.specification[place].text.replace(old, with: new)
    // No cases are needed for that, and reading them takes long.
    var faults: [SuiteFault] = []
    let suite = Suite(reading: text, faults: &faults)
    let marked = MarkedParts(
      in: LinesOfText(text.specification[place].text),
      writers: FindingTables.texts.parts,
      suite: suite
    )
    let file = GeneratedFile(
      chapter: text.specification[place],
      marked,
      cases: [:],
      codes: FindingTables.texts.codes
    )
    return file.faults.map(\.message)
  }

  @Test func `This working copy is clean, its sources included`() throws {
    #expect(SuiteText.isCheckout(Self.root))
    #expect(!SuiteText.isCheckout(Self.root + "Golden"))
    let lint = try SuiteLint(
      .workingCopy(Self.root),
      also: [FindingCodesAreExplained()],
      FindingTables.texts
    )
    #expect(lint.findings.map(\.description) == [])
  }

  @Test func `The chapter is what the entries make of it`() throws {
    #expect(try findings("`id-twice`", "`id-twice`") == [])
  }

  @Test(
    arguments: [
      ("| `new-key` | warning |", "| `new-key` | error |"),
      ("| `id-twice` | error |", "| `id-thrice` | error |"),
      ("a document has no activity |", "a document lacks an activity |"),
    ]
  )
  func `A row that says something else than its entry is found`(_ old: String, _ new: String) throws
  {
    let found = try findings(old, new)
    #expect(found.count == 1 && found[0].hasPrefix("the generated part \"codes-of-"))
  }

  @Test(
    arguments: [
      ("- Checked by: `field-twice`", "- Checked by: `id-twice`"),
      ("- Checked by: `field-twice`\n", ""),
    ]
  )
  func `A requirement that names other codes than those that cite it is found`(
    _ old: String,
    _ new: String
  ) throws {
    let found = try findings(old, new)
    #expect(
      found.count == 1 && found[0].hasPrefix("the list of what checks TRAIL-2 is out of date")
    )
  }

  @Test func `A code that cites no requirement is found`() throws {
    var text = SuiteText()
    text.specification = SuiteText.embeddedSpecification
    var faults: [SuiteFault] = []
    func found() -> [String] {
      let suite = Suite(reading: text, faults: &faults)
      let subject = LintSubject(text: text, suite: suite, isComplete: true)
      return FindingCodesAreExplained().findings(in: subject).map(\.message)
    }
    #expect(found() == [])
    let place = try #require(text.specification.firstIndex { $0.path.hasSuffix("/trails.md") })
    text.specification[place].text.replace("## TRAIL-2 ·", with: "## TRAIL-200 ·")
    #expect(found() == ["the code \"field-twice\" cites TRAIL-2, which is not there"])
  }

  @Test func `An error that cites what need not be so is found`() throws {
    var text = SuiteText()
    text.specification = SuiteText.embeddedSpecification
    let place = try #require(text.specification.firstIndex { $0.path.hasSuffix("/trails.md") })
    text.specification[place].text.replace("## TRAIL-2 · MUST", with: "## TRAIL-2 · SHOULD")
    text.specification[place].text
      .replace(
        "document MUST NOT have a field twice",
        with: "document SHOULD NOT have a field twice"
      )
    var faults: [SuiteFault] = []
    let suite = Suite(reading: text, faults: &faults)
    let subject = LintSubject(text: text, suite: suite, isComplete: true)
    #expect(
      FindingCodesAreExplained().findings(in: subject).map(\.message)
        == ["the code \"field-twice\" is an error and cites TRAIL-2, which is not a MUST"]
    )
  }
}
