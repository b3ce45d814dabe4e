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
}
