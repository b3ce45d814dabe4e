import JSON
import Pages
import Testing
import Touchstone
import TrailCheck
import TrailReading

@testable import TouchstoneReports

/// What no check can tell and no trail can be asked is said in the same words everywhere.
struct TrailBlindSpotsTests {
  @Test func `Both tables of the Spec are there, row by row`() throws {
    let chapter = try #require(
      SuiteText.embeddedSpecification.first { $0.path == "Spec/trails.md" }?.text
    )
    #expect(TrailBlindSpots.tables.map(\.title) == ["What cannot be told", "What cannot be asked"])
    for table in TrailBlindSpots.tables {
      #expect(table.rows.count > 10 && table.introduction.hasSuffix(":"))
      for row in table.rows { #expect(chapter.contains("\n| \(row.what) | \(row.why) |\n")) }
    }
    let told = try #require(TrailBlindSpots.tables.first?.rows.first)
    #expect(
      told.what == "a value of an embedded object, in its holder or in a modification of its own"
    )
  }

  @Test func `Help, JSON, Markdown and the page have each row`() throws {
    var check = TrailCheck()
    try check.check(.bytes([], name: "t"))
    try check.finish()
    let report = TrailReport(check, of: ["t"])
    let markdown = MarkdownReport.text(of: report)
    for row in TrailBlindSpots.tables.flatMap(\.rows) {
      let line = "\(row.what): \(row.why)"
      #expect(TrailBlindSpots.help.contains("- \(line)"))
      #expect(report.jsonText.contains(JSON.string(row.why).text()))
    }
    #expect(markdown.contains("whether a person looked at what an event shows: a read says"))
    #expect(report.page.text.contains("<dt>whether a person looked at what an event shows</dt>"))
  }
}
