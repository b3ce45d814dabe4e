import Foundation
import Testing

@testable import TouchstoneBook
@testable import Pages

struct HostileTextTests {
  private static let attack =
    "\"'><script>alert(1)</script><img src=x onerror=alert(1)>&amp;\u{202E}"

  @Test func `Markup in a text shows as text, wherever it stands`() throws {
    let attack = Self.attack
    let book = try Book.sample(
      chapter: """
        # Reads \(attack)

        \(attack) and `\(attack)` and **\(attack)** and [\(attack)](javascript:alert) and [a](reads.md#\(attack)).

        - \(attack)

        | \(attack) | b |
        | --- | --- |
        | \(attack) | `\(attack)` |

        ```
        \(attack)
        ```

        ## READ-1 · MUST

        It is \(attack).

        - Source: S0 \(attack)
        """,
      title: attack,
      notes: attack,
      activity: attack
    )
    for page in book.pages {
      #expect(!page.markup.contains("<script>"), "\(page.name)")
      #expect(!page.markup.contains("<img"), "\(page.name)")
      #expect(!page.markup.contains("javascript:"), "\(page.name)")
      #expect(!page.markup.unicodeScalars.contains("\u{202E}"), "\(page.name)")
    }
    let chapter = try #require(book.page("reads.html")).markup
    #expect(chapter.contains("&lt;script&gt;alert(1)&lt;/script&gt;"))
    #expect(chapter.contains("&amp;amp;\\u{202e}"))
  }

  @Test func `The search index holds no tag`() throws {
    let book = try Book.sample(title: Self.attack)
    let script = try #require(book.files.first { $0.name == BookPages.search }).text
    #expect(!script.contains("<"))
    #expect(script.contains("\\u003cscript>"))
  }

  @Test func `No page has an inline handler, script or style`() throws {
    for page in try Book.whole.get().pages {
      #expect(page.values(of: "style").isEmpty)
      #expect(page.markup.components(separatedBy: "<script").count == 2, "\(page.name)")
      #expect(!page.markup.contains("<style"))
      #expect(page.markup.firstMatch(of: #/<[^>]* on[a-z]+=/#) == nil)
      #expect(page.markup.contains("http-equiv=\"Content-Security-Policy\""))
    }
  }

  @Test func `What is interpolated is escaped, unless it is markup`() {
    let part: HTML = "<b>\("<i>")</b>"
    let html: HTML = "<p title=\"\("a\"b")\">\(part)\("\u{1B}[1m")\n\(3)</p>"
    #expect(html.markup == "<p title=\"a&quot;b\"><b>&lt;i&gt;</b>\\u{1b}[1m\n3</p>")
  }
}
