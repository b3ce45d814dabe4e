import JSON
import Testing

@testable import Touchstone

struct GroupFileTests {
  @Test func `A case takes schema, configuration and given from its group`() throws {
    var group = GroupText()
    group.configuration = "{\"sync\": \"none\", \"partitionValue\": \"a\"}"
    group.given = "[{\"do\": \"recordEvent\", \"activity\": \"open\"}]"
    group.settings = "\"configuration\": {\"partitionValue\": \"b\"}"
    let reading = Reading(group.text)
    let testCase = try #require(reading.cases.first, "\(reading.faults)")
    #expect(testCase.name == "reads/people/one")
    #expect(testCase.chapter == "reads")
    #expect(testCase.level == .must)
    #expect(testCase.editions == nil)
    #expect(testCase.schema["Person"]?.primaryKey == "_id")
    #expect(testCase.configuration == ["sync": "none", "partitionValue": "b"])
    #expect(testCase.given == [["do": "recordEvent", "activity": "open"]])
    #expect(testCase.steps.count == 2)
  }

  @Test func `A case stands where its object begins`() throws {
    let text = GroupText().text.replacing("  {\n\"id\"", with: "    \(Reading.mark){\n\"id\"")
    let reading = Reading(text)
    let testCase = try #require(reading.cases.first, "\(reading.faults)")
    #expect(testCase.location == reading.marked)
  }

  @Test func `Braces and quotes in texts do not move a case`() throws {
    var group = GroupText()
    group.title = "\"a \\\" } ] { [ \\\\\""
    let reading = Reading(group.text.replacing("  {\n\"id\"", with: "  \(Reading.mark){\n\"id\""))
    let testCase = try #require(reading.cases.first, "\(reading.faults)")
    #expect(testCase.location == reading.marked)
  }

  @Test func `Text that is not JSON is refused where it breaks`() {
    expectFault("key", in: "{\n  \"title\": \"a\",\n  ▶}\n")
  }

  @Test func `An unknown key of a group is refused with the key that may be meant`() {
    expectFault(
      "a group has no key \"tittle\" (did you mean \"title\"?)",
      in: GroupText().text.replacing("\"class\"", with: "\"tittle\": ▶1, \"class\"")
    )
  }

  @Test func `An unknown key of a case is refused`() {
    var group = GroupText()
    group.settings = "\"given\": ▶[]"
    expectFault("a case has no key \"given\"", in: group)
  }

  @Test func `Keys of a case stand in their order`() {
    var group = GroupText()
    group.facts = """
      "title": "A person is read", "id": ▶"one", "requirements": ["READ-1"]
      """
    expectFault("\"id\" comes before \"title\" in a case", in: group)
  }

  @Test func `A missing key is reported where the case begins`() {
    var group = GroupText()
    group.facts = "\"id\": \"one\", \"requirements\": [\"READ-1\"]"
    expectFault(
      "a case lacks the key \"title\"",
      in: group.text.replacing("  {\n\"id\"", with: "  \(Reading.mark){\n\"id\"")
    )
  }

  @Test func `An unknown requirement is refused with one that may be meant`() {
    var group = GroupText()
    group.facts = """
      "id": "one", "title": "A person is read",
      "requirements": ["READ-1", ▶"RAED-2"]
      """
    expectFault(
      "\"RAED-2\" is not a requirement of the specification (did you mean \"READ-2\"",
      in: group
    )
  }

  @Test func `A case needs a requirement`() {
    var group = GroupText()
    group.facts = "\"id\": \"one\", \"title\": \"A person is read\", \"requirements\": ▶[]"
    expectFault("\"requirements\" must be an array that is not empty", in: group)
  }

  @Test func `An id that is taken is refused at the second case`() {
    var group = GroupText()
    let second = """
      }, {"id": ▶"one", "title": "It is read again", "requirements": ["READ-1"],
        "steps": \(group.steps), "expect": \(group.expect)
      """
    group.expect += second
    expectFault("\"one\" is taken by a case above", in: group)
  }

  @Test(arguments: [
    "Two-Queries", "two_queries", "two--queries", "-two", "two-", "", "zwei-größen",
  ])
  func `An id that is not in kebab-case is refused`(id: String) {
    var group = GroupText()
    group.facts = """
      "id": ▶"\(id)", "title": "A person is read", "requirements": ["READ-1"]
      """
    expectFault("is not in kebab-case", in: group)
  }

  @Test(arguments: ["two-queries-merge", "one", "a-1", "63-bytes"])
  func `Lowercase words and numbers with hyphens make an id`(id: String) {
    var group = GroupText()
    group.facts =
      "\"id\": \"\(id)\", \"title\": \"A person is read\", \"requirements\": [\"READ-1\"]"
    expectNoFault(in: group)
  }

  @Test(arguments: [
    ("A person should be read", "no \\\"should\\\""), ("Test that it is read", "no \\\"should\\\""),
    ("", "is empty"), ("a\\nb", "on one line"),
  ])
  func `A title says in one line what happens`(title: String, message: String) {
    var group = GroupText()
    group.facts = "\"id\": \"one\", \"title\": ▶\"\(title)\", \"requirements\": [\"READ-1\"]"
    expectFault(message.replacing("\\\"", with: "\""), in: group)
  }

  @Test func `A title may speak of tests and shoulders`() {
    var group = GroupText()
    group.facts =
      "\"id\": \"one\", \"title\": \"Shoulder tests are read\", \"requirements\": [\"READ-1\"]"
    expectNoFault(in: group)
  }

  @Test(arguments: [
    (
      "\"level\": ▶\"perhaps\"", "\"perhaps\" is not a value of \"level\"; known: must, should, may"
    ),
    ("\"level\": ▶1", "\"level\" must be a string, not an integer"),
    ("\"editions\": ▶[]", "\"editions\" must be an array that is not empty"),
    ("\"editions\": [\"2022\", ▶\"2024\"]", "\"2024\" is not a value of \"editions\""),
    ("\"editions\": [\"2022\", ▶\"2022\"]", "\"2022\" is there twice"),
    (
      "\"needs\": [▶\"clocks\"]", "\"clocks\" is not a value of \"needs\" (did you mean \"clock\"?)"
    ),
    ("\"needs\": [▶1]", "\"needs\" must hold strings"),
    ("\"notes\": ▶[]", "\"notes\" must be a string"),
  ])
  func `Facts of a case have known words`(fact: String, message: String) {
    var group = GroupText()
    group.facts += ", " + fact
    expectFault(message, in: group)
  }

  @Test func `A class that does not exist is refused`() {
    expectFault(
      "\"recordings\" is not a value of \"class\" (did you mean \"recording\"?)",
      in: GroupText().text.replacing("\"recording\"", with: "▶\"recordings\"")
    )
  }

  @Test func `All faults of a file are reported, sorted by their place`() {
    var group = GroupText()
    group.title = "1"
    group.facts = "\"id\": \"One\", \"title\": \"A person is read\", \"requirements\": [\"READ-9\"]"
    group.expect = "{\"events\": [], \"extra\": 1}"
    let faults = Reading(group.text).faults
    #expect(faults.count == 5)
    #expect(faults == faults.sorted())
    #expect(faults.map { $0.location?.line } == [2, 8, 8, 10, 10])
  }

  @Test func `Faults beyond a limit are only counted`() {
    var group = GroupText()
    let steps = repeatElement("{\"do\": \"nothing\"}", count: FaultList.limit + 7)
    group.steps = "[" + steps.joined(separator: ", ") + "]"
    let faults = Reading(group.text).faults
    #expect(faults.count == FaultList.limit + 1)
    #expect(faults.last?.message == "… and 7 more in this file")
  }

  @Test(arguments: ["[]", "1", "null", "{}"])
  func `What is not a group is refused and does not crash`(text: String) {
    let reading = Reading(text)
    #expect(!reading.faults.isEmpty)
    #expect(reading.faults.allSatisfy { $0.location?.line == 1 })
  }

  @Test func `Values of the wrong kind anywhere are faults and do not crash`() {
    let text = GroupText().text
    let json = try? JSON(parsing: text)
    let paths = json.map(Self.paths) ?? []
    #expect(paths.count > 20)
    for path in paths {
      for value: JSON in [nil, 7, "x", [], [:], [nil], ["$$a": 1, "$b": 2]] {
        guard let json else { continue }
        let changed = Self.replacing(json, path[...], with: value)
        _ = Reading(changed.text())
      }
    }
  }

  private static func paths(of json: JSON) -> [[JSONPath.Component]] {
    switch json {
    case .array(let elements):
      [[]]
        + elements.enumerated().flatMap { index, element in
          paths(of: element).map { [.index(index)] + $0 }
        }
    case .object(let members):
      [[]] + members.flatMap { key, value in paths(of: value).map { [.key(key)] + $0 } }
    default: [[]]
    }
  }

  private static func replacing(
    _ json: JSON,
    _ path: ArraySlice<JSONPath.Component>,
    with value: JSON
  ) -> JSON {
    switch (path.first, json) {
    case (.index(let index), .array(var elements)):
      elements[index] = replacing(elements[index], path.dropFirst(), with: value)
      return .array(elements)
    case (.key(let key), .object(var members)):
      members[key] = replacing(members[key] ?? nil, path.dropFirst(), with: value)
      return .object(members)
    default: return value
    }
  }
}
