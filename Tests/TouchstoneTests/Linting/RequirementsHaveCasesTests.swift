import JSON
import Testing

@testable import Touchstone

struct RequirementsHaveCasesTests {
  private let third = LintSample.specification + "\n\n## READ-3 · MAY\n\nMore.\n\n- Source: S0\n"

  @Test func `A requirement without a case is found at its heading`() {
    #expect(
      LintSample.findings(specification: third) == [
        "Spec/reads.md:16:1: no case shows READ-3: write one, or say \"- Not observable: …\" with the reason"
      ]
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
