package import Formats
package import JSON

package import Touchstone

/// Cases and answers in few words: what a test does not mention is as in any plain case.
package enum Sample {
  package static let windowStart = Timestamp(milliseconds: 1_700_000_000_000)
  package static let window = windowStart...Timestamp(milliseconds: 1_700_000_005_000)
  package static let schema: JSON = ["Person": ["primaryKey": "_id", "properties": ["_id": "int"]]]

  package static func makeCase(
    name: String = "reads/plain/a-case",
    level: Level = .must,
    needs: [String] = [],
    requirements: [String] = ["READ-1"],
    notes: String? = nil,
    schema: JSON = Sample.schema,
    configuration: JSON = [:],
    given: [JSON] = [],
    steps: [JSON] = [],
    events: [JSON] = [],
    expectation: JSON? = nil
  ) -> Case {
    var testCase = Case(
      name: name,
      title: "Something happens",
      requirements: requirements,
      steps: steps.map(Step.init),
      expectation: expectation ?? ["events": .array(events)],
      location: TextLocation(file: "Golden/cases/reads/plain.json", line: 12, column: 5)
    )
    (testCase.level, testCase.needs, testCase.notes) = (level, needs, notes)
    (testCase.schema, testCase.configuration) = (ProgramSchema(schema), configuration)
    testCase.given = given.map(Step.init)
    return testCase
  }

  /// A stored event as an implementation exports it.
  package static func stored(
    _ event: JSON = "read",
    _ activity: JSON = "open",
    data: JSON = nil,
    number: Int = 0,
    timestamp: JSON = ["$date": ["$numberLong": "1700000001000"]],
    more: JSONObject = [:]
  ) -> JSON {
    var document: JSONObject = [
      "_id": ["$oid": .string(identifier(number))],
      "_partition": .string("events-" + identifier(99)), "activity": activity, "event": event,
      "timestamp": timestamp, "data": data,
    ]
    for (key, value) in more { document[key] = value }
    return .object(document)
  }

  package static func identifier(_ number: Int) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 24 - digits.count) + digits
  }

  package static func expected(
    _ event: JSON = "read",
    _ activity: JSON = "open",
    data: JSON = nil,
    more: JSONObject = [:]
  ) -> JSON {
    var object: JSONObject = ["event": event, "activity": activity, "data": data]
    for (key, value) in more { object[key] = value }
    return .object(object)
  }
}
