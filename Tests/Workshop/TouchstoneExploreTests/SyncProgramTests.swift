import JSON
import ReferenceAdapter
import Testing
import Touchstone

@testable import TouchstoneExplore

/// Programs with several clients do nothing that the specification leaves open.
struct SyncProgramTests {
  private static let settings = ExploreSettings(conformanceClass: .flexibleSync)

  @Test func `Programs have several clients, refusals, links and writes at the server`()
    async throws
  {
    let found = try await explore(ReferenceImplementation(), Self.settings, count: 150)
    let never = found.coverage.rows(of: .flexibleSync).filter { $0.count == 0 }
    #expect(never.map(\.sentence) == [])
  }

  // MARK: What is open

  private static let create: JSON = [
    "do": "create", "type": "Item", "as": "one",
    "value": ["_id": 1, "owner": "u0", "n": 1, "mark": 1],
  ]

  private static func clock(_ second: Int) -> JSON {
    ["do": "setClock", "to": ["$date": .string("2022-01-01T00:00:0\(second)Z")]]
  }

  private static func write(_ steps: JSON...) -> JSON { ["do": "write", "steps": .array(steps)] }

  private static func put(under key: JSON) -> JSON {
    ["do": "put", "object": "one", "property": "map", "key": key, "value": ["$ref": "one"]]
  }

  private static func setNext(_ value: JSON) -> JSON {
    ["do": "set", "object": "one", "property": "next", "value": value]
  }

  private static let addToList: JSON = [
    "do": "add", "object": "one", "property": "list", "value": ["$ref": "one"],
  ]
  private static let delete: JSON = ["do": "delete", "object": "one"]
  private static let serverDelete: JSON = [
    "do": "serverWrite", "type": "Item", "key": 1, "delete": true,
  ]

  private static func on(_ steps: JSON...) -> JSON {
    ["do": "on", "realm": "b", "steps": .array(steps)]
  }

  private static let update: JSON = [
    "do": "updateSubscriptions",
    "steps": [["do": "subscribe", "name": "range", "type": "Item", "where": ["n": 1]]],
  ]
  private static func updating(_ steps: JSON...) -> JSON {
    ["do": "updateSubscriptions", "steps": .array(steps)]
  }
  private static let other: JSON = [
    "do": "subscribe", "name": "other", "type": "Item", "where": ["n": 1],
  ]

  /// What is done to the list of an object.
  private static func list(_ step: String, at place: Int64? = nil, of target: String? = nil) -> JSON
  {
    var members: JSONObject = ["do": .string(step), "object": "one", "property": "list"]
    if let place { members["at"] = .int(place) }
    if let target { members["value"] = ["$ref": .string(target)] }
    return .object(members)
  }

  private static func create(_ key: Int64, as name: String) -> JSON {
    [
      "do": "create", "type": "Item", "as": .string(name),
      "value": ["_id": .int(key), "owner": "u0", "n": 1, "mark": 1],
    ]
  }
  private static let removeEntry: JSON = [
    "do": "remove", "object": "one", "property": "map", "key": "k",
  ]
  private static let deleteAll: JSON = ["do": "deleteAll", "type": "Item"]
  private static let synchronize: JSON = ["do": "synchronize"]
  private static let newSession: JSON = ["do": "newSession"]
  private static let goOffline: JSON = ["do": "goOffline"]
  private static let goOnline: JSON = ["do": "goOnline"]

  private static func setRoles(_ roles: JSON...) -> JSON {
    ["do": "setRoles", "roles": .array(roles)]
  }

  private func program(_ steps: [JSON]) -> Program {
    let realm: JSON = ["user": "u0", "subscriptions": [SyncApp.subscription(to: 0...9)]]
    var program = Program()
    program.schema["Item"] = [
      "primaryKey": "_id",
      "properties": [
        "_id": "int", "owner": "string", "n": "int", "mark": "int", "list": "list<Item>",
        "next": "Item?", "map": "dictionary<Item?>",
      ],
    ]
    program.configuration = [
      "sync": "flexible", "events": .null,
      "flexibleSync": [
        "role": SyncApp.roles[0], "queryableFields": SyncApp.queryableFields,
        "realms": ["a": realm, "b": realm],
      ],
    ]
    program.steps = steps
    return program
  }

  @Test(
    arguments: [
      [clock(1), write(create), synchronize, on(synchronize)],
      [clock(1), write(create), clock(2), write(delete)],
      [synchronize, update, synchronize, update, synchronize],
      [clock(1), write(create, addToList)],
      // A clock that is behind a commit which this client does not know of.
      [clock(2), write(create), synchronize, on(clock(1), write())],
      [["do": "synchronize", "fails": "offline"], ["do": "restart"]],
      [
        clock(1), write(create), clock(2), write(put(under: "k")), clock(3), write(put(under: "l")),
      ],
      [clock(1), write(create), clock(2), write(setNext(.null), setNext(["$ref": "one"]))],
      // What is taken from a collection, or put in place of another link.
      [
        clock(1), write(create, addToList), clock(2), write(list("clear")), synchronize, clock(3),
        write(addToList),
      ],
      [clock(1), write(create, addToList), clock(2), write(list("remove", at: 0))],
      [
        clock(1), write(create, create(2, as: "two"), addToList), clock(2),
        write(list("put", at: 0, of: "two")),
      ],
      [clock(1), write(create, put(under: "k")), clock(2), write(removeEntry)],
      [
        clock(1), write(create, create(2, as: "two")), clock(2),
        write(deleteAll, create(3, as: "three")),
      ],
      // Subscriptions that come and go, and errors.
      [synchronize, updating(other, ["do": "unsubscribe", "name": "range"])],
      [synchronize, updating(["do": "unsubscribe"], other), synchronize, ["do": "syncErrors"]],
      // Another role, for the one and for the other.
      [
        setRoles(SyncApp.roles[1]), newSession, goOffline, on(["do": "restart"], goOffline),
        goOnline, on(goOnline), setRoles(SyncApp.roles[2]), synchronize, on(synchronize),
      ],
    ] as [[JSON]]
  )
  func `What is specified is allowed`(_ steps: [JSON]) {
    #expect(SyncLimits.allow(program(steps)))
  }

  @Test(
    arguments: [
      // Two transactions at one time, and one whose time is unknown.
      [clock(1), write(create), on(clock(1), write())], [write(create)],
      [clock(1), synchronize, write(create)],
      // A key twice.
      [clock(1), write(create), on(clock(2), write(create))],
      // A clock that is behind a commit which this client, or the server, knows of.
      [clock(2), write(create), clock(1), write()],
      [clock(2), write(create), synchronize, on(synchronize, clock(1), write())],
      [clock(2), write(create), synchronize, clock(1), serverDelete],
      // Two updates between two synchronizations; those of the configuration are the first.
      [synchronize, update, update], [update],
      [synchronize, update, ["do": "synchronize", "fails": "offline"], update],
      // An object that is deleted twice.
      [clock(1), write(create), synchronize, clock(2), write(delete), clock(3), serverDelete],
      // What is taken from a collection that may be empty, and a collection that another client changes.
      [clock(1), write(create, ["do": "clear", "object": "one", "property": "list"])],
      [on(clock(1), write(create, addToList))],
      // What is taken in the transaction that has put it there, and what is added to what was cleared.
      [clock(1), write(create), clock(2), write(addToList, list("clear"))],
      [
        clock(1), write(create, addToList), clock(2), write(list("clear")), clock(3),
        write(addToList),
      ],
      // A link that is put where it is already, and what is taken from a list in which links may be hidden.
      [clock(1), write(create, addToList), clock(2), write(list("put", at: 0, of: "one"))],
      [
        clock(1), write(create, create(2, as: "two"), list("add", of: "two"), addToList), clock(2),
        write(list("remove", at: 0)),
      ],
      // A key that may not be there, and objects that are deleted beside what is taken.
      [clock(1), write(create), clock(2), write(removeEntry)],
      [
        clock(1), write(create, addToList), clock(2), write(list("clear")), clock(3), write(delete),
      ],
      [
        clock(1), write(create, put(under: "k")), clock(2), serverDelete, clock(3),
        write(removeEntry),
      ],
      // Objects that are deleted twice, and what the transaction itself has created.
      [clock(1), write(create), clock(2), write(deleteAll), clock(3), write(deleteAll)],
      [clock(1), write(create), clock(2), write(deleteAll), clock(3), serverDelete],
      [clock(1), write(create, deleteAll)],
      // A link to an object that is deleted in the same transaction.
      [
        clock(1), write(create), clock(2),
        write(
          ["do": "add", "object": "one", "property": "list", "value": ["$ref": "one"]],
          ["do": "delete", "object": "one"]
        ),
      ],
      // A link that is put where it is already, and one that is set and set back to null.
      [
        clock(1), write(create), clock(2), write(put(under: "k")), clock(3), write(put(under: "k")),
      ],
      [clock(1), write(create), clock(2), write(setNext(["$ref": "one"]), setNext(.null))],
      // A name of another realm, and one of an earlier process.
      [clock(1), write(create), on(["do": "value", "object": "one", "property": "n"])],
      [
        clock(1), write(create), ["do": "restart"],
        ["do": "value", "object": "one", "property": "n"],
      ],
      // No subscription, those without a name, and another name.
      [synchronize, updating(["do": "unsubscribe", "name": "range"])],
      [synchronize, updating(other, ["do": "unsubscribe", "unnamedOnly": true])],
      [
        synchronize,
        updating(["do": "subscribe", "name": "third", "type": "Item", "where": ["n": 1]]),
      ],
      // Which roles a client has that is offline when they change, or when its session begins.
      [goOffline, setRoles(SyncApp.roles[1])], [on(goOffline), setRoles(SyncApp.roles[1])],
      [setRoles(SyncApp.roles[1]), goOffline], [goOffline, newSession],
      [setRoles(SyncApp.roles[1]), newSession, on(goOffline)],
      // Roles that not every app has.
      [setRoles()], [setRoles(SyncApp.roles[1], SyncApp.roles[2])],
      [setRoles(["name": "r", "apply_when": [:]])],
      // Another chapter.
      [["do": "beginScope", "activity": "a", "as": "s"]], [],
    ] as [[JSON]]
  )
  func `What is open is not allowed`(_ steps: [JSON]) {
    #expect(!SyncLimits.allow(program(steps)))
  }
}
