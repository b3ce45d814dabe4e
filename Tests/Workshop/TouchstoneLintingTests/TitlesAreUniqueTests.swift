import Testing

struct TitlesAreUniqueTests {
  @Test func `A title that stands twice in a group is found at the second`() {
    let found = LintSample.findings(cases: [LintSample.makeCase("one"), LintSample.makeCase("two")])
    #expect(
      found == [
        "cases/reads/plain.json:37:5: the title of \"reads/plain/two\" is that of \"reads/plain/one\": say what differs"
      ]
    )
  }

  @Test func `Titles that differ in one letter, or stand in two groups, are fine`() {
    let near = [
      LintSample.makeCase("one"), LintSample.makeCase("two", title: "A Login is recorded"),
    ]
    #expect(LintSample.findings(cases: near) == [])
    let groups = [
      "reads/one": LintSample.group([LintSample.makeCase()]),
      "reads/two": LintSample.group([LintSample.makeCase()]),
    ]
    #expect(LintSample.findings(groups) == [])
  }
}
