import Foundation
import JSON
import TestSupport
import Testing

@testable import Touchstone
@testable import TouchstoneExplaining
@testable import TouchstoneReports

struct ReportFileTests {
  private func read(_ text: String) throws(SuiteError) -> ReportFile {
    try ReportFile(text: Array(text.utf8), path: "report.json")
  }

  private func fault(_ text: String) -> String? {
    do throws(SuiteError) {
      _ = try read(text)
      return nil
    } catch { return error.description }
  }

  /// A report of which one piece of text is another.
  private func altered(_ piece: String, _ other: String) throws -> String {
    let text = ReportSample.everyVerdict.jsonText
    try #require(text.contains(piece))
    return text.replacing(piece, with: other)
  }

  // As arguments of the test, hostile texts would reach the console.
  @Test func `What is written reads back`() throws {
    for report in [ReportSample.everyVerdict, ReportSample.everyText, ReportSample.report([])] {
      #expect(try read(report.jsonText) == report)
    }
  }

  @Test func `A whole run reads back`() async throws {
    let cases = [
      Sample.makeCase(name: "reads/a/one", notes: "See there.", events: [Sample.expected()]),
      Sample.makeCase(name: "reads/a/two", expectation: ["openFails": "other"]),
      Sample.makeCase(
        name: "reads/a/three",
        given: [["do": "clear"]],
        events: [Sample.expected(data: ["$$anyOf": [["type": "Person"]]])]
      ),
    ]
    let run = try await Runner().run(cases, on: FakeImplementation.recording)
    let requirement = Requirement(
      id: "READ-1",
      level: .should,
      text: "Reads.",
      source: "S3",
      notObservable: nil,
      location: TextLocation(file: "x", line: 1)
    )
    let report = ReportFile(run, requirements: ["READ-1": requirement, "READ-2": requirement])
    #expect(try read(report.jsonText) == report)
    #expect(report.entries.map(\.verdict) == [.failed, .failed, .passed])
    let summary = RequirementSummary(level: .should, text: "Reads.")
    #expect(report.requirements == ["READ-1": summary])
    var naming = run
    naming.verdicts[0].findings[0].requirement = "READ-2"
    let both = ReportFile(naming, requirements: ["READ-1": requirement, "READ-2": requirement])
    #expect(both.requirements == ["READ-1": summary, "READ-2": summary])
    #expect(report.entries[0].rows.contains { $0.mark != .same })
    #expect(report.entries[2].rows.allSatisfy { $0.mark == .same })
    #expect(report.entries[2].actual?["events"]?.array?.count == 1)
  }

  @Test func `An answer that is very long is not kept, but its length is`() async throws {
    let long = String(repeating: "x", count: 70_000)
    let implementation = FakeImplementation { _ in .malformed(.string(long)) }
    let run = try await Runner().run([Sample.makeCase()], on: implementation)
    let entry = try #require(ReportFile(run, requirements: [:]).entries.first)
    #expect(entry.actual == nil)
    #expect(entry.omittedLength == 70_002)
    #expect(entry.verdict == .failed)
  }

  @Test func `A long answer that is as expected is not even held on to`() async throws {
    let text = String(repeating: "x", count: 70_000)
    for (expected, isKept) in [(text, false), (text + "y", true)] {
      let implementation = FakeImplementation { _ in
        .completed(steps: [], events: [FakeImplementation.event(data: .string(text))])
      }
      let testCase = Sample.makeCase(
        events: [["event": "read", "activity": "open", "data": .string(expected)]]
      )
      let run = try await Runner().run([testCase], on: implementation)
      #expect((run.verdicts[0].result != nil) == isKept)
      let entry = try #require(ReportFile(run, requirements: [:]).entries.first)
      #expect(entry.actual == nil)
      #expect(entry.omittedLength ?? 0 > 70_000)
    }
  }

  @Test func `A verdict takes a line`() {
    let lines = ReportSample.everyVerdict.jsonText.split(separator: "\n")
    #expect(lines.count { $0.hasPrefix("  {\"case\": ") || $0.hasPrefix("  {\"case\":") } == 6)
  }

  @Test(arguments: [
    (#""complete":true"#, #""complete":false"#, "run.complete: the run did not come to its end"),
    (
      "\"version\": 1", "\"version\": 2",
      "version: the report is of version 2, this program reads 1"
    ),
    (
      #""passed":1"#, #""passed":2"#, "summary.passed: the counts do not add up: 2 counted, 1 there"
    ),
    (
      #""selected":6"#, #""selected":7"#,
      "summary.selected: the counts do not add up: 7 selected, 6 verdicts"
    ),
    ("scopes/far/known", "reads/plain/good", "there are two verdicts on \"reads/plain/good\""),
    (
      #""verdict":"errored""#, #""verdict":"crashed""#,
      "verdicts[2].verdict: \"crashed\" is unknown here"
    ),
    (#""seconds":0.25"#, #""seconds":-1"#, "verdicts[0].seconds: expected a number of seconds"),
    (#""summary": {"#, #""sum": {"#, "a report has \"summary\" here"),
    (#""start":"2023-11-14T22:13:20.000Z""#, #""start":"now""#, "run.start: expected a date"),
  ])
  func `A report that cannot be relied on is refused`(
    _ piece: String,
    _ other: String,
    _ message: String
  ) throws {
    let words = try #require(fault(altered(piece, other)))
    #expect(words.hasPrefix("report.json:"))
    #expect(words.hasSuffix(": \(message)"))
  }

  @Test func `A report that is cut off is refused`() {
    let text = ReportSample.everyVerdict.jsonText
    #expect(fault(String(text.prefix(text.count / 2))) != nil)
    #expect(fault("") != nil)
    #expect(fault("[]") == "report.json:1:1: a report is an object, not an array")
  }

  @Test func `A report that is not there is told`() {
    let error = #expect(throws: SuiteError.self) { try ReportFile(file: "/nowhere/report.json") }
    #expect(error?.code == .unreadable)
  }

  @Test func `The report for machines adds up`() async throws {
    let cases = [
      Sample.makeCase(events: [Sample.expected(data: ["type": "Person"])]),
      Sample.makeCase(name: "reads/plain/b", notes: "x"),
    ]
    let report = try await Runner(RunSelection(filters: ["reads/*/*"]))
      .run(cases, on: FakeImplementation.recording)
    let json = try JSON(parsing: ReportFile(report, requirements: [:]).jsonText)
    #expect(json["summary"]?["selected"] == 2)
    #expect(json["summary"]?["passed"] == 1)
    #expect(json["summary"]?["unexpected-pass"] == 0)
    #expect(json["run"]?["complete"] == true)
    #expect(json["run"]?["edition"] == "2023")
    #expect(json["run"]?["selection"]?["filters"] == ["reads/*/*"])
    #expect(json["run"]?["implementation"]?["name"] == "fake")
    #expect(json["verdicts"]?[0]?["case"] == "reads/plain/a-case")
    #expect(json["verdicts"]?[0]?["verdict"] == "passed")
    #expect(json["verdicts"]?[1]?["verdict"] == "failed")
    #expect(json["verdicts"]?[1]?["findings"]?[0]?["place"] == "events")
  }
}
