import Formats
import JSON
import TestSupport
import Testing

@testable import Touchstone

/// What only groups of class `event-realm` may say.
struct EventRealmCheckTests {
  private static let features = "\"offline\", \"restart\", \"rotation\", \"server-schema\""

  private func group(_ steps: String, needs: String = features) -> GroupText {
    var group = GroupText.steps(steps)
    group.conformanceClass = "event-realm"
    group.facts = """
      "id": "one", "title": "A person is read", "requirements": ["READ-1"], "needs": [\(needs)]
      """
    return group
  }

  private func configured(_ configuration: String, needs: String = features) -> GroupText {
    var group = group("{\"do\": \"goOffline\"}", needs: needs)
    group.configuration = configuration
    return group
  }

  @Test(arguments: [
    "{\"do\": \"failUploads\", \"after\": 0}", "{\"do\": \"restart\"}",
    "{\"do\": \"restart\", \"events\": {\"app\": \"b\", \"maxPartitionBytes\": 1}}",
    "{\"do\": \"partitions\", \"returns\": []}", "{\"do\": \"serverEvents\", \"returns\": []}",
    "{\"do\": \"serverSchema\", \"returns\": null}", "{\"do\": \"errors\", \"returns\": []}",
    "{\"do\": \"waitForUploads\", \"fails\": \"upload-failed\"}",
  ])
  func `Steps of the event realm as the format has them are fine`(step: String) {
    expectNoFault(in: group(step))
  }

  @Test(arguments: [
    ("▶{\"do\": \"failUploads\"}", "lacks the key \"after\""),
    ("{\"do\": \"failUploads\", \"after\": ▶-1}", "an integer that is not negative"),
    ("{\"do\": \"restart\", \"events\": {\"directory\": ▶\"/\"}}", "has no key \"directory\""),
    ("{\"do\": \"restart\", \"events\": ▶null}", "must be an object, not null"),
    ("{\"do\": \"goOffline\", \"returns\": ▶1}", "yields no value"),
    ("{\"do\": \"serverEvents\", \"returns\": ▶{}}", "a trail must be an array"),
    ("{\"do\": \"errors\", \"returns\": ▶\"upload-failed\"}", "yields an array"),
  ])
  func `Steps of the event realm have their arguments and no others`(
    step: String,
    message: String
  ) {
    expectFault(message, in: group(step))
  }

  @Test(arguments: [
    ("▶{\"do\": \"changeOnServer\", \"activity\": \"a\"}", "exactly one of \"set\", \"delete\""),
    (
      "{\"do\": \"changeOnServer\", \"activity\": \"a\", \"set\": ▶{}}",
      "must be an object of fields"
    ),
    (
      "{\"do\": \"changeOnServer\", \"activity\": \"a\", \"set\": {\"data\": ▶1}}",
      "must be a string, not an integer"
    ),
  ])
  func `A change on the server says what is changed`(step: String, message: String) {
    expectFault(message, in: group(step, needs: "\"server-changes\""))
  }

  @Test(arguments: ["goOffline", "serverEvents", "errors"])
  func `Other classes do not know these steps`(name: String) {
    expectFault(
      "the class recording has no step \"\(name)\"",
      in: .steps("{\"do\": ▶\"\(name)\"}")
    )
  }

  @Test func `No name outlives a restart`() {
    expectFault(
      "\"scope\" is gone since \"restart\"",
      in: group("{\"do\": \"restart\"}, {\"do\": \"commitScope\", \"scope\": ▶\"scope\"}")
    )
  }

  @Test func `A name that is gone is not given again`() {
    expectFault(
      "\"ada\" is bound already",
      in: group(
        "{\"do\": \"restart\"}, {\"do\": \"get\", \"type\": \"Person\", \"key\": 1, \"as\": ▶\"ada\"}"
      )
    )
  }

  @Test func `A restart stands in no transaction`() {
    expectFault(
      "neither in \"given\" nor in a transaction",
      in: group("{\"do\": \"write\", \"steps\": [▶{\"do\": \"restart\"}]}")
    )
    expectNoFault(in: group("{\"do\": \"write\", \"steps\": []}, {\"do\": \"restart\"}"))
  }

  @Test func `A restart is not given`() {
    var group = group("{\"do\": \"goOffline\"}")
    group.given = "[▶{\"do\": \"restart\"}]"
    expectFault("neither in \"given\" nor in a transaction", in: group)
  }

  @Test(arguments: [
    ("{\"do\": \"goOffline\"}", "offline"), ("{\"do\": \"restart\"}", "restart"),
    ("{\"do\": \"partitions\"}", "rotation"), ("{\"do\": \"serverSchema\"}", "server-schema"),
    ("{\"do\": \"logOut\"}", "users"),
  ])
  func `A case says which features its steps need`(step: String, feature: String) {
    let reading = Reading(group(step, needs: "\"clock\"").text)
    let faults = reading.faults.map(\.message)
    #expect(faults.count == 1)
    #expect(faults.first?.contains("requires \"needs\": [\"\(feature)\"]") == true, "\(faults)")
  }

  @Test(arguments: [
    ("{\"events\": {\"maxPartitionBytes\": 1}}", "rotation"),
    ("{\"server\": {\"developmentMode\": false}}", "server-schema"),
  ])
  func `A case says which features its configuration needs`(
    configuration: String,
    feature: String
  ) {
    let reading = Reading(configured(configuration, needs: "\"offline\"").text)
    let faults = reading.faults.map(\.message)
    #expect(faults.count == 1)
    #expect(faults.first?.contains("requires \"needs\": [\"\(feature)\"]") == true, "\(faults)")
    expectNoFault(in: configured(configuration))
  }

  @Test(arguments: [
    ("{\"server\": ▶true}", "must be an object, not true or false"),
    ("{\"server\": {\"mode\": ▶true}}", "\"server\" has no key \"mode\""),
    ("{\"server\": {\"developmentMode\": ▶1}}", "must be true or false"),
    ("{\"server\": {\"metadataFields\": ▶\"a\"}}", "must be an array of strings"),
    ("{\"events\": {\"app\": ▶1}}", "\"app\" must be a string"),
  ])
  func `The server and the app are described as the format has it`(
    configuration: String,
    message: String
  ) {
    expectFault(message, in: configured(configuration))
  }

  @Test(arguments: ["{\"server\": ▶{}}", "{\"events\": {\"app\": ▶\"a\"}}"])
  func `Other classes have no server and no app`(configuration: String) {
    var group = GroupText()
    group.configuration = configuration
    expectFault("has no key", in: group)
  }

  @Test func `Events on the server are compared like a trail`() throws {
    let event: JSON = ["event": .null, "activity": "round", "data": .null]
    let step: JSON = ["do": "serverEvents", "returns": [event]]
    let stored: JSON = [
      "_id": ["$oid": "62b396f4ebe94d2b871889bb"],
      "_partition": "events-62b396f4ebe94d2b871889ba", "activity": "round",
      "timestamp": ["$date": "2022-06-23T14:54:37.756Z"],
    ]
    let testCase = Sample.makeCase(steps: [step])
    let rules = TrailRules(
      testCase,
      edition: "2023",
      window: Timestamp(milliseconds: 0)...Timestamp(milliseconds: 2_000_000_000_000)
    )
    var same = StepMatching(testCase, rules)
    same.compare([Step(step)], [.ok([stored])], at: JSONPath())
    #expect(same.findings.isEmpty)
    var twice = StepMatching(testCase, rules)
    twice.compare([Step(step)], [.ok([stored, stored])], at: JSONPath())
    #expect(!twice.findings.isEmpty)
  }

  @Test func `Partitions may bear every prefix that a case restarts with, and no other`() {
    let restart: JSON = ["do": "restart", "events": ["partitionPrefix": "billing"]]
    let rules = TrailRules(
      Sample.makeCase(steps: [restart]),
      edition: "2023",
      window: Timestamp(milliseconds: 0)...Timestamp(milliseconds: 1)
    )
    #expect(rules.isPartition("events-62b396f4ebe94d2b871889ba"))
    #expect(rules.isPartition("billing-62b396f4ebe94d2b871889ba"))
    #expect(!rules.isPartition("bill-62b396f4ebe94d2b871889ba"))
  }
}
