import Testing
import Trail

@testable import Touchstone
@testable import TouchstoneLinting
@testable import TouchstoneCommand

struct FindingCodesAreExplainedTests {
  private func findings(_ change: (String) -> String) throws -> [String] {
    var text = SuiteText()
    text.specification = SuiteText.embeddedSpecification
    let place = try #require(text.specification.firstIndex { $0.path.hasSuffix("/trails.md") })
    text.specification[place].text = change(text.specification[place].text)
    // No cases are needed for that, and reading them takes long.
    var faults: [SuiteFault] = []
    let suite = Suite(reading: text, faults: &faults)
    let subject = LintSubject(text: text, suite: suite, isComplete: faults.isEmpty)
    return FindingCodesAreExplained().findings(in: subject).map(\.message)
  }

  @Test func `The chapter explains every code`() throws {
    #expect(try findings { $0 } == [])
  }

  @Test func `A code without a row is found`() throws {
    let found = try findings { $0.replacing("| `id-twice` |", with: "| id-twice |") }
    #expect(found == ["no row explains the code \"id-twice\""])
  }

  @Test func `A row of another level is found`() throws {
    let found = try findings {
      $0.replacing("| `new-key` | warning |", with: "| `new-key` | error |")
    }
    #expect(found == ["the code \"new-key\" is of level warning and cites TRAIL-7"])
  }

  @Test func `A row of no code is found`() throws {
    let found = try findings {
      $0.replacing("| `id-twice` |", with: "| `id-thrice` | error | META-1 | |\n| `id-twice` |")
    }
    #expect(found == ["there is no code \"id-thrice\""])
  }

  @Test func `A requirement that names the wrong code is found`() throws {
    let found = try findings {
      $0.replacing("- Checked by: `field-twice`", with: "- Checked by: `id-twice`")
    }
    #expect(
      Set(found) == [
        "TRAIL-2 is checked by \"id-twice\", which cites META-1",
        "TRAIL-2 does not say that it is checked by \"field-twice\"",
      ]
    )
  }
}
