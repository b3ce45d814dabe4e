import JSON
import Testing

@testable import Touchstone
@testable import TouchstoneLinting

struct ObservedHasEvidenceTests {
  /// The findings where the original passed these cases, and READ-1 has these bullets.
  private func findings(passed: JSON, _ bullets: String = "- Source: S3; observed") -> [String] {
    let core = LintSample.makeCase("in-core", title: "Core", requirements: ["READ-3"])
    let other = LintSample.makeCase("not-in-core", title: "Not core", editions: ["2023"])
    var text = LintSample.text(
      ["reads/plain": LintSample.group([LintSample.makeCase(), core, other])],
      specification: LintSample.specification.replacing(
        "- Source: S3\n\n## READ-2",
        with: bullets + "\n\n## READ-3 · MAY\n\nMore MAY follow.\n\n- Source: S3\n\n## READ-2"
      )
    )
    text.original = ("passed.json", Array(passed.text(.pretty).utf8))
    return SuiteLint(text).lines
  }

  private static let bare =
    "Spec/reads.md:3:1: READ-1 is \"observed\", and no case that the original passed names it: "
    + "name programs in \"- Observed: …\", or make the source \"decision\""

  @Test func `A case that the original passed is evidence`() {
    #expect(findings(passed: ["reads/plain/recorded"]) == [])
  }

  @Test(arguments: [[], ["reads/plain/in-core"]] as [JSON])
  func `A case that names another requirement is not`(passed: JSON) {
    #expect(findings(passed: passed) == [Self.bare])
  }

  @Test func `A case that does not apply to edition core is not, and has no place in the list`() {
    #expect(
      findings(passed: ["reads/plain/in-core", "reads/plain/not-in-core"]) == [
        Self.bare, "passed.json:3:3: edition core has no case \"reads/plain/not-in-core\"",
      ]
    )
  }

  @Test func `A program is evidence`() {
    let program =
      "- Source: observed\n- Observed: `observed/plain/8000000`,\n  `observed/extended/8500000`"
    #expect(findings(passed: [], program) == [])
  }

  @Test(arguments: ["observed/plain/8000000", "`plain/8000000`", "`observed/plain/8000000` `b`"])
  func `What is not the name of a program is found`(_ program: String) {
    let found = findings(passed: [], "- Source: observed\n- Observed: \(program)")
    #expect(found.count == 1)
    #expect(found.first?.contains("READ-1 is \"Observed\" in programs such as") == true)
  }

  @Test func `A source that is not observed needs no evidence`() {
    let bullets = "- Source: S3 \"The observed; observed\"\n- Decision: as observed"
    #expect(findings(passed: [], bullets) == [])
  }

  @Test func `A list that is not JSON is found`() {
    var text = LintSample.text()
    text.original = ("passed.json", Array("[\"a\" 1]".utf8))
    #expect(SuiteLint(text).lines.first?.hasPrefix("passed.json:1:6") == true)
  }
}
