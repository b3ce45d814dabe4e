import Digests
import JSON
import Pages
import Testing

@testable import Touchstone
@testable import TouchstoneExplaining
@testable import TouchstoneReports

struct RunPageTests {
  private func page(_ reports: ReportFile...) -> String { RunPage(reports: reports).page.text }

  /// What stands between the first occurrence of a text and the next one of another.
  private func part(of page: String, from start: String, to end: String) throws -> String {
    let tail = try #require(page.firstRange(of: start)).upperBound
    let head = try #require(page[tail...].firstRange(of: end)).lowerBound
    return String(page[tail..<head])
  }

  private func data(of page: String) throws -> JSON {
    try JSON(
      parsing: part(
        of: page,
        from: "<script type=\"application/json\" id=\"data\">",
        to: "</script>"
      )
    )
  }

  @Test func `The head says how the run ended`() throws {
    let page = page(ReportSample.everyVerdict)
    #expect(page.contains("<h1>fake 1.0 (Swift)</h1>"))
    #expect(page.contains("<p class=\"outcome bad\">Not as expected</p>"))
    #expect(
      page.contains(
        "<p class=\"class\">class recording, edition 2023: not achieved (4 must cases have not passed)</p>"
      )
    )
    #expect(
      page.contains(
        "<li class=\"v-failed\"><span class=\"sign\" aria-hidden=\"true\">✗</span> <b>1</b> failed</li>"
      )
    )
    #expect(page.contains("<th scope=\"row\" data-chapter=\"reads\">reads</th>"))
    #expect(page.contains("<b>1</b>/3"))
  }

  @Test func `A run as expected says so`() {
    let page = page(
      ReportSample.report([ReportSample.entry()], classVerdict: .achieved(without: []))
    )
    #expect(page.contains("<p class=\"outcome good\">As expected</p>"))
    #expect(page.contains("edition 2023: achieved, in full</p>"))
    #expect(!page.contains("Not as expected</p>"))
  }

  @Test func `The data holds every case with all that explains it`() throws {
    let data = try data(of: page(ReportSample.everyVerdict))
    #expect(data["runs"] == ["fake 1.0 (Swift)"])
    #expect(data["requirements"]?["READ-1"] == ["must", "A read is recorded."])
    #expect(data["cases"]?.array?.count == 6)
    let bad = data["cases"]?[1]
    #expect(bad?["name"] == "reads/plain/bad")
    #expect(bad?["title"] == "Something happens")
    #expect(bad?["place"] == "Golden/cases/reads/plain.json:12")
    #expect(bad?["steps"] == ["realm.objects(Person)"])
    #expect(bad?["expected"] == ["no event"])
    let verdict = bad?["verdicts"]?[0]
    #expect(verdict?["verdict"] == "failed")
    #expect(verdict?["findings"]?[0] == ["events[0].data", "expected 1, found 2"])
    #expect(verdict?["rows"] == [["expected": "data: 1", "actual": "data: 2"]])
  }

  @Test func `What fails for one reason has one cause, in all runs`() throws {
    func failed(_ name: String, _ place: String, _ message: String = "expected 1, found 2")
      -> ReportEntry
    {
      ReportSample.entry(name, .failed, findings: [Finding(place: place, message: message)])
    }
    let one = ReportSample.report([
      ReportSample.entry("a/a/passes"), failed("a/a/first", "events[0].data"),
      failed("a/a/other", "events[0].data", "expected 1, found 3"),
    ])
    let two = ReportSample.report([failed("a/a/passes", "events[7].data")], name: "second")
    let data = try data(of: page(one, two))
    #expect(
      data["causes"] == [
        "events[0].data: expected 1, found 2", "events[0].data: expected 1, found 3",
      ]
    )
    let causes = data["cases"]?.array?.map { $0["verdicts"]?.array?.map { $0["cause"] } }
    #expect(causes == [[nil, 0], [0, nil], [1, nil]])
  }

  @Test func `Integers of 64 bits reach the page as they are`() throws {
    var entry = ReportSample.entry()
    entry.actual = ["steps": [["ok": 9_007_199_254_740_993]], "events": []]
    let answer = try data(of: page(ReportSample.report([entry])))["cases"]?[0]?["verdicts"]?[0]?[
      "answer"
    ]
    #expect(answer?.string?.contains("9007199254740993") == true)
  }

  @Test func `Several runs stand side by side`() throws {
    let other = ReportSample.report(
      [
        ReportSample.entry("reads/plain/bad"),
        ReportSample.entry("reads/plain/new", .errored, reason: "x"),
      ],
      name: "other"
    )
    let page = page(ReportSample.everyVerdict, other)
    #expect(page.contains("<h1>2 runs side by side</h1>"))
    #expect(page.contains("<h2>other 1.0 (Swift)</h2>"))
    let cases = try #require(try data(of: page)["cases"]?.array)
    #expect(cases.count == 7)
    let verdicts = cases.map { ($0["verdicts"]?.array ?? []).map { $0["verdict"]?.string } }
    #expect(verdicts[0] == ["passed", nil])
    #expect(verdicts[1] == ["failed", "passed"])
    #expect(verdicts[6] == [nil, "errored"])
  }

  @Test func `Hostile texts are texts`() throws {
    let page = page(ReportSample.everyText)
    // The two scripts of the page itself, and no element that a text brought along.
    #expect(page.ranges(of: "<script").count == 2)
    #expect(page.ranges(of: "</script").count == 2)
    #expect(!page.contains("<script>alert"))
    let markup = try markup(of: page)
    #expect(!markup.unicodeScalars.contains("\u{202E}"))
    #expect(markup.contains("&lt;script&gt;alert(1)&lt;/script&gt;"))
    #expect(try data(of: page)["cases"]?[0]?["title"] == .string(ReportSample.hostile))
  }

  /// The page without its data.
  private func markup(of page: String) throws -> String {
    let data = try part(
      of: page,
      from: "<script type=\"application/json\" id=\"data\">",
      to: "</script>"
    )
    return page.replacing(data, with: "")
  }

  @Test func `Braces of a template in a text stay braces`() {
    let report = ReportSample.report(
      [ReportSample.entry()],
      name: "{{policy}} {{{data}}} {{#runs}}"
    )
    #expect(page(report).contains("<h1>{{policy}} {{{data}}} {{#runs}} 1.0 (Swift)</h1>"))
  }

  @Test func `The page allows its own style and script and needs no network`() throws {
    let page = page(ReportSample.everyVerdict)
    let style = try part(of: page, from: "<style>", to: "</style>")
    let script = try part(of: page, from: "</script>\n<script>", to: "</script>")
    let policy = try part(of: page, from: "Content-Security-Policy\" content=\"", to: "\"")
    #expect(policy.contains("style-src &#39;sha256-\(SHA256.base64(style))&#39;;"))
    #expect(policy.contains("script-src &#39;sha256-\(SHA256.base64(script))&#39;;"))
    #expect(policy.hasPrefix("default-src &#39;none&#39;;"))
    let markup = try markup(of: page)
    for word in ["http://", "https://", "url(", "@import", " style=\"", " onclick"] {
      #expect(!markup.contains(word), "\(word)")
    }
    for word in ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("] {
      #expect(!Asset.text("run.js").contains(word), "\(word)")
    }
  }

  @Test func `What is wrong with the run as a whole stands in its head`() {
    let page = page(ReportSample.spoilt)
    #expect(page.contains("Not as expected</p>"))
    #expect(
      page.contains("Not all was run, because the run was interrupted: selected 3 = passed 1")
    )
    #expect(page.contains("<p class=\"stale\">Outside of any case: it answered twice</p>"))
    #expect(page.contains("<p class=\"stale\">Known failure that does not hold: a\\nb</p>"))
  }

  @Test func `The log of a case that went wrong is kept with it`() throws {
    var entry = ReportSample.entry("reads/plain/broken", .errored, reason: "it ended")
    entry.log = "line 1\n<script>alert(1)</script>"
    let page = page(ReportSample.report([entry]))
    #expect(
      try data(of: page)["cases"]?[0]?["verdicts"]?[0]?["log"]
        == "line 1\n<script>alert(1)</script>"
    )
    #expect(Asset.text("run.js").contains("block(verdict.log)"))
  }

  @Test func `A report without a case is a page`() throws {
    let page = page(ReportSample.report([]))
    #expect(try data(of: page)["cases"] == [])
    #expect(page.contains("<p class=\"outcome good\">"))
  }
}
