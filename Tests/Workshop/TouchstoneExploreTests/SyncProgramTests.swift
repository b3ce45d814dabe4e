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

  @Test(arguments: [
    [clock(1), write(create), synchronize, on(synchronize)],
    [clock(1), write(create), clock(2), write(delete)],
    [synchronize, update, synchronize, update, synchronize],
    [clock(1), write(create, addToList)],
    // A clock that is behind a commit which this client does not know of.
    [clock(2), write(create), synchronize, on(clock(1), write())],
    [["do": "synchronize", "fails": "offline"], ["do": "restart"]],
    [clock(1), write(create), clock(2), write(put(under: "k")), clock(3), write(put(under: "l"))],
    [clock(1), write(create), clock(2), write(setNext(.null), setNext(["$ref": "one"]))],
    // Another role, for the one and for the other.
    [
      setRoles(SyncApp.roles[1]), newSession, goOffline, on(["do": "restart"], goOffline),
      goOnline, on(goOnline), setRoles(SyncApp.roles[2]), synchronize, on(synchronize),
    ],
  ])
  func `What is specified is allowed`(_ steps: [JSON]) {
    #expect(SyncLimits.allow(program(steps)))
  }

  @Test(arguments: [
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
    // How many errors there are.
    [["do": "syncErrors"]],
    // A link to an object that is deleted in the same transaction.
    [
      clock(1), write(create), clock(2),
      write(
        ["do": "add", "object": "one", "property": "list", "value": ["$ref": "one"]],
        ["do": "delete", "object": "one"]
      ),
    ],
    // A link that is put where it is already, and one that is set and set back to null.
    [clock(1), write(create), clock(2), write(put(under: "k")), clock(3), write(put(under: "k"))],
    [clock(1), write(create), clock(2), write(setNext(["$ref": "one"]), setNext(.null))],
    // A name of another realm, and one of an earlier process.
    [clock(1), write(create), on(["do": "value", "object": "one", "property": "n"])],
    [
      clock(1), write(create), ["do": "restart"],
      ["do": "value", "object": "one", "property": "n"],
    ],
    // A subscription less.
    [["do": "updateSubscriptions", "steps": [["do": "unsubscribe", "name": "range"]]]],
    // Which roles a client has that is offline when they change, or when its session begins.
    [goOffline, setRoles(SyncApp.roles[1])], [on(goOffline), setRoles(SyncApp.roles[1])],
    [setRoles(SyncApp.roles[1]), goOffline], [goOffline, newSession],
    [setRoles(SyncApp.roles[1]), newSession, on(goOffline)],
    // Roles that not every app has.
    [setRoles()], [setRoles(SyncApp.roles[1], SyncApp.roles[2])],
    [setRoles(["name": "r", "apply_when": [:]])],
    // Another chapter.
    [["do": "beginScope", "activity": "a", "as": "s"]], [],
  ])
  func `What is open is not allowed`(_ steps: [JSON]) {
    #expect(!SyncLimits.allow(program(steps)))
  }
}
