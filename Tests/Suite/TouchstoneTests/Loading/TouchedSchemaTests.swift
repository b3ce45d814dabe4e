import JSON
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

  private func touched(_ texts: JSON..., needs: Set<String> = []) -> TouchedSchema {
    TouchedSchema(schema: schema, given: given, touching: texts, needs: needs)
  }

  private func properties(_ touched: TouchedSchema, _ name: String = "Person") -> [String]? {
    touched.schema[name]?.properties.map(\.name)
  }

  @Test func `What nothing names is left out, and what given does with it`() {
    let touched = touched(["do": "value", "object": "ada", "property": "name"])
    #expect(properties(touched) == ["_id", "name"])
    #expect(touched.schema["Address"] == nil)
    #expect(touched.features.isEmpty)
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
    #expect(properties(touched(["data": ["office": nil]])) == ["_id", "name", "office"])
    #expect(properties(touched(["text": "{\"at\": ${office}}"])) == ["_id", "name", "office"])
    #expect(touched(["property": "office"]).features == [.links])
  }

  @Test func `An embedded object keeps its class, of which the rest is left out`() {
    let touched = touched(["data": ["home": ["city": "Bath"]]])
    #expect(properties(touched) == ["_id", "name", "home"])
    #expect(properties(touched, "Address") == ["city"])
    #expect(touched.features == [.embeddedObjects])
    #expect(touched.given[0].steps[0]["value"]?["home"] == ["city": "Bath"])
  }

  @Test func `The name of an embedded class keeps what holds it`() {
    #expect(properties(touched(["data": ["Address": []]])) == ["_id", "name", "home"])
  }

  @Test func `A name that given steps gave keeps what they are about`() {
    let touched = touched(["do": "value", "object": "first", "property": "name"])
    #expect(properties(touched) == ["_id", "name", "friends"])
    #expect(touched.given.count == 3)
    #expect(touched.features == [.links, .lists])
  }

  @Test func `A stated need keeps all properties of its feature`() {
    let touched = touched(["property": "name"], needs: ["embedded-objects"])
    #expect(properties(touched) == ["_id", "name", "home"])
    #expect(self.touched(["property": "name"], needs: ["lists"]).features == [.links, .lists])
  }

  @Test func `A property that shares its name with another type is kept`() {
    let schema = ProgramSchema([
      "A": ["primaryKey": "_id", "properties": ["_id": "int", "tags": "list<string>"]],
      "B": ["primaryKey": "_id", "properties": ["_id": "int", "tags": "string"]],
    ])
    let touched = TouchedSchema(schema: schema, given: [], touching: [], needs: [])
    #expect(touched.schema == schema)
    #expect(touched.features == [.lists])
  }

  @Test func `What back links are computed from is kept`() {
    let schema = ProgramSchema([
      "A": ["primaryKey": "_id", "properties": ["_id": "int", "to": "B?"]],
      "B": ["primaryKey": "_id", "properties": ["_id": "int", "from": "linkingObjects<A.to>"]],
    ])
    let touched = TouchedSchema(schema: schema, given: [], touching: [], needs: [])
    #expect(touched.schema == schema)
    #expect(touched.features == [.links, .backLinks])
  }
}
