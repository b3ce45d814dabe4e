import JSON
import Testing

@testable import Touchstone

/// What the names of a program stand for at one of its steps.
struct ProgramWalkTests {
  private let schema: ProgramSchema = [
    "Doctor": [
      "primaryKey": "_id",
      "properties": [
        "_id": "int", "patients": "list<Patient>", "wards": "linkingObjects<Ward.head>",
      ],
    ],
    "Patient": ["primaryKey": "_id", "properties": ["_id": "int", "doctor": "Doctor?"]],
    "Ward": ["primaryKey": "_id", "properties": ["_id": "int", "head": "Doctor?"]],
  ]

  private func walk(_ steps: Step..., configuration: JSON = [:]) -> ProgramWalk {
    var walk = ProgramWalk(schema, configuration)
    for step in steps { walk.noteAll(step) }
    return walk
  }

  @Test func `A name has the class of what its step yields`() {
    let walk = walk(
      ["do": "get", "type": "Doctor", "key": 1, "as": "doctor"],
      ["do": "collection", "object": "doctor", "property": "patients", "as": "patients"],
      ["do": "element", "of": "patients", "at": 0, "as": "patient"],
      ["do": "follow", "object": "patient", "property": "doctor", "as": "other"],
      ["do": "collection", "object": "doctor", "property": "wards", "as": "wards"],
      ["do": "query", "in": "wards", "as": "found"],
      ["do": "collection", "object": "doctor", "property": "_id", "as": "nothing"]
    )
    let classes = walk.names.mapValues(\.className)
    #expect(
      classes == [
        "doctor": "Doctor", "patients": "Patient", "patient": "Patient", "other": "Doctor",
        "wards": "Ward", "found": "Ward", "nothing": nil,
      ]
    )
  }

  @Test func `A name of one realm is not known in another`() {
    let configuration: JSON = ["flexibleSync": ["realms": ["a": [:], "b": [:]]]]
    var walk = walk(
      [
        "do": "on", "realm": "b", "steps": [["do": "get", "type": "Ward", "key": 1, "as": "ward"]],
      ],
      ["do": "get", "type": "Ward", "key": 1, "as": "own"],
      configuration: configuration
    )
    #expect(walk.knows("own"))
    #expect(!walk.knows("ward"))
    let outer = walk.enter(["do": "on", "realm": "b", "steps": []])
    #expect(walk.knows("ward"))
    #expect(!walk.knows("own"))
    walk.leave(to: outer)
    #expect(walk.place.realm == "a")
  }

  @Test func `A restart ends the names and scopes of its realm alone`() {
    let configuration: JSON = ["flexibleSync": ["realms": ["a": [:], "b": [:]]]]
    var walk = walk(
      ["do": "beginScope", "activity": "own", "as": "scope"],
      [
        "do": "on", "realm": "b",
        "steps": [
          ["do": "get", "type": "Ward", "key": 1, "as": "ward"],
          ["do": "beginScope", "activity": "other", "as": "other"],
        ],
      ],
      ["do": "restart"],
      configuration: configuration
    )
    #expect(!walk.knows("scope"))
    #expect(walk.activeScopes == ["other"])
    _ = walk.enter(["do": "on", "realm": "b", "steps": []])
    #expect(walk.knows("ward"))
  }

  @Test func `A step that is to fail gives no name`() {
    let walk = walk([
      "do": "follow", "object": "doctor", "property": "nothing", "as": "other",
      "fails": "unknown-property",
    ])
    #expect(walk.names["other"] != nil)
    #expect(!walk.knows("other"))
  }

  @Test func `A transaction is around what stands in it, and no longer`() {
    var walk = walk([
      "do": "write", "steps": [["do": "create", "type": "Ward", "value": ["_id": 1]]],
    ])
    #expect(!walk.isInWrite)
    _ = walk.enter(["do": "write", "cancel": true, "steps": []])
    #expect(walk.isInWrite)
    #expect(walk.place.transactions.last?[.cancel] == true)
  }

  @Test func `A step uses the names under its arguments and in its links`() {
    let step: Step = [
      "do": "set", "object": "ward", "property": "heads",
      "value": [["$ref": "first"], ["$ref": "second"]],
    ]
    #expect(step.usedNames == ["ward", "first", "second"])
    let query: Step = ["do": "query", "in": "wards", "where": ["head": ["$ref": "first"]]]
    #expect(query.usedNames == ["wards", "first"])
    #expect(Step(["do": "create", "type": "object", "value": ["object": "in"]]).usedNames.isEmpty)
  }
}
