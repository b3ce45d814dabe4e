@testable import Touchstone
import Formats
import Digests
import Foundation
import JSON
import Pages
import Testing
import TrailCheck
import TrailReading

@testable import TouchstoneExplaining
@testable import TouchstoneReports

#if canImport(FoundationXML)
import FoundationXML
#endif

struct TrailReportTests {
  private static let hostile = "</script><b onclick=x>\u{1B}[31m]]>&\u{202E} | `x` \n# y"

  /// The outcome of checking documents without fields that have hostile names.
  private func report(_ lines: [String], name: String = "trail.ndjson") throws -> TrailReport {
    var options = TrailOptions()
    options.stage = .types
    var check = TrailCheck(options)
    try check.check(.bytes(Array(lines.joined(separator: "\n").utf8), name: name))
    try check.finish()
    return TrailReport(check, of: [name])
  }

  private var faulty: [String] {
    [JSON.object([Self.hostile: 1, "_partition": .string(Self.hostile)]).text(), "nothing", "{}"]
  }

  private func text(_ format: String, _ report: TrailReport) throws -> String {
    try #require(ReportFormat<TrailReport>.named(format)).text(report)
  }

  @Test func `The summary counts each code and shows examples`() throws {
    let text = (try report(["{}", "[]", "{}"], name: "a")).text()
    let first = """
      error activity-missing (2×, META-3): a document has no activity
        What follows: The event does not say why data was accessed.
        What may explain it: \
      A check for the wrong edition (--edition), an export without the field, or a recorder that does not write it.
        The specification, META-3: \
      `activity` MUST be a string and present in every event: \
      the activity of the scope, or the one given with a custom event.
        2× the document has no activity:
          a:1, a:3

      """
    #expect(text.hasPrefix(first), "\(text.prefix(700))")
    let last = """
      Devices: 0 partitions
      Users: no field that names them (--user-field tells which does)
      Not looked at: the level history
      Not looked at: whether values have the types of a schema (--schema); they were compared with each other
      Not looked at: the data of 2 custom events
      Not looked at: what is damaged or beyond a limit: line-no-object (1)
      Not looked at: whether events are missing, which a trail cannot show
      Read: a, 8 bytes, 2 documents
        SHA-256 not computed (it is with --report or --manifest)

      2 documents: 9 errors, 0 warnings, 0 notes
      The trail is not, or no longer, what a conforming recorder writes: \
      each error has to be explained before the trail is relied on.
      edition 2023, levels up to types

      """
    #expect(text.hasSuffix(last), "\(text.suffix(900))")
    #expect(text.contains("\n  a:2: an array stands where a document should\n"))
  }

  /// Of any other trail the same is a warning, as its requirement is a SHOULD.
  @Test(arguments: [false, true])
  func `The report says why a SHOULD is an error in a complete trail`(isComplete: Bool) throws {
    func line(_ number: Int, _ data: String, _ event: String) -> String {
      let document: JSON = [
        "_id": ["$oid": .string("62b47ebc76cee8561a05160\(number)")],
        "_partition": "events-62b396f4ebe94d2b871889ba", "activity": "work",
        "event": .string(event), "data": .string(data),
        "timestamp": ["$date": .string("2022-06-23T14:54:3\(number)Z")],
      ]
      return document.text()
    }
    let lines = [
      line(1, #"{"P":{"insertions":[{"_id":1,"n":1}]}}"#, "write"),
      line(2, #"{"type":"P","value":[{"_id":1,"n":2}]}"#, "read"),
    ]
    var options = TrailOptions()
    options.isComplete = isComplete
    var check = TrailCheck(options)
    try check.check(.bytes(Array(lines.joined(separator: "\n").utf8), name: "t"))
    try check.finish()
    let text = TrailReport(check, of: ["t"]).text()
    #expect(text.contains("read-contradicts"))
    #expect(text.contains("Why it is an error: With --complete") == isComplete)
  }

  @Test func `A trail is not blamed for a database that differs, unless something else is wrong`()
    throws
  {
    let clean = #"""
      {"_id":{"$oid":"62b396f4ebe94d2b871889ba"},"_partition":"e-62b396f4ebe94d2b871889ba","activity":"a",\#
      "event":"note","timestamp":{"$date":"2022-06-23T14:54:37Z"}}
      """#
    for (line, start) in [
      (
        clean,
        "Nothing in the trail itself is wrong for certain, but it does not account for the database"
      ),
      ("{}", "The trail is not, or no longer, what a conforming recorder writes"),
    ] {
      var report = try report([line])
      let place = TrailPosition(file: "clinic.sqlite", document: 1)
      report.findings.add(.stateDiffers, level: .error, at: place, id: nil, "it differs")
      #expect(report.conclusion.hasPrefix(start), "\(report.conclusion)")
      #expect(!report.isPassed)
    }
  }

  @Test func `A database has bytes, and no documents of the trail`() throws {
    var report = try report(["{}"], name: "clinic")
    report.balance = StateBalance(name: "clinic.sqlite", instant: nil)
    for name in ["clinic.sqlite", "clinic.sqlite.ndjson"] {
      report.provenance.inputs.append(
        TrailProvenance.Input(name: name, bytes: 5, sha256: nil, documents: 0)
      )
    }
    let text = report.text()
    #expect(text.contains("clinic, 2 bytes, 1 document\n"))
    #expect(text.contains("clinic.sqlite, 5 bytes\n"))
    #expect(text.contains("clinic.sqlite.ndjson, 5 bytes, 0 documents\n"))
  }

  @Test func `Without a schema, complete is said of what could be followed alone`() throws {
    func text(_ schema: TrailProvenance.SchemaFile?) throws -> String {
      var options = TrailOptions()
      (options.isComplete, options.schemaFile) = (true, schema)
      var check = TrailCheck(options)
      try check.check(.bytes(Array("{}".utf8), name: "t"))
      try check.finish()
      return TrailReport(check, of: ["t"]).text()
    }
    let without = try text(nil)
    #expect(without.hasSuffix("taken as complete of objects whose primary key is _id\n"))
    let left = "Not looked at: the histories of objects whose primary key is not _id"
    #expect(without.contains(left))
    let with = try text(.init(name: "s.json", sha256: "0"))
    #expect(with.hasSuffix("taken as complete\n") && !with.contains(left))
  }

  @Test func `Complete is not said of classes whose keys are not known, which every report lists`()
    throws
  {
    var options = TrailOptions()
    options.isComplete = true
    var check = TrailCheck(options)
    let data = #"{\"Patient\":{\"insertions\":[{\"id\":7}]}}"#
    try check.check(.bytes(Array(#"{"event":"write","data":"\#(data)"}"#.utf8), name: "t"))
    try check.finish()
    let report = TrailReport(check, of: ["t"])
    let text = report.text()
    #expect(text.hasSuffix("primary key is _id, not of 1 class without such a key\n"))
    #expect(text.contains("--primary-key or --schema names it): class-unfollowed (1)\n"))
    for format in TrailReport.formats {
      let text = format.text(report)
      #expect(text.contains("class-unfollowed"), "\(format.name)")
      #expect(text.contains("--primary-key Patient=id"), "\(format.name)")
    }
  }

  @Test func `On a terminal of 80 columns every line has its room`() throws {
    let style = ConsoleStyle(width: 80, isTerminal: true)
    let lines = try report(faulty, name: String(repeating: "folder/", count: 30)).text(style: style)
      .split(separator: "\n")
    #expect(lines.filter { $0.count > 80 } == [])
    #expect(lines.count > 40)
  }

  @Test func `Every code has a text about it`() {
    for code in FindingCode.allCases {
      let texts = [code.entry.consequence, code.entry.explanation]
      for sentence in texts + [code.entry.meaning] + [code.entry.reason].compactMap(\.self) {
        #expect(!sentence.contains(#/\bis no\b/#), "\(code.rawValue)")
      }
      for sentence in texts {
        #expect(sentence.hasSuffix(".") && sentence.first?.isUppercase == true, "\(code.rawValue)")
      }
    }
  }

  @Test func `What is equal is said once, and what differs on its own`() throws {
    let lines = Array(repeating: "{}", count: 30) + ["[]", "7", "[]"]
    var options = TrailOptions()
    options.stage = .document
    options.examplesPerCode = 40
    var check = TrailCheck(options)
    try check.check(.bytes(Array(lines.joined(separator: "\n").utf8), name: "t"))
    try check.finish()
    let report = TrailReport(check, of: ["t"])
    let missing = try #require(report.kinds.first { $0.code == .idMissing })
    #expect(missing.groups.map(\.documents.count) == [30])
    #expect(missing.groups[0].places.hasSuffix("t:20 and 10 more"))
    let others = try #require(report.kinds.first { $0.code == .lineNoObject })
    #expect(others.groups.map(\.documents) == [["t:31", "t:33"], ["t:32"]])
    for format in ["html", "markdown", "junit"] {
      let text = try text(format, report)
      #expect(text.components(separatedBy: "the document has no activity").count == 2, "\(format)")
    }
  }

  @Test func `The page of many findings shows some, and has all of them`() throws {
    let lines = (0..<3000).map { #"{"_id":"\#($0)"}"# }
    var options = TrailOptions()
    options.stage = .document
    options.examplesPerCode = 10_000
    var check = TrailCheck(options)
    try check.check(.bytes(Array(lines.joined(separator: "\n").utf8), name: "t"))
    try check.finish()
    let report = TrailReport(check, of: ["t"])
    #expect(report.kinds.first { $0.code == .idType }?.groups.count == 1)
    let list = LongList(entries: (0..<1200).map { "<li>\($0)</li>" }, shown: 20)
      .html(open: "<ul>", close: "</ul>").markup
    #expect(list.contains("<li>19</li></ul>") && list.contains("<span>1180</span>"))
    #expect(list.components(separatedBy: "<script type=\"text/plain\"").count == 4)
    #expect(list.contains("data-count=\"180\""))
    let short = LongList(entries: ["<li>1</li>"], shown: 1).html(open: "<ul>", close: "</ul>")
    #expect(short.markup == "<ul><li>1</li></ul>")
  }

  @Test func `Nothing steers a terminal`() throws {
    let text = (try report(faulty, name: Self.hostile)).text()
    #expect(!text.contains("\u{1B}"))
    #expect(!text.contains("\u{202E}"))
  }

  @Test func `The JSON report has every count and example`() throws {
    let json = try JSON(parsing: text("json", report(faulty)))
    let codes = try #require(json["findings"]?.array)
    #expect(codes.contains { $0["code"] == "metadata-type" && $0["count"] == 1 })
    #expect(json["summary"]?["documents"] == 2)
    let sum = codes.reduce(0) { $0 + ($1["count"]?.int ?? 0) }
    #expect(json["summary"]?["errors"]?.int == sum)
    let damaged = try #require(codes.first { $0["code"] == "line-damaged" })
    #expect(damaged["examples"]?[0]?["line"] == 2)
    #expect(damaged["examples"]?[0]?["_id"] == .null)
  }

  @Test func `The JUnit report is XML with a test a code`() throws {
    let text = try text("junit", report(faulty, name: Self.hostile))
    let parser = XMLParser(data: Data(text.utf8))
    #expect(parser.parse())
    let tests = FindingCode.allCases.filter { $0.stage <= .types }.count
    #expect(text.contains("tests=\"\(tests)\""))
    #expect(text.components(separatedBy: "<testcase").count == tests + 1)
    #expect(text.contains("name=\"line-damaged\""))
  }

  @Test func `The page shows hostile texts as text`() throws {
    let text = try text("html", report(faulty, name: Self.hostile))
    #expect(!text.contains("<b "))
    #expect(text.components(separatedBy: "</script>").count == 2)
    #expect(!text.contains("\u{1B}"))
    // The style is the one that the policy allows.
    let style = try #require(text.firstMatch(of: #/<style>((?s).*?)</style>/#)?.output.1)
    #expect(text.contains("sha256-\(SHA256.base64(String(style)))"))
  }

  @Test func `The Markdown shows hostile texts as text`() throws {
    let text = try text("markdown", report(faulty, name: Self.hostile))
    #expect(!text.contains("<b "))
    #expect(!text.contains("\n# y"))
    let meaning = "a document is not JSON, or not BSON in a dump"
    #expect(text.contains("| error | line-damaged | 1 | TRAIL-1 | \(meaning) |"))
  }

  @Test func `The SARIF report has a rule for each result and places that are references`() throws {
    let json = try JSON(parsing: text("sarif", report(faulty, name: "a b%é/#?.ndjson")))
    #expect(json["version"] == "2.1.0")
    let run = try #require(json["runs"]?[0])
    let rules = try #require(run["tool"]?["driver"]?["rules"]?.array)
    #expect(rules.count == FindingCode.allCases.count)
    #expect(Set(rules.compactMap { $0["id"]?.string }).count == rules.count)
    let results = try #require(run["results"]?.array)
    #expect(results.count > 5)
    for result in results {
      let index = try #require(result["ruleIndex"]?.int)
      #expect(rules[Int(index)]["id"] == result["ruleId"])
      #expect(["error", "warning", "note"].contains(result["level"]))
      let place = result["locations"]?[0]?["physicalLocation"]
      #expect(place?["artifactLocation"]?["uri"] == "a%20b%25%C3%A9/%23%3F.ndjson")
      #expect((place?["region"]?["startLine"]?.int ?? 0) >= 1)
      #expect(result["message"]?["text"]?.string?.isEmpty == false)
    }
  }

  @Test func `A SARIF message of a hostile trail has neither links nor placeholders`() throws {
    let event = JSON.object([
      "_id": ["$oid": "000000000000000000000001"],
      "_partition": "events-000000000000000000000001", "activity": "a", "event": "write",
      "timestamp": ["$date": "2022-06-23T14:54:37.756Z"],
      "data": #"{"[x](http://a.example/){0}":{"insertions":5}}"#,
    ])
    let json = try JSON(parsing: text("sarif", report([event.text()], name: "t")))
    let results = try #require(json["runs"]?[0]?["results"]?.array)
    let messages = results.compactMap { $0["message"]?["text"]?.string }
    #expect(messages.contains { $0.contains(#"\[x\](http://a.example/){{0}}"#) }, "\(messages)")
    #expect(!messages.contains { $0.contains("[x](") || $0.contains(#/[^{]\{0\}/#) })
  }

  @Test func `Events that disagree are related places`() throws {
    func read(_ number: Int, _ value: String) -> String {
      let id = String(repeating: "0", count: 23) + String(number)
      return JSON.object([
        "_id": ["$oid": .string(id)], "_partition": .string("events-" + id), "activity": "a",
        "event": "read", "timestamp": ["$date": "2022-06-23T14:54:37.756Z"],
        "data": .string(#"{"type":"A","value":[{"a":\#(value)}]}"#),
      ]).text()
    }
    let report = try report([read(1, "1"), read(2, "true")], name: "t")
    let sarif = try JSON(parsing: text("sarif", report))
    let related = sarif["runs"]?[0]?["results"]?[0]?["relatedLocations"]?.array
    #expect(related?.compactMap { $0["id"]?.int } == [0, 1])
    #expect(
      report.text().contains(
        "    t:1: event 000000000000000000000001 at 2022-06-23T14:54:37.756Z has a number\n"
      )
    )
  }
}
