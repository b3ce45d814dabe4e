import JSON
import TestSupport
import Testing

@testable import Touchstone

struct RepetitionTests {
  private func elements(_ times: Int, _ value: JSON) -> JSON {
    ["$repeat": ["times": .int(Int64(times)), "value": value]]
  }

  private func text(_ times: Int, _ text: String) -> JSON {
    ["$repeat": ["times": .int(Int64(times)), "text": .string(text)]]
  }

  private func faults(_ group: GroupText) -> [String] {
    Reading(group.text).faults.map(\.message)
  }

  // MARK: Writing out

  @Test func `A repeated text is one text`() {
    #expect(Repetition.expanded(["name": text(3, "ab")]) == ["name": "ababab"])
    #expect(Repetition.expanded([text(2, "é#"), "c"]) == ["é#é#", "c"])
  }

  @Test func `Repeated elements stand between their neighbours, each with its index`() {
    let value: JSON = ["_id": ["$index": 5], "name": ["$index": "#-#"], "plain": "#"]
    #expect(
      Repetition.expanded([0, elements(2, value), 9]) == [
        0, ["_id": 5, "name": "0-0", "plain": "#"], ["_id": 6, "name": "1-1", "plain": "#"], 9,
      ]
    )
  }

  @Test func `A repeated value may hold a repeated text`() {
    #expect(Repetition.expanded([elements(2, text(2, "a"))]) == ["aa", "aa"])
  }

  @Test func `An index may be negative`() {
    #expect(Repetition.expanded([elements(3, ["$index": -1])]) == [-1, 0, 1])
  }

  @Test func `What repeats nothing stays what it is`() {
    let value: JSON = ["$date": "2022-06-23T14:54:37.756Z", "list": [1, ["$ref": "a"]]]
    #expect(Repetition.expanded(value) == value)
  }

  @Test func `An implementation sees steps written out, without what is expected of each`() {
    let step: JSON = ["do": "get", "type": "Person", "key": ["$index": 1], "returns": true]
    let program = CaseProgram(of: Sample.makeCase(steps: [elements(2, step)]))
    #expect(
      program.steps == [
        ["do": "get", "type": "Person", "key": 1], ["do": "get", "type": "Person", "key": 2],
      ]
    )
  }

  // MARK: Checking

  private static let create =
    "{\"do\": \"create\", \"type\": \"Person\", \"value\": {\"_id\": {\"$index\": 2}}, \"as\": {\"$index\": \"p#\"}}"

  private static func write(_ value: String, times: Int = 20) -> String {
    "{\"do\": \"write\", \"steps\": [{\"$repeat\": {\"times\": \(times), \"value\": \(value)}}]}"
  }

  @Test func `Names of a repetition are bound, the first, the last and those between`() throws {
    for name in ["p0", "p7", "p19"] {
      let use = "{\"do\": \"value\", \"object\": \"\(name)\", \"property\": \"name\"}"
      #expect(faults(GroupText.steps(Self.write(Self.create) + ", " + use)) == [], "\(name)")
    }
    let use = "{\"do\": \"value\", \"object\": \"p20\", \"property\": \"name\"}"
    #expect(faults(GroupText.steps(Self.write(Self.create) + ", " + use)).count == 1)
  }

  @Test(arguments: [
    ("{\"$repeat\": {\"times\": 0, \"value\": 1}}", "\"times\" must be an integer above 0"),
    ("{\"$repeat\": {\"times\": 2}}", "exactly one of \"text\", \"value\""),
    (
      "{\"$repeat\": {\"times\": 2, \"text\": \"a\", \"value\": 1}}",
      "exactly one of \"text\", \"value\""
    ),
    ("{\"$repeat\": {\"times\": 2, \"text\": 1}}", "\"text\" must be a string"),
    ("{\"$repeat\": {\"times\": 100001, \"value\": 1}}", "100000 elements at most"),
    ("{\"$repeat\": {\"times\": 9000000, \"text\": \"ab\"}}", "16 MiB of text at most"),
    ("{\"$repeat\": {\"times\": 2, \"value\": 1}, \"more\": 1}", "no other key"),
    ("{\"$repeat\": {\"times\": 2, \"valu\": 1}}", "no key \"valu\""),
    (
      "{\"$repeat\": {\"times\": 2, \"value\": [{\"$repeat\": {\"times\": 2, \"value\": 1}}]}}",
      "no other with a \"value\""
    ),
    ("{\"$index\": 1}", "only in a repeated \"value\""),
    ("{\"$repeat\": {\"times\": 2, \"value\": {\"$index\": \"no mark\"}}}", "a text with #"),
    ("{\"$repeat\": {\"times\": 2, \"value\": {\"$index\": 1, \"more\": 1}}}", "no other key"),
  ])
  func `A repetition that is none is a fault`(_ element: String, _ words: String) throws {
    let found = faults(
      GroupText.steps(
        "{\"do\": \"set\", \"object\": \"ada\", \"property\": \"extra\", \"value\": [\(element)]}",
        facts: GroupText.needing("mixed-collections")
      )
    )
    #expect(found.contains { $0.contains(words) }, "\(found)")
  }

  @Test func `Repeated elements stand in arrays only`() {
    let repetition = "{\"$repeat\": {\"times\": 2, \"value\": 1}}"
    let found = faults(
      GroupText.steps(
        "{\"do\": \"set\", \"object\": \"ada\", \"property\": \"extra\", \"value\": \(repetition)}"
      )
    )
    #expect(found.contains { $0.contains("only in an array") })
  }

  @Test func `What is wrong in a repeated step is found there`() {
    let step = "{\"do\": \"create\", \"type\": \"Prson\", \"value\": {}}"
    let found = faults(GroupText.steps(Self.write(step)))
    #expect(found.contains { $0.contains("did you mean \"Person\"") }, "\(found)")
  }

  @Test func `A name that every repetition would bind is a fault`() {
    let step = Self.create.replacing("{\"$index\": \"p#\"}", with: "\"p\"")
    #expect(faults(GroupText.steps(Self.write(step))).contains { $0.contains("bound already") })
  }

  @Test func `A name between the first and the last that is taken is a fault`() {
    let one = "{\"do\": \"get\", \"type\": \"Person\", \"key\": 1, \"as\": \"p3\"}, "
    #expect(
      faults(GroupText.steps(one + Self.write(Self.create))).contains {
        $0.contains("\"p3\" is bound already")
      }
    )
  }

  // MARK: Reports

  @Test func `A trail of ten thousand events that is wrong in one is compared in its place`() {
    let expected: JSON = ["event": "read", "activity": ["$index": "a #"], "data": nil]
    let testCase = Sample.makeCase(events: [elements(2_000, expected)])
    let stored = (0..<2_000).map {
      Sample.stored("read", .string($0 == 700 ? "other" : "a \($0)"), number: $0)
    }
    let findings = CaseJudge(testCase, edition: "2023", window: Sample.window)
      .judge(.completed(steps: [], events: stored)).findings
    #expect(findings.map(\.place) == ["events[700].activity"])
  }
}
