import JSON
import TestSupport
import Testing

@testable import Touchstone
@testable import TouchstoneExplaining

struct RepetitionTellingTests {
  private func elements(_ times: Int, _ value: JSON) -> JSON {
    ["$repeat": ["times": .int(Int64(times)), "value": value]]
  }

  private func text(_ times: Int, _ text: String) -> JSON {
    ["$repeat": ["times": .int(Int64(times)), "text": .string(text)]]
  }

  @Test func `A step that is repeated is told as a loop`() {
    let steps: [JSON] = [
      ["do": "create", "type": "Person", "value": ["_id": ["$index": 1]], "as": ["$index": "p#"]],
      ["do": "get", "type": "Person", "key": ["$index": "no #"]],
      ["do": "set", "object": ["$index": "p#"], "property": "name", "value": text(9, "ab")],
    ]
    #expect(
      StepTeller(isNumbered: false).lines(of: steps.map { Step(elements(10, $0)) })
        .map(\.text) == [
          "for index in 0..<10 {",
          "  let p[index] = realm.create(Person, value: {\"_id\": index + 1})", "}",
          "for index in 0..<10 {",
          "  realm.object(ofType: Person, forPrimaryKey: \"no \\(index)\")", "}",
          "for index in 0..<10 {", "  p[index].name = String(repeating: \"ab\", count: 9)", "}",
        ]
    )
  }

  @Test func `A case of ten thousand objects and ten megabytes that fails is told in few words`() {
    let step: JSON = ["do": "get", "type": "Person", "key": ["$index": 1]]
    let expected: JSON = [
      "event": "read", "activity": text(1_000_000, "0123456789"),
      "data": ["type": "Person", "value": [elements(10_000, ["_id": ["$index": 1]])]],
    ]
    let testCase = Sample.makeCase(steps: [elements(10_000, step)], events: [expected])
    let wrong = Repetition.expanded([elements(10_000, ["_id": ["$index": 2]])])
    let payload: JSON = ["type": "Person", "value": .array(wrong)]
    let stored = Sample.stored(
      "read",
      .string(String(repeating: "0123456789", count: 999_999)),
      data: .string(payload.text())
    )
    let outcomes = [StepOutcome](repeating: .ok(true), count: 10_000)
    let result = CaseResult.completed(steps: outcomes, events: [stored])
    var verdict = CaseJudge(testCase, edition: "2023", window: Sample.window).judge(result)
    #expect(verdict.verdict == .failed)
    verdict.result = result
    let explanation = ReportEntry(verdict).explanation(requirements: [:])
    #expect(explanation.joined().utf8.count < 50_000)
    #expect(ReportEntry(verdict).actual == nil)
    #expect(verdict.findings.allSatisfy { $0.message.utf8.count < 1_000 })
  }
}
