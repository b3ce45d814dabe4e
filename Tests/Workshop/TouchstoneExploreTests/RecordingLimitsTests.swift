import Formats
import JSON
import Testing
import Touchstone

@testable import TouchstoneExplore

/// Programs about recording have one thing wrong with a step at the most, and ask for nothing that is not specified.
struct RecordingLimitsTests {
  private func fault(_ steps: JSON...) -> StepFault? {
    var program = Program()
    program.schema["Person"] = [
      "primaryKey": "_id",
      "properties": [
        "_id": "int", "name": "string", "any": "mixed", "boss": "Person?", "friends": "set<Person>",
        "scores": "list<int>", "fans": "linkingObjects<Person.friends>",
        "staff": "linkingObjects<Person.boss>",
      ],
    ]
    program.steps = steps
    return program.fault(ExploreSettings())
  }

  private func write(_ steps: JSON..., cancel: Bool = false) -> JSON {
    let step: JSON = ["do": "write", "steps": .array(steps)]
    return cancel ? step.with("cancel", true) : step
  }

  private func create(_ key: Int64, _ name: JSON? = "a", _ more: JSONObject = [:]) -> JSON {
    var value: JSONObject = ["_id": .int(key)]
    value["name"] = name
    for (name, other) in more { value[name] = other }
    return ["do": "create", "type": "Person", "value": .object(value), "as": .string("p\(key)")]
  }

  private func set(_ property: JSON, _ value: JSON, of object: JSON = "p1") -> JSON {
    ["do": "set", "object": object, "property": property, "value": value]
  }

  @Test func `A value that is missing is the only fault where no object has the key`() {
    let lacking = create(2, nil).with("fails", "missing-value").with("as", nil)
    #expect(fault(write(create(1), lacking)) == nil)
    #expect(fault(write(create(1), create(2), lacking)) == .open(.oneFault))
  }

  @Test func `A value does not fit an object that is there, and not one that may be deleted`() {
    let wrong = set("name", 1).with("fails", "type-mismatch")
    let delete: JSON = ["do": "delete", "object": "p2"]
    #expect(fault(write(create(1), create(2), wrong, delete)) == nil)
    // By its name, it could be the same object.
    #expect(fault(write(create(1), create(2), delete, wrong)) == .open(.oneFault))
  }

  @Test func `A step that says nothing of a fault has none that is certain`() {
    #expect(fault(write(create(1), set("name", "b"))) == nil)
    #expect(fault(write(create(1)), set("name", "b")) == .fails(.notInWriteTransaction))
    #expect(fault(write(create(1), set("name", 1))) == .fails(.typeMismatch))
    #expect(fault(write(create(1), set("none", 1))) == .fails(.unknownProperty))
  }

  @Test func `An element of a query has a place unless the query is over a set`() {
    let element: JSON = ["do": "element", "of": "found", "at": 0]
    let all: JSON = ["do": "query", "type": "Person", "as": "found"]
    #expect(fault(write(create(1)), all, element) == nil)
    let friends: JSON = ["do": "collection", "object": "p1", "property": "friends", "as": "all"]
    let query: JSON = ["do": "query", "in": "all", "as": "found"]
    #expect(fault(write(create(1)), friends, query) == nil)
    #expect(fault(write(create(1)), friends, query, element) == .open(.orderOfResult))
  }

  @Test(arguments: [["do": "query", "in": "all"], ["do": "count", "of": "all"]] as [JSON])
  func `Back links from a collection are not counted, where one object may count twice`(
    _ step: JSON
  ) {
    func counted(_ property: JSON) -> StepFault? {
      let all: JSON = ["do": "collection", "object": "p1", "property": property, "as": "all"]
      return fault(write(create(1)), all, step)
    }
    #expect(counted("staff") == nil)
    #expect(counted("fans") == .open(.heldTwice))
  }

  @Test func `Of back links from a collection the first one is taken alone`() {
    func taken(_ property: JSON, _ place: JSON) -> StepFault? {
      let all: JSON = ["do": "collection", "object": "p1", "property": property, "as": "all"]
      return fault(write(create(1)), all, ["do": "element", "of": "all", "at": place])
    }
    #expect(taken("staff", 1) == nil)
    #expect(taken("fans", 0) == nil)
    #expect(taken("fans", 1) == .open(.heldTwice))
  }

  @Test func `A link is not followed in the transaction that has changed it`() {
    let follow: JSON = ["do": "follow", "object": "p1", "property": "boss"]
    let change = set("boss", ["$ref": "p1"])
    #expect(fault(write(create(1)), write(change), write(follow)) == nil)
    #expect(fault(write(create(1)), write(change, follow)) == .open(.changedAndFollowed))
  }

  @Test func `The schema of the collection is not asked for in edition 2022`() {
    var program = Program()
    program.configuration["events"] = [:]
    program.steps = [["do": "auditEventSchema"]]
    #expect(program.fault(ExploreSettings()) == nil)
    #expect(program.fault(ExploreSettings(edition: .draft)) == .open(.schemaOfDraft))
  }

  @Test func `An element beyond the end is asked for in a list, and not in a set`() {
    func element(of property: JSON, _ fails: JSON?) -> StepFault? {
      let all: JSON = ["do": "collection", "object": "p1", "property": property, "as": "all"]
      let element: JSON = ["do": "element", "of": "all", "at": 2]
      return fault(write(create(1)), all, element.with("fails", fails))
    }
    #expect(element(of: "scores", "index-out-of-range") == nil)
    #expect(element(of: "friends", "index-out-of-range") == .invalid)
    #expect(element(of: "friends", nil) == nil)
  }

  @Test func `The value of a mixed property is asked for until it is given a link`() {
    let look: JSON = ["do": "value", "object": "p1", "property": "any"]
    let link = set("any", ["$ref": "p1"])
    #expect(fault(write(create(1), set("any", 1)), look, write(link)) == nil)
    #expect(fault(write(create(1), set("any", 1)), write(link), look) == .invalid)
  }

  @Test func `What a cancelled transaction has named is gone, and a scope is not`() {
    let look: JSON = ["do": "value", "object": "p1", "property": "name"]
    let begin: JSON = ["do": "beginScope", "activity": "a", "as": "scope"]
    let commit: JSON = ["do": "commitScope", "scope": "scope"]
    #expect(fault(write(create(1), begin), look, commit) == nil)
    #expect(fault(write(create(1), begin, cancel: true), look) == .fails(.objectInvalidated))
    #expect(fault(write(create(1), begin, cancel: true), commit) == nil)
  }
}
