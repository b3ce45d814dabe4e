import JSON
import TestSupport
import Testing

@testable import Touchstone

struct CaseProgramTests {
  @Test func `An implementation sees what to do and nothing of what is expected`() throws {
    let testCase = Sample.makeCase(
      name: "reads/secret-name/one",
      requirements: ["SECRET-1"],
      notes: "secret note",
      configuration: ["sync": "none"],
      given: [["do": "events", "returns": []]],
      steps: [
        [
          "do": "get", "type": "Person", "key": 1, "as": "ada", "returns": true,
          "because": "SECRET-1",
        ],
        [
          "do": "write",
          "steps": [
            [
              "do": "write", "steps": [["do": "events", "returns": []]],
              "fails": "already-in-write-transaction",
            ],
            ["do": "delete", "object": "ada", "fails": ["code": "other"]],
          ], "cancel": true,
        ],
        [
          "do": "create", "type": "Person",
          "value": ["_id": 1, "returns": 1, "fails": 2, "steps": [["returns": 3]]],
        ],
      ]
    )
    let program = CaseProgram(of: testCase)
    #expect(program.schema == testCase.schema)
    #expect(program.configuration == ["sync": "none"])
    #expect(program.given == [["do": "events"]])
    #expect(
      program.steps == [
        ["do": "get", "type": "Person", "key": 1, "as": "ada"],
        [
          "do": "write",
          "steps": [
            ["do": "write", "steps": [["do": "events"]]], ["do": "delete", "object": "ada"],
          ],
          "cancel": true,
        ],
        // What a person's record calls its properties is not an expectation.
        [
          "do": "create", "type": "Person",
          "value": ["_id": 1, "returns": 1, "fails": 2, "steps": [["returns": 3]]],
        ],
      ]
    )
  }
}
