import Testing

@testable import Touchstone

struct StepCheckTests {
  @Test(arguments: [
    ("▶7", "a step must be an object"), ("▶{\"type\": \"Person\"}", "needs the key \"do\""),
    ("{\"do\": ▶\"gett\"}", "the class recording has no step \"gett\" (did you mean \"get\""),
    ("{\"do\": ▶\"clientLog\"}", "the class recording has no step \"clientLog\""),
    ("▶{\"do\": \"get\", \"type\": \"Person\"}", "the step \"get\" lacks the key \"key\""),
    ("{\"do\": \"count\", \"of\": \"ada\", \"at\": ▶1}", "has no key \"at\""),
    ("▶{\"do\": \"query\"}", "has exactly one of \"type\", \"in\""),
    (
      "▶{\"do\": \"put\", \"object\": \"ada\", \"property\": \"friends\", \"at\": 0, \"key\": \"a\", \"value\": 1}",
      "has exactly one of \"at\", \"key\""
    ), ("{\"do\": \"write\", \"steps\": ▶{}}", "steps must be an array, not an object"),
    ("{\"do\": \"write\", \"steps\": [], \"cancel\": ▶1}", "must be true or false, not an integer"),
    ("{\"do\": \"beginScope\", \"activity\": ▶null, \"as\": \"b\"}", "must be a string, not null"),
    (
      "{\"do\": \"recordEvent\", \"activity\": \"a\", \"data\": ▶{}}",
      "a string or null, not an object"
    ),
    (
      "{\"do\": \"updateMetadata\", \"metadata\": {\"a\": ▶1}}", "must be a string"
    ),
  ])
  func `A step has its arguments and no others`(step: String, message: String) {
    let group = GroupText.steps(step)
    let reading = Reading(group.text)
    // A wrong argument may bring a second fault, about a name: the first one is what counts here.
    let faults = reading.faults.filter { $0.message.contains(message) }
    #expect(faults.map(\.location) == [reading.marked], "\(reading.faults)")
  }

  @Test(arguments: [
    "{\"do\": \"write\", \"steps\": []}", "{\"do\": \"write\", \"steps\": [], \"cancel\": true}",
    "{\"do\": \"recordEvent\", \"activity\": \"a\", \"eventType\": null, \"data\": null}",
    "{\"do\": \"recordEvent\", \"activity\": \"\"}",
    "{\"do\": \"updateMetadata\", \"metadata\": [[\"a\", \"1\"], [\"a\", \"2\"]]}",
    "{\"do\": \"query\", \"type\": \"Person\", \"sort\": [[\"name\", \"descending\"]], \"returns\": 0}",
    "{\"do\": \"events\", \"returns\": []}",
    "{\"do\": \"get\", \"type\": \"Person\", \"key\": {\"$numberLong\": \"3\"}}",
  ])
  func `Steps as the format has them are fine`(step: String) { expectNoFault(in: .steps(step)) }

  @Test func `A name is bound once`() {
    expectFault(
      "\"ada\" is bound already",
      in: .steps("{\"do\": \"all\", \"type\": \"Person\", \"as\": ▶\"ada\"}")
    )
  }

  @Test func `Objects, collections and scopes share their names`() {
    expectFault(
      "\"scope\" is bound already",
      in: .steps("{\"do\": \"get\", \"type\": \"Person\", \"key\": 2, \"as\": ▶\"scope\"}")
    )
  }

  @Test func `A name is used after it is bound`() {
    expectFault(
      "\"bob\" is not bound by a step before this one",
      in: .steps(
        "{\"do\": \"value\", \"object\": ▶\"bob\", \"property\": \"name\"}, "
          + "{\"do\": \"get\", \"type\": \"Person\", \"key\": 2, \"as\": \"bob\"}"
      )
    )
  }

  @Test func `A name that differs a little is suggested`() {
    expectFault(
      "(did you mean \"scope\"?)",
      in: .steps("{\"do\": \"commitScope\", \"scope\": ▶\"scpoe\"}")
    )
  }

  @Test func `A name of the group's given is known in every case, and one of another case is not`()
  {
    var group = GroupText.steps("{\"do\": \"value\", \"object\": \"bob\", \"property\": \"name\"}")
    group.given = "[{\"do\": \"get\", \"type\": \"Person\", \"key\": 2, \"as\": \"bob\"}]"
    expectNoFault(in: group)
    group.given = nil
    #expect(Reading(group.text).faults.count == 1)
  }

  @Test(arguments: [
    (
      "{\"do\": \"commitScope\", \"scope\": ▶\"ada\"}",
      "\"ada\" is an object, and a scope is needed"
    ),
    (
      "{\"do\": \"delete\", \"object\": ▶\"scope\"}",
      "\"scope\" is a scope, and an object is needed"
    ),
    ("{\"do\": \"count\", \"of\": ▶\"ada\"}", "\"ada\" is an object, and a collection is needed"),
    (
      "{\"do\": \"set\", \"object\": \"ada\", \"property\": \"boss\", \"value\": {\"$ref\": ▶\"scope\"}}",
      "\"scope\" is a scope, and an object is needed"
    ),
  ])
  func `A name stands for something of the kind that is needed`(step: String, message: String) {
    expectFault(message, in: .steps(step))
  }

  @Test func `A name whose step fails stands for nothing`() {
    expectFault(
      "its step is expected to fail",
      in: .steps(
        "{\"do\": \"get\", \"type\": \"Nobody\", \"key\": 1, \"as\": \"x\", \"fails\": \"unknown-class\"}, "
          + "{\"do\": \"delete\", \"object\": ▶\"x\"}"
      )
    )
  }

  @Test func `A scope is not used after it was dropped`() {
    expectFault(
      "\"scope\" was released by \"dropScope\"",
      in: .steps(
        "{\"do\": \"dropScope\", \"scope\": \"scope\"}, {\"do\": \"isActive\", \"scope\": ▶\"scope\"}",
        facts: GroupText.needing("drop-scope")
      )
    )
  }

  @Test func `A scope may be used after it was cancelled`() {
    expectNoFault(
      in: .steps(
        "{\"do\": \"cancelScope\", \"scope\": \"scope\"}, "
          + "{\"do\": \"commitScope\", \"scope\": \"scope\", \"fails\": \"scope-not-active\"}"
      )
    )
  }

  @Test func `The clock is set before it is moved on`() {
    let set = "{\"do\": \"setClock\", \"to\": {\"$date\": \"2022-06-23T14:54:37.756Z\"}}"
    let facts = GroupText.needing("clock")
    expectFault(
      "needs a \"setClock\" before it",
      in: .steps("▶{\"do\": \"advanceClock\", \"milliseconds\": 5}, \(set)", facts: facts)
    )
    expectNoFault(
      in: .steps("\(set), {\"do\": \"advanceClock\", \"milliseconds\": 5}", facts: facts)
    )
  }

  @Test(arguments: [
    ("{\"do\": \"setClock\", \"to\": {\"$date\": {\"$numberLong\": \"5\"}}}", "clock"),
    ("{\"do\": \"dropScope\", \"scope\": \"scope\"}", "drop-scope"),
    (
      "{\"do\": \"write\", \"steps\": [{\"do\": \"dropScope\", \"scope\": \"scope\"}]}",
      "drop-scope"
    ),
    ("{\"do\": \"auditEventSchema\"}", "collection-schema"),
    (
      "{\"do\": \"set\", \"object\": \"ada\", \"property\": \"extra\", \"value\": [1]}",
      "mixed-collections"
    ),
    (
      "{\"do\": \"set\", \"object\": \"ada\", \"property\": \"extra\", \"value\": {\"a\": 1}}",
      "mixed-collections"
    ),
    (
      "{\"do\": \"set\", \"object\": \"ada\", \"property\": \"extra\", \"value\": {\"$ref\": \"ada\"}}",
      "mixed-links"
    ),
  ])
  func `A step of an optional feature is needed by the case`(step: String, feature: String) {
    let group = GroupText.steps(step)
    expectFault(
      "requires \"needs\": [\"\(feature)\"]",
      in: group.text.replacing("  {\n\"id\"", with: "  \(Reading.mark){\n\"id\"")
    )
    expectNoFault(in: .steps(step, facts: GroupText.needing(feature)))
  }

  @Test(arguments: ["7", "\"x\"", "{\"$oid\": \"62b38b3c10846041166f5deb\"}"])
  func `A plain value in a mixed property needs nothing`(value: String) {
    expectNoFault(
      in: .steps(
        "{\"do\": \"set\", \"object\": \"ada\", \"property\": \"extra\", \"value\": \(value)}"
      )
    )
  }

  @Test func `Given steps expect nothing and stay outside scopes`() {
    var group = GroupText()
    group.given = "[▶\(GroupText.begin.replacing("scope\"}", with: "outer\"}"))]"
    expectFault("\"given\" runs outside every scope", in: group)
    group.given = "[{\"do\": \"get\", \"type\": \"Person\", \"key\": 2, \"returns\": ▶true}]"
    expectFault("must succeed and expect nothing", in: group)
  }

  @Test(arguments: [
    (
      "{\"do\": \"get\", \"type\": ▶\"Persn\", \"key\": 1}",
      "\"Persn\" is not a class of the schema (did you mean \"Person\"?)"
    ),
    (
      "{\"do\": \"value\", \"object\": \"ada\", \"property\": ▶\"nam\"}",
      "\"nam\" is not a property of Person"
    ),
    (
      "{\"do\": \"query\", \"type\": \"Person\", \"where\": {\"age\": ▶1}}",
      "\"age\" is not a property of Person"
    ),
    (
      "{\"do\": \"query\", \"type\": \"Person\", \"sort\": [[▶\"age\", \"ascending\"]]}",
      "\"age\" is not a property of Person"
    ),
    (
      "{\"do\": \"follow\", \"object\": \"ada\", \"property\": ▶\"name\"}",
      "\"name\" is not a to-one link"
    ),
    (
      "{\"do\": \"collection\", \"object\": \"ada\", \"property\": ▶\"boss\", \"as\": \"c\"}",
      "\"boss\" is not a collection"
    ),
  ])
  func `Classes and properties are those of the schema`(step: String, message: String) {
    expectFault(message, in: .steps(step))
  }

  @Test(arguments: [
    "{\"do\": \"get\", \"type\": \"Nobody\", \"key\": 1, \"fails\": \"unknown-class\"}",
    "{\"do\": \"value\", \"object\": \"ada\", \"property\": \"nam\", \"fails\": \"unknown-property\"}",
    "{\"do\": \"query\", \"type\": \"Person\", \"where\": {\"age\": 1}, \"fails\": \"unknown-property\"}",
    "{\"do\": \"follow\", \"object\": \"ada\", \"property\": \"name\", \"fails\": \"type-mismatch\"}",
  ])
  func `A case may show what happens with unknown ones`(step: String) {
    expectNoFault(in: .steps(step))
  }

  @Test func `The class of an element is that of its collection`() {
    let friends =
      "{\"do\": \"collection\", \"object\": \"ada\", \"property\": \"friends\", \"as\": \"friends\"}, "
      + "{\"do\": \"element\", \"of\": \"friends\", \"at\": 0, \"as\": \"bob\"}, "
    expectNoFault(
      in: .steps(friends + "{\"do\": \"value\", \"object\": \"bob\", \"property\": \"name\"}")
    )
    expectFault(
      "\"age\" is not a property of Person",
      in: .steps(friends + "{\"do\": \"value\", \"object\": \"bob\", \"property\": ▶\"age\"}")
    )
  }

  /// A group of class flexible-sync with two realms.
  private func syncing(_ steps: String) -> GroupText {
    var group = GroupText.steps(steps, facts: GroupText.needing("clients"))
    group.conformanceClass = "flexible-sync"
    group.configuration = """
      {"events": null, "flexibleSync": {"realms": {"phone": {"user": "u"}, "tablet": {"user": "u"}}}}
      """
    return group
  }

  private static let lookup =
    "{\"do\": \"get\", \"type\": \"Person\", \"key\": 1, \"as\": \"tony\", \"returns\": true}"

  @Test func `The steps of flexible sync belong to their class`() {
    expectNoFault(in: syncing("{\"do\": \"synchronize\", \"fails\": \"offline\"}"))
    expectFault("has no step \"synchronize\"", in: .steps("{\"do\": ▶\"synchronize\"}"))
  }

  @Test func `A name belongs to the realm in which it was given`() {
    let use =
      "{\"do\": \"value\", \"object\": %\"tony\", \"property\": \"name\", \"returns\": \"T\"}"
    let here = use.replacing("%", with: "")
    let elsewhere = use.replacing("%", with: "▶")
    func on(_ steps: String) -> String {
      "{\"do\": \"on\", \"realm\": \"tablet\", \"steps\": [\(steps)]}"
    }
    expectNoFault(in: syncing(on(Self.lookup + ", " + here) + ", " + on(here)))
    expectFault(
      "\"tony\" belongs to the realm \"phone\", and this step runs in another",
      in: syncing(Self.lookup + ", " + on(elsewhere))
    )
    expectFault(
      "is not a realm of this case",
      in: syncing("\(Self.lookup), {\"do\": \"on\", \"realm\": ▶\"watch\", \"steps\": []}")
    )
  }

  @Test(arguments: [
    "{\"do\": \"synchronize\", \"returns\": []}", "{\"do\": \"write\", \"steps\": []}",
    "{\"do\": \"synchronize\", \"returns\": {\"$$anyOf\": [[], [1]]}}",
  ])
  func `What answers null, and takes nothing back, passes no case of flexible sync`(step: String) {
    var group = syncing(step)
    group.steps = "▶" + group.steps
    expectFault("an implementation that answers null to everything passes this case", in: group)
  }

  @Test(arguments: [
    ("{\"a\": ▶{\"$oid\": \"62b3\"}}", "\"$oid\" takes 24 hex digits"),
    (
      "{\"a\": ▶{\"$oids\": \"62b3\"}}",
      "Extended JSON has no \"$oids\" here (did you mean \"$oid\"?)"
    ),
    ("{\"a\": ▶{\"$oid\": \"62b38b3c10846041166f5deb\", \"b\": 1}}", "has no other key"),
    ("{\"a\": {\"$date\": ▶\"2022-13-01T00:00:00Z\"}}", "\"$date\" takes an ISO 8601 date"),
    ("{\"a\": {\"$date\": ▶\"2022-12-01\"}}", "\"$date\" takes an ISO 8601 date"),
    ("{\"a\": {\"$uuid\": ▶\"0\"}}", "8-4-4-4-12"),
    ("{\"a\": {\"$numberLong\": ▶1}}", "as a string"),
    ("{\"a\": {\"$numberDecimal\": ▶\"1,5\"}}", "a decimal number as a string"),
    ("{\"a\": {\"$binary\": ▶\"AQ==\"}}", "an object of \"base64\" and \"subType\""),
    ("{\"a.b\": ▶1}", "keys hold no \".\""),
    ("{\"a\": ▶12345678901234567890}", "fits into no type"),
  ])
  func `Values are well-formed Extended JSON`(value: String, message: String) {
    let step =
      "{\"do\": \"set\", \"object\": \"ada\", \"property\": \"extra\", \"value\": \(value)}"
    let reading = Reading(GroupText.steps(step, facts: GroupText.needing("mixed-collections")).text)
    let fault = reading.faults.first
    #expect(reading.faults.count == 1, "\(reading.faults)")
    #expect(fault?.message.contains(message) == true, "\(reading.faults)")
    #expect(fault?.location?.line == reading.marked?.line)
  }

  @Test(arguments: [
    "null", "-9223372036854775808", "1e300", "{\"$numberDouble\": \"-0.0\"}",
    "{\"$numberDecimal\": \"1E+10\"}",
    "{\"$date\": \"0001-01-01T00:00:00.001Z\"}", "{\"$date\": {\"$numberLong\": \"-1\"}}",
    "{\"$uuid\": \"00000000-0000-0000-0000-00000000000A\"}",
    "{\"$binary\": {\"base64\": \"\", \"subType\": \"00\"}}",
  ])
  func `Every form of a value is accepted`(value: String) {
    expectNoFault(
      in: .steps(
        "{\"do\": \"set\", \"object\": \"ada\", \"property\": \"extra\", \"value\": \(value)}"
      )
    )
  }
}
