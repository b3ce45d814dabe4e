import JSON
import TestSupport
import Testing

@testable import Touchstone
@testable import TouchstoneExplaining
@testable import TouchstoneReports

struct RunTextTests {
  private let requirements = [
    "READ-1": Requirement(
      id: "READ-1",
      level: .must,
      text: "A read is recorded.",
      source: "S3",
      notObservable: nil,
      location: TextLocation(file: "Spec/reads.md", line: 3)
    )
  ]

  /// One case that passes, one that fails, one that is not offered, one that crashes.
  private func report() async throws -> ReportFile {
    let expected = Sample.expected(data: [
      "type": "Person", "value": [["_id": 1, "name": "Anthony"]],
    ])
    let cases = [
      Sample.makeCase(
        name: "reads/plain/good",
        events: [Sample.expected(data: ["$$anyOf": [["type": "Person"]]])]
      ),
      Sample.makeCase(
        name: "reads/plain/bad",
        notes: "See the payload.",
        steps: [["do": "get"]],
        events: [expected]
      ),
      Sample.makeCase(name: "scopes/plain/far", needs: ["rotation"]),
      Sample.makeCase(name: "scopes/plain/broken", steps: [["do": "crash"]]),
    ]
    let implementation = FakeImplementation { program in
      switch program.steps.first {
      case ["do": "crash"]: throw StepError(code: "crash", message: "\u{1B}[2Jgone")
      case ["do": "get"]:
        let event = FakeImplementation.event(
          data: #"{"type":"Person","value":[{"_id":2,"name":"Anthony"}]}"#
        )
        return .completed(steps: [.ok(nil)], events: [event])
      default: return try await FakeImplementation.recording.answer(program)
      }
    }
    let run = try await Runner().run(cases, on: implementation)
    return ReportFile(run, requirements: requirements)
  }

  @Test func `A line a chapter, and a sum that adds up`() async throws {
    let lines = try await report().lines(style: .plain)
    #expect(lines.first == "fake 1.0 (Swift), class recording, edition 2023")
    #expect(lines.contains("  reads   1/2      ✗ 1 failed"))
    #expect(lines.contains("  scopes  0/2      ! 1 errored  – 1 unsupported"))
    #expect(
      lines.contains("selected 4 = passed 1 + failed 1 + errored 1 + unsupported 1 + known 0")
    )
    #expect(
      lines.contains("class recording, edition 2023: not achieved (2 must cases have not passed)")
    )
    #expect(lines.contains("  – does not offer rotation: scopes/plain/far"))
  }

  @Test
  func `A class that is achieved says what it was achieved without, or that nothing is missing`() {
    func line(without features: [String]) -> Bool {
      let verdict = ClassVerdict.achieved(without: features)
      let report = ReportSample.report([ReportSample.entry()], classVerdict: verdict)
      let words = features.isEmpty ? "in full" : "without clock, deflate"
      return report.lines(style: .plain)
        .contains("class recording, edition 2023: achieved, \(words)")
    }
    #expect(line(without: []))
    #expect(line(without: ["clock", "deflate"]))
  }

  @Test func `A failing case explains itself`() async throws {
    let text = try await report().text()
    #expect(text.contains("✗ reads/plain/bad  Golden/cases/reads/plain.json:12"))
    #expect(text.contains("  Something happens"))
    #expect(text.contains("    READ-1 MUST: A read is recorded."))
    #expect(text.contains("\n    events[0].data.value[0]._id: expected 1, found 2\n"))
    #expect(text.contains("See the payload."))
    #expect(
      text.contains(
        "\n    -         _id: 1\n    +         _id: 2\n              name: \"Anthony\"\n"
      )
    )
  }

  @Test func `An error is explained, and steers no terminal`() async throws {
    let text = try await report().text()
    #expect(text.contains("! scopes/plain/broken"))
    #expect(text.contains("gone"))
    #expect(!text.contains("\u{1B}"))
  }

  @Test func `Colours are for those who ask for them`() async throws {
    let report = try await report()
    let coloured = report.text(style: ConsoleStyle(isColoured: true))
    #expect(coloured.contains("\u{1B}[31m"))
  }

  @Test func `Two runs read the same but for the time`() async throws {
    let one = try await report().lines(style: .plain)
    let two = try await report().lines(style: .plain)
    #expect(one.dropLast() == two.dropLast())
    #expect(one.last?.hasPrefix("time ") == true)
  }

  @Test func `On a wide terminal expected and actual stand side by side`() async throws {
    let style = ConsoleStyle(width: 120, isTerminal: true)
    let lines = try await report().lines(style: style)
    let row = try #require(lines.first { $0.contains("_id: 1") && $0.contains("_id: 2") })
    #expect(row.contains(" ≠ │ "))
    #expect(lines.allSatisfy { $0.count <= 120 })
    let narrow = try await report().text(style: ConsoleStyle(width: 99, isTerminal: true))
    #expect(!narrow.contains("│"))
  }

  private func failing(_ number: Int, _ message: String, place: String = "events[0]") -> ReportEntry
  {
    ReportSample.entry(
      "reads/plain/case-\(number)",
      .failed,
      findings: [Finding(place: place, message: message)]
    )
  }

  @Test func `Cases that fail for one reason are explained once`() {
    let id = "62b38b3c10846041166f5de"
    let report = ReportSample.report([
      failing(1, "expected \(id)1, found 7 at 2022-06-23T14:54:37.756Z"),
      failing(2, "expected 1, found 2"),
      failing(3, "expected \(id)2, found 7 at 2023-06-23T14:54:37.756Z", place: "events[4]"),
      failing(4, "expected 1, found 3"),
      ReportSample.entry("reads/plain/case-5", .errored, reason: "the process answered request 5"),
      ReportSample.entry("reads/plain/case-6", .errored, reason: "the process answered request 6"),
    ])
    let text = report.text()
    #expect(text.contains("\n  The same in 1 other case\n    reads/plain/case-3\n"))
    #expect(text.contains("\n  The same in 1 other case\n    reads/plain/case-6\n"))
    for number in [1, 2, 4, 5] { #expect(text.contains("reads/plain/case-\(number)  Golden")) }
    for number in [3, 6] { #expect(!text.contains("reads/plain/case-\(number)  Golden")) }
    let markdown = ReportSample.text("markdown", of: report)
    #expect(markdown.split(separator: "<details>").count == 5)
    #expect(markdown.contains("and 1 other case: "))
  }

  @Test func `As many causes are explained as one asks for`() {
    let report = ReportSample.report((0..<3).map { failing($0, "found \($0)") })
    let none = RunText(report, style: .plain, explained: 0).text
    #expect(!none.contains("Golden"))
    #expect(none.contains("Not explained here:\n  ✗ reads/plain/case-0\n"))
    let two = RunText(report, style: .plain, explained: 2).text
    #expect(two.contains("✗ reads/plain/case-1  Golden"))
    #expect(two.contains("Not explained here:\n  ✗ reads/plain/case-2\n"))
  }

  @Test func `The slowest cases are listed for those who ask`() {
    var entries = (1...3).map { ReportSample.entry("reads/plain/case-\($0)") }
    for (index, seconds) in [0.5, 2, 0.001].enumerated() { entries[index].seconds = seconds }
    let text = RunText(ReportSample.report(entries), style: .plain, slowest: 2).text
    #expect(
      text.contains(
        "Slowest:\n     2.000 s  reads/plain/case-2\n     0.500 s  reads/plain/case-1\n\n"
      )
    )
  }

  @Test func `What the run did not get to is named, or very much of it counted`() {
    var report = ReportSample.spoilt
    #expect(
      report.text().contains(
        "Not run, because the run was interrupted:\n  – reads/plain/other\n  – scopes/far/away\n"
      )
    )
    report.notRun = (0..<30).map { "reads/plain/case-\($0)" } + ["scopes/far/away"]
    report.stop = .firstFailure
    #expect(
      report.text().contains(
        "Not run, because the run stopped at the first failure:\n  – reads: 30 cases\n  – scopes: 1 case\n"
      )
    )
  }

  @Test func `A step that a finding is about is marked`() {
    var entry = failing(1, "expected to succeed", place: "steps[1]")
    entry.steps = ["[0] a", "[1] b"]
    entry.failing = [1]
    #expect(ReportSample.report([entry]).text().contains("\n    [0] a\n  ✗ [1] b\n"))
  }

  @Test func `Very many causes are named, not explained`() {
    let text = ReportSample.report((0..<40).map { failing($0, "found \($0)") }).text()
    #expect(text.contains("\n  ✗ reads/plain/case-39\n"))
    #expect(text.contains("\n✗ reads/plain/case-24  Golden"))
    #expect(!text.contains("\n✗ reads/plain/case-25  Golden"))
  }

  @Test func `Known failures that do not hold are listed`() {
    let lines = ReportSample.report([], stale: ["a/b/c is gone"]).lines(style: .plain)
    #expect(lines.contains("Known failures that do not hold:"))
    #expect(lines.contains("  ? a/b/c is gone"))
  }
}
