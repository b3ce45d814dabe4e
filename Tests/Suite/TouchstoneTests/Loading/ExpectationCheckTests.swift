import Testing

@testable import Touchstone

struct ExpectationCheckTests {
  private func group(_ expect: String, facts: String? = nil) -> GroupText {
    var group = GroupText()
    group.expect = expect
    if let facts { group.facts = facts }
    return group
  }

  /// A group whose only expected event has these members besides.
  private func event(data: String, _ more: String = "", facts: String? = nil) -> GroupText {
    group(
      "{\"events\": [{\"event\": \"read\", \"activity\": \"look\", \"data\": \(data)\(more)}]}",
      facts: facts
    )
  }

  @Test(arguments: [
    ("▶{}", "\"expect\" has exactly one of \"events\", \"openFails\""),
    ("▶[]", "\"expect\" must be an object"),
    ("{\"event\": ▶[], \"events\": [\(GroupText.event)]}", "(did you mean \"events\"?)"),
    ("{\"events\": ▶7}", "a trail must be an array of events"),
    ("{\"events\": [▶7]}", "an expected event must be an object"),
    (
      "{\"events\": [▶{\"event\": null, \"data\": null}]}",
      "an expected event lacks the key \"activity\""
    ),
    (
      "{\"events\": [\(GroupText.event)], \"order\": ▶\"free\"}",
      "\"free\" is not a value of \"order\""
    ),
    ("{\"openFails\": ▶\"invalid\"}", "\"invalid\" is not an error code"),
    (
      "▶{\"events\": [\(GroupText.event)], \"openFails\": \"other\"}",
      "has exactly one of \"events\", \"openFails\""
    ),
  ])
  func `An expectation is well-formed`(expect: String, message: String) {
    let reading = Reading(group(expect).text)
    let faults = reading.faults.filter { $0.message.contains(message) }
    #expect(faults.map(\.location) == [reading.marked], "\(reading.faults)")
  }

  @Test(arguments: [
    "{\"openFails\": \"other\"}",
    "{\"openFails\": {\"code\": \"other\", \"message\": {\"$$matches\": \".*\"}}}",
    "{\"events\": [\(GroupText.event)], \"order\": \"any\"}",
  ])
  func `Expectations of the format are fine`(expect: String) { expectNoFault(in: group(expect)) }

  @Test(arguments: [
    "[]", "[{\"event\": \"read\", \"activity\": \"look\", \"data\": null, \"optional\": true}]",
  ])
  func `A case that an implementation without records passes is refused`(events: String) {
    expectFault(
      "an implementation that records nothing passes this case",
      in: group("{\"events\": ▶\(events)}")
    )
  }

  @Test(arguments: [
    ("▶\"READ-2\"", "\"READ-2\" is not a requirement of this case"),
    ("{\"name\": ▶\"READ-2\"}", "\"READ-2\" is not a requirement of this case"),
    ("{\"nmae\": ▶\"READ-1\"}", "nothing that is expected there has the key \"nmae\""),
    ("▶{}", "\"because\" must be a requirement, or an object with one for each key"),
    ("▶7", "\"because\" must be a requirement, or an object with one for each key"),
  ])
  func `What is expected is so for a requirement of its case, and by keys that are there`(
    _ because: String,
    _ message: String
  ) {
    let reading = Reading(event(data: "{\"name\": 1}", ", \"because\": \(because)").text)
    let faults = reading.faults.filter { $0.message.contains(message) }
    #expect(Set(faults.map(\.location)) == [reading.marked], "\(reading.faults)")
  }

  @Test(arguments: ["\"READ-1\"", "{\"name\": \"READ-1\"}"])
  func `An event and a step say which requirement they stand for`(_ because: String) {
    var group = event(data: "{\"name\": 1}", ", \"because\": \(because)")
    expectNoFault(in: group)
    group = self.group("{\"events\": [\(GroupText.event)]}")
    group.steps =
      "[{\"do\": \"get\", \"type\": \"Person\", \"key\": 1, \"returns\": true, \"because\": \"READ-1\"}]"
    expectNoFault(in: group)
  }

  @Test(arguments: ["\"fails\": \"other\"", "\"returns\": true"])
  func `An empty trail is fine beside a step that expects something`(expectation: String) {
    var group = group("{\"events\": []}")
    group.steps =
      "[{\"do\": \"write\", \"steps\": [{\"do\": \"get\", \"type\": \"Person\", \"key\": 1, \(expectation)}]}]"
    expectNoFault(in: group)
  }

  @Test(arguments: [
    ("{\"a\": ▶{\"$$any\": []}}", "\"$$any\" is not a matcher (did you mean \"$$anyOf\"?)"),
    ("{\"a\": ▶{\"$$type\": \"int\", \"b\": 1}}", "a matcher has no other key"),
    ("{\"a\": {\"$$type\": ▶\"integer\"}}", "\"$$type\" takes one of"),
    ("{\"a\": {\"$$matches\": ▶\"(\"}}", "is not a regular expression"),
    ("{\"a\": {\"$$absent\": ▶false}}", "\"$$absent\" takes true"),
    ("[▶{\"$$absent\": true}]", "in the place of a member"),
    ("▶{\"$$absent\": true}", "in the place of a member"),
    ("{\"$$anyOf\": ▶[]}", "\"$$anyOf\" takes an array"),
    ("{\"$$unordered\": ▶{}}", "\"$$unordered\" takes an array"),
    ("{\"$$unordered\": [1, {\"$$type\": ▶7}]}", "\"$$type\" takes one of"),
    ("{\"$$between\": ▶[1]}", "two dates or two numbers"),
    ("{\"$$between\": ▶[1, \"2022-06-23T14:54:37.756Z\"]}", "two dates or two numbers"),
    ("{\"$$between\": ▶[2, 1]}", "the first not above the second"),
    ("{\"a\": {\"$oid\": ▶\"62b38b3c10846041166f5deb\"}}", "a payload is plain JSON"),
    ("{\"a\": ▶1e400}", "fits into no type"),
  ])
  func `Matchers are known and well-formed`(data: String, message: String) {
    let reading = Reading(event(data: data).text)
    #expect(reading.faults.count == 1, "\(reading.faults)")
    #expect(reading.faults.first?.message.contains(message) == true, "\(reading.faults)")
    #expect(reading.faults.first?.location?.line == reading.marked?.line)
  }

  @Test(arguments: [
    "\"raw text\"", "{\"$$matches\": \"a+\"}", "{\"a\": {\"$$absent\": true}}",
    "{\"$$unordered\": []}",
    "{\"a\": {\"$$anyOf\": [{\"$$absent\": true}, 1]}}", "{\"$$between\": [1, 1.5]}",
    "{\"$$between\": [\"2022-06-23T14:54:37.756Z\", \"2022-06-23T14:54:37.756Z\"]}",
    "{\"price\": {\"$\": 1, \"€\": 2}}",
  ])
  func `Matchers of the format are fine`(data: String) { expectNoFault(in: event(data: data)) }

  @Test(arguments: [
    (", \"metadata\": {\"user\": ▶1}", "must be a string or a matcher"),
    (", \"metadata\": ▶null", "must be an object"),
    (", \"optional\": ▶1", "\"optional\" must be true or false"),
    (", \"partition\": ▶null", "must be a string or a matcher"),
    (", \"meta\": ▶{}", "an expected event has no key \"meta\""),
  ])
  func `Further fields of an event are well-formed`(more: String, message: String) {
    expectFault(message, in: event(data: "null", more))
  }

  @Test func `A stated timestamp needs the clock, in the trail and in an earlier look at it`() {
    let stamp = ", \"timestamp\": {\"$date\": \"2022-06-23T14:54:37.756Z\"}"
    expectFault(
      "a stated \"timestamp\" requires \"needs\": [\"clock\"]",
      in: event(data: "null", stamp).text.replacing(
        "  {\n\"id\"",
        with: "  \(Reading.mark){\n\"id\""
      )
    )
    expectNoFault(in: event(data: "null", stamp, facts: GroupText.needing("clock")))
    let look = GroupText.steps(
      "{\"do\": \"events\", \"returns\": [{\"event\": null, \"activity\": \"a\", \"data\": null\(stamp)}]}"
    )
    #expect(Reading(look.text).faults.count == 1)
  }

  @Test func `A timestamp is a date, not a text`() {
    expectFault(
      "\"timestamp\" must be a date",
      in: event(
        data: "null",
        ", \"timestamp\": ▶\"2022-06-23T14:54:37.756Z\"",
        facts: GroupText.needing("clock")
      )
    )
  }

  @Test(arguments: [
    (
      "{\"do\": \"count\", \"of\": \"all\", \"returns\": ▶\"3\"}",
      "yields an integer that is not negative"
    ),
    ("{\"do\": \"isActive\", \"scope\": \"scope\", \"returns\": ▶1}", "yields true or false"),
    ("{\"do\": \"commitScope\", \"scope\": \"scope\", \"returns\": ▶null}", "yields no value"),
    ("{\"do\": \"events\", \"returns\": ▶{}}", "a trail must be an array"),
    (
      "{\"do\": \"commitScope\", \"scope\": \"scope\", \"fails\": ▶\"scope-inactive\"}",
      "is not an error code"
    ),
    (
      "{\"do\": \"commitScope\", \"scope\": \"scope\", \"fails\": ▶{\"message\": \"a\"}}",
      "lacks the key \"code\""
    ),
    ("▶{\"do\": \"count\", \"of\": \"all\", \"returns\": 1, \"fails\": \"other\"}", "not both"),
  ])
  func `The outcome of a step is one that it can have`(step: String, message: String) {
    expectFault(
      message,
      in: .steps("{\"do\": \"all\", \"type\": \"Person\", \"as\": \"all\"}, " + step)
    )
  }
}
