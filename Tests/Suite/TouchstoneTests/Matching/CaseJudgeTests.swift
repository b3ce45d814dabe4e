import JSON
import TestSupport
import Testing

@testable import Touchstone

struct CaseJudgeTests {
  private func lines(_ steps: [JSON], _ outcomes: [StepOutcome]) -> [String] {
    Sample.judge(Sample.makeCase(steps: steps), .completed(steps: outcomes, events: [])).lines
  }

  private let failure = StepError(code: "no-such-key", message: "there is no key 'b'")

  @Test func `A step returns what it promises`() {
    #expect(lines([["do": "count", "returns": 3]], [.ok(3)]) == [])
    #expect(lines([["do": "count"]], [.ok(3)]) == [])
    #expect(
      lines([["do": "count", "returns": 3]], [.ok(4)]) == ["steps[0].returns: expected 3, found 4"]
    )
  }

  @Test func `Compensating writes may come in any order, and each once`() {
    let step: JSON = ["do": "synchronize", "returns": [["primaryKey": 1], ["primaryKey": 2]]]
    #expect(lines([step], [.ok([["primaryKey": 2], ["primaryKey": 1]])]) == [])
    #expect(lines([step], [.ok([["primaryKey": 2]])]) != [])
    #expect(lines([step], [.ok([["primaryKey": 1], ["primaryKey": 1]])]) != [])
  }

  @Test func `The steps of another realm are judged like those of a transaction`() {
    let step: JSON = [
      "do": "on", "realm": "tablet", "steps": [["do": "count", "of": "all", "returns": 3]],
    ]
    #expect(lines([step], [.ok([["ok": 3]])]) == [])
    #expect(
      lines([step], [.ok([["ok": 4]])]) == ["steps[0].steps[0].returns: expected 3, found 4"]
    )
    #expect(lines([step], [.ok(nil)]) != [])
  }

  @Test func `A step fails exactly as it promises`() {
    #expect(lines([["do": "get", "fails": "no-such-key"]], [.error(failure)]) == [])
    #expect(
      lines([["do": "get", "fails": "other"]], [.error(failure)]) == [
        "steps[0].fails: expected other, found no-such-key: there is no key 'b'"
      ]
    )
    #expect(
      lines([["do": "get", "fails": "other"]], [.ok(nil)]) == [
        "steps[0]: expected to fail with other, but succeeded"
      ]
    )
    #expect(
      lines([["do": "get", "returns": 1]], [.error(failure)]) == [
        "steps[0]: expected to succeed, but failed with no-such-key: there is no key 'b' (WRITE-38)"
      ]
    )
  }

  @Test func `A step may fail with any of several codes`() {
    let step: JSON = ["do": "get", "fails": ["code": ["$$anyOf": ["no-such-key", "other"]]]]
    #expect(lines([step], [.error(failure)]) == [])
    #expect(
      lines([step], [.error(StepError(code: "offline", message: "no"))]) == [
        "steps[0].fails: expected no-such-key or other, found offline: no"
      ]
    )
    #expect(
      lines([step], [.ok(nil)]) == [
        "steps[0]: expected to fail with no-such-key or other, but succeeded"
      ]
    )
  }

  @Test func `The message of an error is matched where it is stated`() {
    let step: JSON = [
      "do": "get", "fails": ["code": "no-such-key", "message": ["$$matches": ".*'b'"]],
    ]
    #expect(lines([step], [.error(failure)]) == [])
    #expect(lines([step], [.error(StepError(code: "no-such-key", message: "no"))]).count == 1)
  }

  @Test func `Nested steps of a write have outcomes of their own`() {
    let write: JSON = ["do": "write", "steps": [["do": "create"], ["do": "count", "returns": 1]]]
    #expect(lines([write], [.ok([["ok": nil], ["ok": 1]])]) == [])
    #expect(
      lines([write], [.ok([["ok": nil], ["ok": 2]])]) == [
        "steps[0].steps[1].returns: expected 1, found 2"
      ]
    )
    #expect(lines([write], [.ok([["ok": nil]])]).count == 1)
    #expect(lines([write], [.ok(nil)]).count == 1)
    #expect(lines([write], [.ok([["ok": nil], 7])]).count == 1)
    #expect(lines([write], [.error(failure)]).count == 1)
  }

  @Test func `Too few and too many outcomes are findings`() {
    #expect(lines([["do": "count"]], []).count == 1)
    #expect(lines([], [.ok(nil)]).count == 1)
  }

  @Test func `An events step is judged like the trail`() {
    let step: JSON = ["do": "events", "returns": [Sample.expected()]]
    #expect(lines([step], [.ok([Sample.stored()])]) == [])
    #expect(lines([step], [.ok([])]) == [#"steps[0].returns[0]: missing: read in "open", no data"#])
    #expect(lines([step], [.ok(1)]).count == 1)
  }

  @Test func `An unsupported step anywhere makes the case unsupported`() {
    let write: JSON = ["do": "write", "steps": [["do": "create"]]]
    let judgement = Sample.judge(
      Sample.makeCase(steps: [write]),
      .completed(steps: [.ok([["unsupported": "no sets"]])], events: [])
    )
    #expect(judgement.verdict == .unsupported)
    #expect(judgement.reason == "no sets")
    #expect(Sample.judge(Sample.makeCase(), .unsupported("no sets")).verdict == .unsupported)
  }

  @Test func `A value that a step returns is not an outcome`() {
    let judgement = Sample.judge(
      Sample.makeCase(steps: [["do": "value"]]),
      .completed(steps: [.ok([["unsupported": "text"]])], events: [])
    )
    #expect(judgement.verdict == .passed)
  }

  @Test func `Opening fails exactly where it is expected to`() {
    let expecting = Sample.makeCase(expectation: ["openFails": "invalid-partition-prefix"])
    let error = StepError(code: "invalid-partition-prefix", message: "empty")
    #expect(Sample.judge(expecting, .openError(error)).verdict == .passed)
    #expect(
      Sample.judge(expecting, .openError(StepError(code: "other", message: ""))).verdict == .failed
    )
    #expect(Sample.judge(expecting, .completed(steps: [], events: [])).verdict == .failed)
    #expect(Sample.judge(Sample.makeCase(), .openError(error)).verdict == .failed)
  }

  @Test func `An answer that is none fails with what it was`() {
    let judgement = Sample.judge(Sample.makeCase(), CaseResult(message: ["step": []]))
    #expect(judgement.verdict == .failed)
    #expect(judgement.lines == [#"expected {"steps": […], "events": […]}, found {"step":[]}"#])
  }

  @Test(
    arguments: [
      [
        "steps": [["ok": nil], ["error": ["code": "a", "message": "b"]], ["unsupported": "c"], 7],
        "events": [[:]],
      ],
      ["openError": ["code": "a", "message": "b"]], ["unsupported": "c"], ["nothing": true], 1,
    ] as [JSON]
  )
  func `An answer is kept as it was sent`(answer: JSON) {
    #expect(CaseResult(message: answer).message == answer)
  }
}
