import JSON
import TestSupport
import Testing

@testable import Touchstone
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
      lines.contains("class recording, edition 2023: not achieved (3 must cases have not passed)")
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

  @Test func `Very many failures are named, not explained`() async throws {
    let cases = (0..<40).map { Sample.makeCase(name: "reads/plain/case-\($0)", events: []) }
    let report = try await Runner().run(cases, on: FakeImplementation.recording)
    let text = ReportFile(report, requirements: [:]).text(style: .plain)
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
