import JSON
import TestSupport
import Testing
import Violators

@testable import Touchstone

struct RunnerTests {
  private let recorded = Sample.expected(data: ["type": "Person"])

  private func report(
    _ cases: [Case],
    on implementation: any Implementation,
    jobs: Int = 1,
    selection: RunSelection = RunSelection()
  ) async throws -> RunReport {
    try await Runner(selection, jobs: jobs).run(cases, on: implementation)
  }

  @Test func `Every selected case has a verdict, in the order of the suite`() async throws {
    let cases = (0..<40).map { Sample.makeCase(name: "reads/plain/case-\($0)", events: [recorded]) }
    let report = try await report(cases, on: FakeImplementation.recording, jobs: 4)
    #expect(report.verdicts.map(\.testCase.name) == cases.map(\.name))
    #expect(report.summary.selected == 40)
    #expect(report.summary[.passed] == 40)
    #expect(report.classVerdict == .achieved(without: []))
    #expect(report.isAsExpected)
  }

  @Test func `A thrown error costs one case`() async throws {
    let implementation = FakeImplementation { program in
      if program.steps == [["do": "crash"]] { throw StepError(code: "crash", message: "gone") }
      return try await FakeImplementation.recording.answer(program)
    }
    let report = try await report(
      [
        Sample.makeCase(steps: [["do": "crash"]], events: [recorded]),
        Sample.makeCase(events: [recorded]),
      ],
      on: implementation
    )
    #expect(report.verdicts.map(\.verdict) == [.errored, .passed])
    #expect(report.verdicts.first?.reason?.contains("gone") == true)
    #expect(report.classVerdict == .notAchieved(missing: 1))
    #expect(!report.isAsExpected)
  }

  @Test func `What is not offered is unsupported and never run`() async throws {
    let implementation = FakeImplementation { _ in
      Issue.record("was run")
      return .unsupported("")
    }
    let other = try await report(
      [Sample.makeCase()],
      on: implementation,
      selection: RunSelection(edition: "core")
    )
    #expect(other.verdicts.first?.reason == "does not offer edition core")
    let needy = try await report(
      [Sample.makeCase(needs: ["clock", "rotation", "deflate"])],
      on: implementation
    )
    #expect(needy.verdicts.map(\.verdict) == [.unsupported])
    #expect(needy.verdicts.first?.reason == "does not offer rotation, deflate")
    #expect(needy.isAsExpected)
    // Nothing was shown of the class.
    #expect(needy.classVerdict == .notAchieved(missing: 1))
  }

  @Test func `A class without some features is achieved, and the verdict names them`() async throws
  {
    let plain = Sample.makeCase(events: [recorded])
    let offered = Sample.makeCase(name: "reads/plain/b", needs: ["clock"], events: [recorded])
    let needy = Sample.makeCase(name: "reads/plain/c", needs: ["deflate", "rotation"])
    let half = try await report([plain, offered, needy], on: FakeImplementation.recording)
    #expect(half.verdicts.map(\.verdict) == [.passed, .passed, .unsupported])
    #expect(half.classVerdict == .achieved(without: ["rotation", "deflate"]))
    let full = try await report([plain, offered], on: FakeImplementation.recording)
    #expect(full.classVerdict == .achieved(without: []))
  }

  @Test func `What is claimed and then not supported keeps a class from being achieved`()
    async throws
  {
    let implementation = FakeImplementation { program in
      if program.steps == [["do": "advance"]] { return .unsupported("step advance") }
      return try await FakeImplementation.recording.answer(program)
    }
    let claimed = Sample.makeCase(
      name: "reads/plain/b",
      needs: ["clock"],
      steps: [["do": "advance"]],
      events: [recorded]
    )
    let report = try await report(
      [Sample.makeCase(events: [recorded]), claimed],
      on: implementation
    )
    #expect(report.verdicts.map(\.verdict) == [.passed, .unsupported])
    #expect(report.classVerdict == .notAchieved(missing: 1))
  }

  @Test func `A class that is not offered is unsupported`() async throws {
    var implementation = FakeImplementation.recording
    implementation.info.classes = []
    let report = try await report([Sample.makeCase(events: [recorded])], on: implementation)
    #expect(report.verdicts.first?.reason == "does not offer class recording")
  }

  @Test func `A feature that is offered is used`() async throws {
    let report = try await report(
      [Sample.makeCase(needs: ["clock"], events: [recorded])],
      on: FakeImplementation.recording
    )
    #expect(report.summary[.passed] == 1)
  }

  @Test func `A class is judged by its must cases, and only as a whole`() async throws {
    let should = Sample.makeCase(name: "reads/plain/b", level: .should)
    let cases = [Sample.makeCase(events: [recorded]), should]
    let whole = try await report(cases, on: FakeImplementation.recording)
    #expect(whole.verdicts.map(\.verdict) == [.passed, .failed])
    #expect(whole.classVerdict == .achieved(without: []))
    let part = try await report(
      cases,
      on: FakeImplementation.recording,
      selection: RunSelection(filters: ["reads/**"])
    )
    #expect(part.classVerdict == .notJudged)
    #expect(try await report([], on: FakeImplementation.recording).classVerdict == .notJudged)
  }

  @Test func `An implementation that does not say what it is ends the run`() async {
    var implementation = FakeImplementation.recording
    implementation.initializeError = StepError(code: "other", message: "no licence")
    await #expect {
      try await Runner().run([Sample.makeCase()], on: implementation)
    } throws: { error in
      (error as? SuiteError)?.code == .notInitialized && "\(error)".contains("no licence")
    }
  }

  @Test func `The program that an implementation sees holds no expectation`() async throws {
    let implementation = FakeImplementation { program in
      #expect(program.steps == [["do": "count", "of": "all"]])
      return try await FakeImplementation.recording.answer(program)
    }
    let report = try await report(
      [Sample.makeCase(steps: [["do": "count", "of": "all", "returns": 7]], events: [recorded])],
      on: implementation
    )
    #expect(
      report.verdicts.first?.findings.map(\.line) == ["steps[0].returns: expected 7, found null"]
    )
  }

  @Test func `Silence passes no case`() async throws {
    let steps: [JSON] = [
      ["do": "events", "returns": [recorded]],
      ["do": "write", "steps": [["do": "events", "returns": [recorded]]]],
    ]
    let implementation = FakeImplementation { _ in
      let event = FakeImplementation.event(data: #"{"type":"Person"}"#)
      return .completed(steps: [.ok([event]), .ok([["ok": [event]]])], events: [event])
    }
    let cases = [
      Sample.makeCase(events: [recorded]), Sample.makeCase(steps: steps, events: [recorded]),
    ]
    let loud = try await report([cases[1]], on: implementation)
    #expect(loud.summary[.passed] == 1)
    let silent = try await report(cases, on: Tampered.recordingNothing(implementation))
    #expect(silent.summary[.failed] == 2)
    #expect(
      silent.verdicts.last?.findings.map(\.place) == [
        "steps[0].returns[0]", "steps[1].steps[0].returns[0]", "events[0]",
      ]
    )
  }

  @Test func `Silence does not fail to open either`() async throws {
    let implementation = FakeImplementation { _ in
      .openError(StepError(code: "other", message: "no"))
    }
    let cases = [Sample.makeCase(expectation: ["openFails": "other"])]
    #expect(try await report(cases, on: implementation).summary[.passed] == 1)
    #expect(
      try await report(cases, on: Tampered.recordingNothing(implementation)).summary[.failed] == 1
    )
  }

  @Test func `Silence does not notice that recording is not enabled`() async throws {
    let implementation = FakeImplementation { _ in
      let error = StepError(code: "events-not-enabled", message: "no")
      return .completed(steps: [.error(error), .ok([["error": error.json]])], events: [])
    }
    let record: JSON = ["do": "recordEvent", "fails": "events-not-enabled"]
    let cases = [Sample.makeCase(steps: [record, ["do": "write", "steps": [record]]])]
    #expect(try await report(cases, on: implementation).summary[.passed] == 1)
    let silent = try await report(cases, on: Tampered.recordingNothing(implementation))
    #expect(silent.verdicts.first?.findings.map(\.place) == ["steps[0]", "steps[1].steps[0]"])
  }

  @Test func `What supports nothing leaves all untested`() async throws {
    let report = try await report(
      [Sample.makeCase(events: [recorded])],
      on: Tampered.supportingNothing(FakeImplementation.recording)
    )
    #expect(report.summary[.unsupported] == 1)
  }
}
