import JSON
import TestSupport
import Testing

@testable import Touchstone

/// What is left of a schema with a list, an embedded object and links when a case touches some of it.
struct TouchedSchemaTests {
  private let schema = ProgramSchema([
    "Person": [
      "primaryKey": "_id",
      "properties": [
        "_id": "int", "name": "string", "friends": "list<Person>", "home": "Address?",
        "office": "Office?",
      ],
    ],
    "Office": ["primaryKey": "_id", "properties": ["_id": "int"]],
    "Address": ["embedded": true, "properties": ["city": "string", "lines": "list<string>"]],
  ])

  private let given: [Step] = [
    [
      "do": "write",
      "steps": [
        [
          "do": "create", "type": "Person", "as": "ada",
          "value": [
            "_id": 1, "name": "Ada", "friends": [], "home": ["city": "Bath", "lines": ["a"]],
          ],
        ],
        ["do": "add", "object": "ada", "property": "friends", "value": ["$ref": "ada"]],
      ],
    ],
    ["do": "collection", "object": "ada", "property": "friends", "as": "circle"],
    ["do": "element", "of": "circle", "at": 0, "as": "first"],
  ]

  private func touched(
    _ step: Step? = nil,
    data: JSON = [:],
    needs: [String] = [],
    of other: ProgramSchema? = nil
  ) -> TouchedSchema {
    var testCase = Sample.makeCase(
      needs: needs,
      steps: [step?.json].compactMap(\.self),
      events: [Sample.expected(data: data)]
    )
    testCase.schema = other ?? schema
    testCase.given = other == nil ? given : []
    return TouchedSchema(of: testCase)
  }

  private func properties(_ touched: TouchedSchema, _ name: String = "Person") -> [String]? {
    touched.schema[name]?.properties.map(\.name)
  }

  @Test func `What nothing names is left out, and what given does with it`() {
    let touched = touched(["do": "value", "object": "ada", "property": "name"])
    #expect(properties(touched) == ["_id", "name"])
    #expect(touched.schema["Address"] == nil)
    #expect(touched.schema.features.isEmpty)
    #expect(
      touched.given == [
        [
          "do": "write",
          "steps": [
            ["do": "create", "type": "Person", "as": "ada", "value": ["_id": 1, "name": "Ada"]]
          ],
        ]
      ]
    )
  }

  @Test func `What a step, an expected payload or a text names is kept`() {
    #expect(properties(touched(["property": "office"])) == ["_id", "name", "office"])
    #expect(properties(touched(data: ["office": 1])) == ["_id", "name", "office"])
    #expect(properties(touched(data: "{\"office\": null}")) == ["_id", "name", "office"])
    #expect(touched(["property": "office"]).schema.features == [.links])
  }

  @Test func `What is only shown empty is left out of what is expected and made, too`() {
    let touched = touched(
      [
        "do": "write",
        "steps": [
          ["do": "create", "type": "Person", "value": ["_id": 2, "name": "Ben", "friends": []]]
        ],
      ],
      data: [
        "Person": ["insertions": [["_id": 2, "name": "Ben", "friends": [], "home": nil]]]
      ]
    )
    #expect(properties(touched) == ["_id", "name"])
    #expect(touched.steps[0].steps[0]["value"] == ["_id": 2, "name": "Ben"])
    #expect(
      touched.expectation["events"]?[0]?["data"]
        == ["Person": ["insertions": [["_id": 2, "name": "Ben"]]]]
    )
  }

  @Test func `What became empty, and what is asked for empty, is kept`() {
    let change: JSON = ["modifications": [["oldValue": ["_id": 1], "newValue": ["friends": []]]]]
    #expect(properties(touched(data: ["Person": change])) == ["_id", "name", "friends"])
    let query: Step = ["do": "query", "type": "Person", "where": ["office": nil]]
    #expect(properties(touched(query)) == ["_id", "name", "office"])
  }

  @Test func `Words of an activity name nothing`() {
    #expect(
      properties(touched(["do": "beginScope", "activity": "look at friends", "as": "scope"]))
        == ["_id", "name"]
    )
  }

  @Test func `An embedded object keeps its class, of which the rest is left out`() {
    let touched = touched(data: ["home": ["city": "Bath"]])
    #expect(properties(touched) == ["_id", "name", "home"])
    #expect(properties(touched, "Address") == ["city"])
    #expect(touched.schema.features == [.embeddedObjects])
    #expect(touched.given[0].steps[0]["value"]?["home"] == ["city": "Bath"])
  }

  @Test func `The name of an embedded class keeps what holds it`() {
    #expect(properties(touched(data: ["Address": ["insertions": [1]]])) == ["_id", "name", "home"])
  }

  @Test func `A name that given steps gave keeps what they are about`() {
    let touched = touched(["do": "value", "object": "first", "property": "name"])
    #expect(properties(touched) == ["_id", "name", "friends"])
    #expect(touched.given.count == 3)
    #expect(touched.schema.features == [.links, .lists])
  }

  @Test func `A stated need keeps all properties of its feature`() {
    let touched = touched(["property": "name"], needs: ["embedded-objects"])
    #expect(properties(touched) == ["_id", "name", "home"])
    #expect(
      self.touched(["property": "name"], needs: ["lists"]).schema.features == [.links, .lists]
    )
  }

  @Test func `A property that shares its name with another type is kept`() {
    let schema = ProgramSchema([
      "A": ["primaryKey": "_id", "properties": ["_id": "int", "tags": "list<string>"]],
      "B": ["primaryKey": "_id", "properties": ["_id": "int", "tags": "string"]],
    ])
    let touched = touched(of: schema)
    #expect(touched.schema == schema)
    #expect(touched.schema.features == [.lists])
  }

  @Test func `What back links are computed from is kept`() {
    let schema = ProgramSchema([
      "A": ["primaryKey": "_id", "properties": ["_id": "int", "to": "B?"]],
      "B": ["primaryKey": "_id", "properties": ["_id": "int", "from": "linkingObjects<A.to>"]],
    ])
    let touched = touched(of: schema)
    #expect(touched.schema == schema)
    #expect(touched.schema.features == [.links, .backLinks])
  }
}
