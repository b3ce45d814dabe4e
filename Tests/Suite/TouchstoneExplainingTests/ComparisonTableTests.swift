import JSON
import TestSupport
import Testing

@testable import Touchstone
@testable import TouchstoneExplaining

struct ComparisonTableTests {
  private func rows(_ expected: [JSON], _ actual: [JSON]) -> [ComparisonRow] {
    let testCase = Sample.makeCase(events: expected)
    let judge = CaseJudge(testCase, edition: "2023", window: Sample.window)
    return judge.judge(.completed(steps: [], events: actual)).trail?.trailRows() ?? []
  }

  @Test func `A matcher that matches stands beside the value without a mark`() {
    let rows = rows(
      [Sample.expected(data: ["_id": ["$$type": "objectId"]])],
      [Sample.stored(data: #"{"_id":"62b38b3c10846041166f5deb"}"#)]
    )
    #expect(
      rows.contains(
        ComparisonRow(
          expected: #"  data: {_id: {"$$type": "objectId"}}"#,
          actual: #"  data: {_id: "62b38b3c10846041166f5deb"}"#,
          mark: .same
        )
      )
    )
    #expect(rows.allSatisfy { $0.mark == .same })
  }

  @Test func `A missing event has nothing beside it`() {
    let rows = rows([Sample.expected()], [])
    #expect(Set(rows.map(\.mark)) == [.missing])
    #expect(rows.contains { $0.expected == #"  event: "read""# })
    #expect(rows.allSatisfy { $0.actual == nil })
  }

  @Test func `Lines of a payload are folded, not cut`() {
    let line = "  name: " + String(repeating: "x", count: 50)
    let folded = TextWrapping.fold(line, to: 30)
    #expect(folded.allSatisfy { $0.count <= 30 })
    #expect(folded.joined().filter { $0 == "x" }.count == 50)
    #expect(
      TextWrapping.fold(String(repeating: "x", count: 5000), to: 30).last?.hasSuffix("…") == true
    )
  }

  @Test
  func `What may be missing and is does not look like something found`() {
    let rows = rows([Sample.expected(more: ["optional": true])], [])
    #expect(
      rows == [
        ComparisonRow(
          expected: "(nothing, as expected)",
          actual: "(nothing, as expected)",
          mark: .same
        )
      ]
    )
  }

  @Test
  func `In a long trail only the events that differ are shown`() {
    let expected = (0..<6).map { Sample.expected("read", .string("scope \($0)")) }
    var actual = (0..<6).map { Sample.stored("read", .string("scope \($0)"), number: $0) }
    actual[4] = Sample.stored("read", "scope 4", data: "x", number: 4)
    let lines = rows(expected, actual).compactMap(\.expected)
    #expect(lines.contains("(events[3] is as expected)"))
    #expect(lines.contains("  data: null"))
    #expect(!lines.contains("  activity: \"scope 3\""))
  }
}
