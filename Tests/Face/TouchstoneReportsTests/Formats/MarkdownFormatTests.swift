import Testing

@testable import Touchstone
@testable import TouchstoneReports

struct MarkdownFormatTests {
  private func text(_ report: ReportFile) -> String { ReportSample.text("markdown", of: report) }

  @Test func `A run without a failure is a table`() {
    let entries = ["reads/a/x", "reads/a/y", "scopes/b/z"].map { ReportSample.entry($0) }
    #expect(
      text(ReportSample.report(entries, classVerdict: .achieved(without: []))) == """
        ## fake 1.0 (Swift)

        **As expected** · class recording, edition 2023: achieved, in full\("  ")
        selected 3 = passed 3 + failed 0 + errored 0 + unsupported 0 + known 0

        | chapter | passed | selected |
        | --- | ---: | ---: |
        | reads | 2 | 2 |
        | scopes | 1 | 1 |
        | **all** | 3 | 3 |

        """
    )
  }

  @Test func `Failures are there to be unfolded`() {
    let text = text(ReportSample.everyVerdict)
    #expect(
      text.contains(
        "| chapter | passed | failed | errored | unsupported | known | unexpected passes | selected |"
      )
    )
    #expect(text.contains("| scopes |  |  |  | 1 | 1 | 1 | 3 |"))
    #expect(
      text.contains(
        """
        <details><summary>✗ <code>reads/plain/bad</code> events&#91;0&#93;.data: expected 1, found 2 (and 1 more)</summary>

        ```text
        ✗ reads/plain/bad  Golden/cases/reads/plain.json:12
          Something happens
        """
      )
    )
    #expect(
      text.contains(
        "<details><summary>Known failures (1)</summary>\n\n- scopes/far/known: ticket 12\n\n</details>"
      )
    )
    #expect(text.contains("- scopes/far/away: does not offer rotation"))
  }

  @Test func `Hostile texts are not markup`() {
    let text = text(ReportSample.everyText)
    var isFenced = false
    var outside: [Substring] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("````") { isFenced.toggle() } else if !isFenced { outside.append(line) }
    }
    #expect(!isFenced)
    let rest = outside.joined(separator: "\n")
    #expect(!rest.contains("<script"))
    #expect(!rest.contains("`"))
    #expect(!rest.contains("[x]"))
    #expect(rest.components("<details>") == rest.components("</details>"))
  }

  @Test func `A page of a build has an end`() {
    let entries = (0..<600).map { number in
      let message = "\(number) " + String(repeating: "y", count: 5000)
      return ReportSample.entry(
        "reads/a/\(number)",
        .failed,
        findings: [Finding(place: "x", message: message)]
      )
    }
    let text = text(ReportSample.report(entries))
    #expect(text.utf8.count < 1_000_000)
    #expect(text.contains("| **all** |  | 600 | 600 |"))
    #expect(text.contains("<details><summary>Not explained here ("))
    #expect(text.contains("\n- … and "))
  }
}

extension String {
  fileprivate func components(_ piece: String) -> Int { ranges(of: piece).count }

  @Test(arguments: [
    ("see http://a.example", "see http&#58;//a.example"), ("www.a.example", "www&#46;a.example"),
    ("WWW.a", "WWW&#46;a"), ("a: b/c", "a: b/c"), (".ww", ".ww"),
  ])
  func `An address is not a link`(text: String, escaped: String) {
    #expect(MarkdownText.escape(text) == escaped)
  }
}
