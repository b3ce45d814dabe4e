import Testing

@testable import Touchstone

struct ChapterTests {
  private func chapter(_ text: String) -> Chapter { Chapter(path: "Spec/scopes.md", text: text) }

  @Test func `A requirement has its id, level, text, source and place`() throws {
    let chapter = chapter(
      """
      # Scopes

      An introduction.

      ## SCOPE-1 · MUST

      A scope is active
      until it ends.

      - Source: S0 "Scopes";
        observed
      - Decision: none

      ## SCOPE-2 · SHOULD

      It says so.

      - Source: S1
      - Not observable: nothing shows it
      """
    )
    #expect(chapter.faults == [])
    let first = try #require(chapter.requirements.first)
    #expect(first.id == "SCOPE-1")
    #expect(first.level == .must)
    #expect(first.text == "A scope is active until it ends.")
    #expect(first.source == "S0 \"Scopes\"; observed")
    #expect(first.notObservable == nil)
    #expect(first.location == TextLocation(file: "Spec/scopes.md", line: 5))
    #expect(chapter.requirements.last?.level == .should)
    #expect(chapter.requirements.last?.notObservable == "nothing shows it")
  }

  @Test func `Prose and what stands in fences are not requirements`() {
    let chapter = chapter("# A\n\n## Steps\n\ntext\n\n```\n## SCOPE-1 · MUST\n```\n")
    #expect(chapter.requirements.isEmpty)
    #expect(chapter.faults.isEmpty)
  }

  @Test func `A fence ends with as many backticks as it began with`() {
    let example = "## Steps\n\n````\n```\n## SCOPE-1 · MUST\n```\n## SCOPE-2 · MUST\n````\n"
    let chapter = chapter(example + "\n## SCOPE-3 · MUST\n\nText.\n\n- Source: S0\n")
    #expect(chapter.requirements.map(\.id) == ["SCOPE-3"])
    #expect(chapter.faults.isEmpty)
  }

  @Test(arguments: [
    "## SCOPE-1 MUST", "## SCOPE-1 - MUST", "## scope-1 · MUST", "## SCOPE-1 · must",
    "## SCOPE-01 · MUST",
    "## SCOPE · MUST", "## SCOPE-1 · MUST ",
  ])
  func `A slip in the heading of a requirement is found`(heading: String) {
    let chapter = chapter("# A\n\n\(heading)\n\nText.\n\n- Source: S0\n")
    #expect(chapter.requirements.isEmpty)
    #expect(chapter.faults.map { $0.location?.line } == [3])
  }

  @Test(arguments: [
    ("\n- Source: S0\n", 1, "has no text"), ("\nText.\n", 1, "lacks the bullet"),
    ("\nText.\n\n- Source: S0\n- Sources: S1\n", 6, "begins with Source"),
    ("\nText.\n\n- Source: S0\n- Source: S1\n", 6, "is there twice"),
  ])
  func `What a requirement lacks or has too much is a fault`(
    body: String,
    line: Int,
    message: String
  ) {
    let faults = chapter("## SCOPE-1 · MUST\n" + body).faults
    #expect(faults.map { $0.location?.line } == [line])
    #expect(faults.first?.message.contains(message) == true)
  }

  @Test func `An id that is taken is refused with the place of the first`() {
    let text = "## SCOPE-1 · MUST\n\nText.\n\n- Source: S0\n"
    let specification = Specification(files: [("Spec/a.md", text), ("Spec/b.md", "# B\n\n" + text)])
    #expect(specification.requirements.count == 1)
    #expect(
      specification.faults.map(\.description) == [
        "Spec/b.md:3:1: SCOPE-1 is taken: it stands at Spec/a.md:1:1"
      ]
    )
  }
}
