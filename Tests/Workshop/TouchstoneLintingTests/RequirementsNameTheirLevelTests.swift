import Testing

struct RequirementsNameTheirLevelTests {
  private func findings(_ sentence: String) -> [String] {
    LintSample.findings(
      specification: LintSample.specification.replacing("A read MUST be recorded.", with: sentence)
    )
  }

  @Test(arguments: ["A read MUST be recorded.", "A read MUST NOT be lost. It MAY be late."])
  func `A sentence that has the keyword has no finding`(sentence: String) {
    #expect(findings(sentence) == [])
  }

  @Test(arguments: [
    "A read is recorded.", "A read must be recorded.", "A read SHOULD be recorded.",
    "A read is recorded.\n\nIt MUST be.", "MUSTARD is recorded.",
  ])
  func `A sentence without the keyword of its level is found`(sentence: String) {
    #expect(
      findings(sentence) == [
        "Spec/reads.md:3:1: READ-1 is a MUST, and its first paragraph does not have that word"
      ]
    )
  }
}
