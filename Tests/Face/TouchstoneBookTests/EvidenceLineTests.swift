import Testing

@testable import Touchstone
@testable import TouchstoneBook

/// The line below a requirement that says where the original library can be seen to do so.
struct EvidenceLineTests {
  private func page(_ bullets: String, passed: [String] = []) throws -> String {
    let chapter = "# Reads\n\n## READ-1 · MUST\n\nIt is recorded.\n\n\(bullets)\n"
    let book = try Book.sample(chapter: chapter, passedByOriginal: passed)
    return try #require(book.page("reads.html")).markup
  }

  private static let passed = ["reads/one/a-read"]

  @Test func `A case that the original passed is linked`() throws {
    let link = "<a href=\"reads.html#reads/one/a-read\">A person is read</a>"
    #expect(
      try page("- Source: S0; observed", passed: Self.passed)
        .contains("<p>Seen in the original: \(link)</p>")
    )
  }

  @Test func `A program is named, and is not a fact as well`() throws {
    let page = try page("- Source: observed\n- Observed: `observed/plain/1`, `observed/plain/2`")
    #expect(page.contains("<p>Seen in the original: observed/plain/1; observed/plain/2</p>"))
    #expect(!page.contains("<dt>Observed</dt>"))
  }

  @Test func `What is not observed, or not passed, has no such line`() throws {
    #expect(try !page("- Source: S0", passed: Self.passed).contains("Seen in"))
    #expect(try !page("- Source: observed", passed: ["reads/one/other"]).contains("Seen in"))
  }

  @Test func `Every observed requirement of the suite has one, with three links at the most`()
    throws
  {
    let observed = try Suite.embedded().requirements.values.filter(\.isObserved)
    let lines = try Book.whole.get().pages.flatMap { page in
      page.markup.matches(of: #/<p>Seen in the original: (.*?)<\/p>/#).map(\.output.1)
    }
    #expect(lines.count == observed.count && !lines.isEmpty)
    for line in lines { #expect((1...3).contains(line.matches(of: #/<a href="[^"]+">/#).count)) }
    #expect(lines.contains { $0.contains("<a href=\"observed.html\">observed/") })
  }
}
