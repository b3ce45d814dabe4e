import Formats
import JSON
import Testing
import Touchstone

@testable import TouchstoneExplore

/// What the answer of one implementation asks of another.
struct AnswerExpectationTests {
  @Test(arguments: ["token", "statusCode"])
  func `What a property is called frees it only where the specification does`(_ name: String) {
    let step = Step(["do": "value", "object": "p", "property": .string(name)])
    let program = CaseProgram(
      schema: ProgramSchema([
        "P": ["primaryKey": "_id", "properties": ["_id": "int", "\(name)": "int"]]
      ]),
      configuration: [:],
      given: [],
      steps: [step]
    )
    let expectation = AnswerExpectation(program, edition: .current, conformanceClass: .recording)
    let steps = expectation.steps([StepOutcome.ok(7)], wider: nil)
    #expect(steps.map(\.returns) == [7])
  }

  @Test func `A trail may show what was changed on the server, or what the device still has`() {
    let record: JSON = ["do": "recordEvent", "activity": "a"]
    let set: JSON = ["do": "changeOnServer", "activity": "a", "set": ["user": "x"]]
    let delete: JSON = ["do": "changeOnServer", "activity": "b", "delete": true]
    let trail: JSON = ["do": "events"]
    let program = CaseProgram(
      schema: ProgramSchema([:]),
      configuration: [:],
      given: [],
      steps: [record, trail, set, delete, trail].map { Step($0) }
    )
    let document: JSON = ["activity": "a"]
    let deleted: JSON = ["activity": "b"]
    let expectation = AnswerExpectation(program, edition: .current, conformanceClass: .eventRealm)
    let outcomes: [StepOutcome] = [.null, .array([document]), .null, .null, .array([deleted])]
      .map { .ok($0) }
    let steps = expectation.steps(outcomes, wider: nil)
    let before = steps[1].returns?["$$unordered"]?.array?.first
    #expect(before?["metadata"] == nil)
    #expect(steps[4].returns?["$$unordered"]?.array?.first?["optional"] == true)
    let events = expectation.expectation([document, deleted], wider: nil)["events"]?.array ?? []
    #expect(
      events.first?["metadata"]
        == ["user": ["$$anyOf": [["$$absent": true], ["$$type": "string"]]]]
    )
    #expect(events.map { $0["optional"] } == [nil, true])
  }
}
