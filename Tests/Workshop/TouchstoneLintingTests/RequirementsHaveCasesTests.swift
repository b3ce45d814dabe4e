import JSON
import Testing

struct RequirementsHaveCasesTests {
  private let third =
    LintSample.specification + "\n\n## READ-3 · MAY\n\nMore MAY follow.\n\n- Source: S0\n"

  @Test func `A requirement without a case is found at its heading`() {
    #expect(
      LintSample.findings(specification: third) == [
        "Spec/reads.md:16:1: no case shows READ-3: write one, or say \"- Not observable: …\" with the reason"
      ]
    )
  }

  @Test func `A requirement that codes check needs no case`() {
    let checked = third + "- Checked by: `id-twice`\n"
    #expect(LintSample.findings(specification: checked) == [])
  }

  @Test func `A requirement that is checked by no code is found`() {
    let found = LintSample.findings(specification: third + "- Checked by: someone\n")
    #expect(
      found.contains(
        "Spec/reads.md:16:1: READ-3 is \"Checked by\" no code: they stand in backticks"
      )
    )
  }

  @Test func `A requirement beside others in one case is shown`() {
    let shown = LintSample.group([LintSample.makeCase(requirements: ["READ-1", "READ-3"])])
    #expect(LintSample.findings(["reads/plain": shown], specification: third) == [])
  }

  @Test func `A case that shows what cannot be shown is found`() {
    let found = LintSample.findings(cases: [
      LintSample.makeCase(requirements: ["READ-1", "READ-2"])
    ])
    #expect(
      found == [
        "Spec/reads.md:9:1: READ-2 is \"Not observable\", and the case \"reads/plain/recorded\" names it"
      ]
    )
  }
}
