import Testing

@testable import TouchstoneBook

struct MarkdownTests {
  private func blocks(_ text: String) -> [MarkdownBlock] { MarkdownBlock.blocks(of: text) }
  private func spans(_ text: String) -> [MarkdownSpan] { MarkdownSpan.spans(of: text) }

  @Test func `The markers of a generated part are not shown, and what is between them is`() {
    let text = "A\n<!-- generated: list -->\n- b\n<!-- end -->\nC"
    #expect(
      blocks(text) == [.paragraph("A"), .list(isOrdered: false, items: ["b"]), .paragraph("C")]
    )
  }

  @Test func `Blocks are told apart`() {
    let text = """
      # Reads
      A paragraph
      of two lines.

      - one
        goes on
      - two

      1. first
      2. second

      | a | b |
      | --- | --- |
      | `x|y` | z \\| w |

      ```json
      ## no heading

      - no item
      ```
      """
    #expect(
      blocks(text) == [
        .heading(level: 1, text: "Reads"), .paragraph("A paragraph of two lines."),
        .list(isOrdered: false, items: ["one goes on", "two"]),
        .list(isOrdered: true, items: ["first", "second"]),
        .table(header: ["a", "b"], rows: [["`x|y`", "z | w"]]),
        .code("## no heading\n\n- no item"),
      ]
    )
  }

  @Test func `What looks like a block, but is none, is text`() {
    #expect(blocks("#Reads") == [.paragraph("#Reads")])
    #expect(blocks("in the edition\n2023. It") == [.paragraph("in the edition 2023. It")])
    #expect(blocks("-no item") == [.paragraph("-no item")])
    #expect(blocks("| a |\n| b |") == [.paragraph("| a | | b |")])
    #expect(blocks("> quoted") == [.paragraph("> quoted")])
    #expect(blocks("") == [])
  }

  @Test func `A fence that is not closed reaches to the end`() {
    #expect(blocks("```\na\n\nb") == [.code("a\n\nb")])
  }

  @Test func `A list that follows a list of the other kind is another one`() {
    #expect(
      blocks("- a\n1. b")
        == [.list(isOrdered: false, items: ["a"]), .list(isOrdered: true, items: ["b"])]
    )
  }

  @Test func `Spans are told apart`() {
    #expect(
      spans("a `b*c*` *d* **e** [f `g`](h.md#i)")
        == [
          .text("a "), .code("b*c*"), .text(" "), .emphasis("d"), .text(" "), .strong("e"),
          .text(" "), .link(label: "f `g`", target: "h.md#i"),
        ]
    )
    #expect(spans("``a`b``") == [.code("a`b")])
  }

  @Test func `Marks that are not closed, and underscores, are text`() {
    for text in [
      "a ` b", "a * b", "**a", "[a] (b)", "[a](b", "[a", "_id and _partition", "[[[", "](",
    ] {
      #expect(spans(text) == [.text(text)])
    }
  }

  @Test func `A backslash takes the meaning from a mark, and is itself elsewhere`() {
    #expect(spans("\\*a\\* \\n") == [.text("*a* \\n")])
  }

  @Test func `A heading has the anchor that its words make`() {
    let chapter = BookChapter(
      path: "Spec/a.md",
      text: "# A\n\n## The step `x_y`, twice!\n\n## The step `x_y`, twice!\n"
    )
    #expect(chapter.anchors == [0: "the-step-x_y-twice", 1: "the-step-x_y-twice--1"])
  }

  @Test func `A link to a file that is not a page is its text`() throws {
    let book = try Book.sample(
      chapter: """
        # Reads

        [one](reads.md#READ-1), [two](other.md), [three](https://example.org/), [four](README.md#nowhere), READ-1, READ-9.

        ## READ-1 · MUST

        Text.

        - Source: S0
        """
    )
    let page = try #require(book.page("reads.html"))
    #expect(
      page.markup.contains(
        """
        <a href="reads.html#READ-1">one</a>, two, <a href="https://example.org/">three</a>, \
        <a href="specification.html">four</a>, <a href="reads.html#READ-1">READ-1</a>, READ-9.
        """
      )
    )
  }
}
