import JSON
import TestSupport
import Testing

@testable import Touchstone

/// What an expectation stands for, a finding names.
struct BecauseTests {
  private func named(_ events: [JSON], _ actual: [JSON]) -> [String?] {
    let testCase = Sample.makeCase(expectation: ["events": .array(events)])
    let verdict = Sample.judge(testCase, .completed(steps: [], events: actual))
    return verdict.findings.map(\.requirement)
  }

  private func named(_ step: JSON, _ outcome: StepOutcome) -> [String?] {
    Sample.judge(Sample.makeCase(steps: [step]), .completed(steps: [outcome], events: []))
      .findings.map(\.requirement)
  }

  private func event(_ because: JSON) -> JSON {
    [
      "event": "custom", "activity": "look", "because": because,
      "data": ["old": ["name": "a"], "new": ["name": "b"]],
    ]
  }

  private func stored(_ data: String) -> [JSON] {
    [Sample.stored("custom", "look", data: .string(data))]
  }

  @Test func `A difference in an event is about the requirement that the event stands for`() {
    #expect(named([event("READ-1")], []) == ["READ-1"])
    let other = stored(#"{"old": {"name": "c"}, "new": {"name": "b"}}"#)
    #expect(named([event("READ-1")], other) == ["READ-1"])
  }

  @Test func `Of several keys on the way to a difference the innermost counts`() {
    let because: JSON = ["old": "WRITE-14", "new": "WRITE-15", "name": "SERIAL-6"]
    let other = stored(#"{"old": {"name": "c"}, "new": 7}"#)
    #expect(named([event(because)], other) == ["SERIAL-6", "WRITE-15"])
  }

  @Test func `What no key leads to is about nothing that the case says`() {
    let other = stored(#"{"old": {"name": "a"}, "new": {"name": "c"}}"#)
    #expect(named([event(["old": "WRITE-14"])], other) == [nil])
  }

  @Test func `The reason is not expected to be recorded`() {
    let same = stored(#"{"old": {"name": "a"}, "new": {"name": "b"}}"#)
    #expect(named([event("READ-1")], same) == [])
  }

  @Test func `A step names what it stands for, also where it fails`() {
    let step: JSON = ["do": "count", "of": "all", "returns": 3, "because": "READ-12"]
    #expect(named(step, .ok(4)) == ["READ-12"])
    #expect(named(step, .error(StepError(code: "other", message: ""))) == ["READ-12"])
    #expect(named(["do": "count", "of": "all", "returns": 3], .ok(4)) == [nil])
  }

  @Test func `A nested step says more than the one around it`() {
    let inner: JSON = ["do": "count", "returns": 3, "because": "READ-12"]
    let step: JSON = ["do": "write", "steps": [inner], "because": "WRITE-1"]
    #expect(named(step, .ok([["ok": 4]])) == ["READ-12"])
  }

  @Test func `A step that fails with a code is about the requirement that says when`() {
    let step: JSON = ["do": "set", "object": "a", "property": "p", "value": 1]
    let error = StepError(code: "type-mismatch", message: "")
    #expect(named(step, .error(error)) == ["WRITE-35"])
    // It gives no value that a property could refuse.
    #expect(named(["do": "element", "of": "a", "at": 0], .error(error)) == [nil])
    // Several requirements say when a metadata key is invalid.
    #expect(named(step, .error(StepError(code: "invalid-metadata-key", message: ""))) == [nil])
    #expect(named(step, .error(StepError(code: "unheard-of", message: ""))) == [nil])
  }

  @Test func `A step that was to fail is about the code that it was to fail with`() {
    func step(_ fails: JSON, because: JSON? = nil) -> JSON {
      var step: JSONObject = ["do": "get", "type": "A", "key": 1, "fails": fails]
      step["because"] = because
      return .object(step)
    }
    let one = step("unknown-class")
    #expect(named(one, .ok(true)) == ["WRITE-37"])
    #expect(named(one, .error(StepError(code: "type-mismatch", message: ""))) == ["WRITE-37"])
    let either = step(["$$anyOf": ["unknown-class", "type-mismatch"]])
    #expect(named(either, .ok(true)) == [nil])
    #expect(named(step("unknown-class", because: "READ-1"), .ok(true)) == ["READ-1"])
  }

  @Test func `The requirements of codes name them`() throws {
    let suite = try Suite.embedded()
    for code in ErrorCode.allCases {
      guard let id = code.requirement else { continue }
      let text = try #require(suite.requirements[id]?.text)
      #expect(text.contains("`\(code.rawValue)`") || Self.unnamed.contains(code), "\(code) \(id)")
    }
  }

  /// Codes that no requirement names: it says the same in other words.
  private static let unnamed: Set<ErrorCode> = [.notInSubscriptionUpdate, .userExists, .noSuchUser]

  @Test func `A step that asks about one thing needs no reason`() {
    let step: JSON = ["do": "isActive", "scope": "scope", "returns": true]
    #expect(named(step, .ok(false)) == ["SCOPE-8"])
    #expect(named(step, .error(StepError(code: "other", message: ""))) == [nil])
  }
}
