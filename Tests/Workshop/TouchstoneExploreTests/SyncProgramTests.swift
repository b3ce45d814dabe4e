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
  private static let get: JSON = ["do": "get", "type": "Item", "key": 1, "as": "there"]
  private static let addToTwo: JSON = [
    "do": "add", "object": "two", "property": "list", "value": ["$ref": "two"],
  ]

  /// What is done to a collection of numbers, in the object that the first client has created, or the other one has got.
  private static func number(
    _ step: String,
    to property: String,
    of object: String = "one",
    at place: JSON? = nil,
    _ value: Int64? = nil
  ) -> JSON {
    var members: JSONObject = [
      "do": .string(step), "object": .string(object), "property": .string(property),
    ]
    if let place { members[property == "ints" ? "at" : "key"] = place }
    if let value { members["value"] = .int(value) }
    return .object(members)
  }

  /// An object that is written at the server.
  private static func server(_ members: JSONObject) -> JSON {
    var object: JSONObject = ["owner": "u0", "n": 1, "mark": 1]
    for (key, value) in members { object[key] = value }
    return ["do": "serverWrite", "type": "Item", "create": .object(object)]
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
        "next": "Item?", "map": "dictionary<Item?>", "ints": "list<int>", "tags": "set<int>",
        "sizes": "dictionary<int>",
      ],
    ]
    program.configuration = [
      "sync": "flexible", "events": .null,
      "flexibleSync": [
        "role": SyncApp.roles[0], "queryableFields": SyncApp.queryableFields,
        "realms": ["a": realm, "b": realm],
        "serverData": ["Item": [["_id": 7, "owner": "u0", "n": 1, "mark": 1, "list": [7, 7]]]],
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
      // A clock that is behind a commit which this client does not know of, or behind one while everybody knows of all.
      [clock(2), write(create), synchronize, on(clock(1), write())],
      [
        clock(2), write(create), clock(1), write(), synchronize, on(synchronize, clock(3), write()),
      ],
      [clock(2), write(create), synchronize, clock(1), serverDelete],
      [["do": "synchronize", "fails": "offline"], ["do": "restart"]],
      [
        clock(1), write(create), clock(2), write(put(under: "k")), clock(3), write(put(under: "l")),
      ],
      [
        clock(1), write(create, create(2, as: "two")), clock(2), write(setNext(["$ref": "two"])),
        clock(3), write(setNext(.null), setNext(["$ref": "one"])),
      ],
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
      // Numbers in collections, which two clients change element by element.
      [
        clock(1), write(create), synchronize, clock(2), write(number("add", to: "tags", 1)),
        on(synchronize, get, clock(3), write(number("add", to: "tags", of: "there", 2))), clock(4),
        write(number("remove", to: "tags", 1)),
      ],
      [
        clock(1), write(create, number("put", to: "sizes", at: "k", 1)), clock(2),
        write(number("put", to: "sizes", at: "k", 2)), clock(3),
        write(number("clear", to: "sizes")),
        clock(4), write(number("put", to: "sizes", at: "l", 2)),
      ],
      [
        on(
          clock(1),
          write(create, number("add", to: "ints", 1)),
          clock(2),
          write(number("remove", to: "ints", at: 0)),
          clock(3),
          write(delete)
        )
      ],
      [
        clock(1), write(create), synchronize, clock(2), write(delete), synchronize, clock(3),
        write(create(2, as: "two"), addToTwo),
      ],
      // What the server has from the beginning, or gets, in collections.
      [
        ["do": "get", "type": "Item", "key": 7, "as": "one"], clock(1),
        write(list("remove", at: 1)),
      ],
      [clock(1), server(["_id": 8, "list": [7, 8], "tags": [1, 2], "map": ["k": .null]])],
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
    #expect(program(steps).isValid(Self.settings))
  }

  @Test(
    arguments: [
      ([write(create)], .oneTime),
      ([clock(1), write(create), on(clock(1), write())], .oneTime),
      ([clock(1), write(create), on(clock(2), write(create(1, as: "two")))], .oneKey),
      ([clock(2), write(create), clock(1), write(), on(clock(3), write())], .clockBehind),
      ([synchronize, update, update], .updatesBetween),
      (
        [clock(1), write(create), synchronize, clock(2), write(deleteAll), clock(3), serverDelete],
        .secondDeletion
      ),
      ([clock(1), write(create), clock(2), write(addToList, list("clear"))], .idleWrite),
      // An object that no client has brought to the server yet.
      ([clock(1), write(create), clock(2), serverDelete], .serverKey),
      // What the property has: null that was not given, and a link.
      ([clock(1), write(create), clock(2), write(setNext(.null))], .idleWrite),
      (
        [
          clock(1), write(create), clock(2), write(setNext(["$ref": "one"])), clock(3),
          write(setNext(["$ref": "one"])),
        ], .idleWrite
      ),
    ] as [([JSON], OpenPoint)]
  )
  func `Why a program is not allowed says the specification`(_ steps: [JSON], _ point: OpenPoint) {
    #expect(program(steps).fault(Self.settings) == .open(point))
  }

  @Test(
    arguments: [
      // Two transactions at one time, and one whose time is unknown.
      [clock(1), write(create), on(clock(1), write())], [write(create)],
      [clock(1), synchronize, write(create)],
      // A key twice.
      [clock(1), write(create), on(clock(2), write(create))],
      // A clock that is behind a commit which this client knows of, beside commits that do not know of each other.
      [clock(2), write(create), clock(1), write(), on(clock(3), write())],
      [on(clock(2), write(create)), clock(4), write(create(2, as: "two")), clock(3), write()],
      [
        clock(4), write(create), synchronize, on(clock(2), write()), clock(1), serverDelete,
        on(clock(3), write()),
      ],
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
      // A list that two clients change, a set that one of them clears, and what changes nothing.
      [
        clock(1), write(create, number("add", to: "ints", 1)), synchronize,
        on(synchronize, get, clock(2), write(number("add", to: "ints", of: "there", 2))),
      ],
      [
        clock(1), write(create, number("add", to: "tags", 1)), synchronize,
        on(synchronize, get, clock(2), write(number("add", to: "tags", of: "there", 2))), clock(3),
        write(number("clear", to: "tags")),
      ],
      [
        clock(1), write(create, number("add", to: "tags", 1)), clock(2),
        write(number("add", to: "tags", 1)),
      ],
      [clock(1), write(create), clock(2), write(number("remove", to: "tags", 1))],
      [
        clock(1), write(create, number("put", to: "sizes", at: "k", 1)), clock(2),
        write(number("put", to: "sizes", at: "k", 1)),
      ],
      // What is added to a list that may have lost an entry, and taken from one in which links may be hidden.
      [
        clock(1), write(create), clock(2), write(delete), clock(3),
        write(create(2, as: "two"), addToTwo),
      ],
      [
        ["do": "get", "type": "Item", "key": 7, "as": "one"], clock(1),
        server(["_id": 8, "list": [7]]), clock(2), write(list("remove", at: 1)),
      ],
      // A link of the server to nothing, and an element twice in a set.
      [clock(1), server(["_id": 8, "list": [9]])],
      [clock(1), server(["_id": 8, "map": ["k": 9]])],
      [clock(1), server(["_id": 8, "tags": [1, 1]])],
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
    #expect(!program(steps).isValid(Self.settings))
  }
}
