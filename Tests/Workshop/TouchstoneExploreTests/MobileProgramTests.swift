import JSON
import ReferenceAdapter
import Testing
import Touchstone
import Violators

@testable import TouchstoneExplore

/// Programs about an object server do nothing that the specification leaves open.
struct MobileProgramTests {
  private static let settings = ExploreSettings(conformanceClass: .mobilePlatform)

  @Test func `Every condition is met, and each program says something`() async throws {
    let found = try await explore(ReferenceImplementation(), Self.settings, count: 200)
    let never = found.coverage.rows(of: .mobilePlatform).filter { $0.count == 0 }
    #expect(never.map(\.sentence) == [])
    #expect(found.leftOut == 0)
  }

  @Test(arguments: [
    "strangers-read", "offline-writes-are-lost", "one-session-for-each-name",
    "resets-take-all-realms",
  ])
  func `What is wrong with an object server is found`(_ id: String) async throws {
    let violator = try #require(Catalogue.all.first { $0.id == id })
    let found = try await explore(violator.make(), Self.settings, count: 100, differing: 1)
    #expect(!found.differences.isEmpty)
  }

  // MARK: What is open

  private static func logIn(_ user: String, _ name: String) -> JSON {
    [
      "do": "authenticate", "provider": "password", "username": .string(user),
      "password": user == "ana" ? "p" : "q", "as": .string(name),
    ]
  }

  private static func open(_ user: String, _ path: String, _ name: String) -> JSON {
    [
      "do": "open", "user": .string(user), "url": .string("realm://server/\(path)"),
      "as": .string(name),
    ]
  }

  private static func clock(_ second: Int) -> JSON {
    ["do": "setClock", "to": ["$date": .string("2022-01-01T00:00:0\(second)Z")]]
  }

  private static func create(_ key: Int64) -> JSON {
    [
      "do": "create", "type": "Widget", "value": ["_id": .int(key), "name": "gear", "n": 1],
      "as": .string("w\(key)"),
    ]
  }

  private static func write(_ realm: String, _ steps: JSON...) -> JSON {
    [
      "do": "on", "realm": .string(realm), "steps": [["do": "write", "steps": .array(steps)]],
    ]
  }

  private static func change(
    _ realm: String,
    of user: String,
    _ rights: JSON...,
    id: String = "c"
  ) -> JSON {
    let value: JSON = [
      "id": .string(id), "realmUrl": .string(realm), "userId": .string(user), "mayRead": rights[0],
      "mayWrite": rights[1], "mayManage": rights[2],
    ]
    return write("m", ["do": "create", "type": "PermissionChange", "value": value])
  }

  private static func on(_ steps: JSON...) -> JSON {
    ["do": "on", "device": "second", "steps": .array(steps)]
  }

  private static func synchronize(_ realm: String, fails: String? = nil) -> JSON {
    var step: JSONObject = ["do": "synchronize", "realm": .string(realm)]
    if let fails { step["fails"] = .string(fails) }
    return .object(step)
  }

  private static let look: JSON = [
    "do": "on", "realm": "b", "steps": [["do": "query", "type": "Widget"]],
  ]
  private static let logOut: JSON = ["do": "logOut", "user": "ana"]
  private static let wait: JSON = ["do": "waitForUploads"]
  private static let ana = logIn("ana", "ana")
  private static let ben = logIn("ben", "ben")
  private static let mine = open("ana", "~/widgets", "a")
  private static let others = open("ben", "5917268/widgets", "b")
  private static let management: JSON = ["do": "managementRealm", "user": "ana", "as": "m"]
  private static let session: JSON = [
    "do": "session", "user": "ana", "url": "realm://server/~/widgets", "as": "s",
  ]
  private static let state: JSON = ["do": "sessionState", "session": "s"]
  private static let backUp: JSON = ["do": "backUpServer", "as": "backup"]
  private static let restore: JSON = ["do": "restoreServer", "backup": "backup"]

  private static let close: JSON = ["do": "close", "realm": "a"]
  private static let reset = [
    ana, mine, backUp, restore, synchronize("a", fails: "session-invalid"), close,
    ["do": "startReset", "realm": "a"],
  ]

  private static func configure(_ options: JSON...) -> JSON {
    ["do": "configure", "set": .array(options)]
  }

  /// A realm whose session is told numbers of bytes.
  private static let transferring = [
    ana, open("ana", "~/bytes", "a"), open("ana", "~/bytes", "again"),
    [
      "do": "session", "user": "ana", "url": "realm://server/~/bytes", "as": "s",
    ],
    [
      "do": "reportProgress", "session": "s", "downloaded": 1, "downloadable": 1, "uploaded": 0,
      "uploadable": 0,
    ], close,
  ]
  /// A block that its session, or the one that it gets by opening the realm anew, tells of the numbers.
  private static let watching: [JSON] = [
    [
      "do": "session", "user": "ana", "url": "realm://server/~/bytes", "as": "s2",
    ],
    [
      "do": "watchProgress", "session": "s2", "direction": "upload", "mode": "current", "as": "x",
    ],
  ]

  /// Sends the first transaction of a realm, and nothing else.
  private static func upload(_ realm: String) -> JSON {
    ["do": "transfer", "realm": .string(realm), "direction": "upload", "transactions": 1]
  }

  private func program(_ steps: [JSON]) -> Program {
    var program = Program()
    program.schema = MobileApp.schema
    program.configuration = [
      "sync": "none", "events": .null,
      "mobilePlatform": [
        "accounts": .object(MobileApp.accounts), "devices": ["first", "second"],
        "serverRealms": ["/5917268/widgets": ["Widget": []]],
      ],
    ]
    program.steps = steps
    return program
  }

  @Test(arguments: [
    [ana, mine, clock(1), write("a", create(1)), synchronize("a")],
    [ana, mine, clock(1), write("a", create(1)), upload("a")],
    [ana, on(logIn("ana", "x"), open("x", "~/widgets", "y"), synchronize("y"))],
    // A stranger, who has nothing of the realm, and comes in later.
    [
      ben, others, synchronize("b", fails: "session-invalid"), look,
      ["do": "close", "realm": "b"], open("ben", "5917268/widgets", "again"),
    ],
    [
      ana, management, clock(1),
      change("realm://server/~/widgets", of: "8581230", true, .null, .null),
    ],
    [
      ana, management, clock(1),
      change("realm://server/~/widgets", of: "8581230", .null, .null, true),
      clock(2), change("realm://server/~/widgets", of: "*", true, .null, .null, id: "d"),
    ],
    // A user comes back while something waits, and when all has ended.
    [ana, mine, clock(1), write("a", create(1)), logOut, logIn("ana", "x"), synchronize("a")],
    [ana, mine, logOut, wait, logIn("ana", "x"), open("x", "~/widgets", "y")],
    [
      on(ana), on(open("ana", "~/widgets", "b"), clock(1), write("b", create(1))),
      logIn("ana", "x"), open("x", "~/widgets", "a"), clock(2), write("a", create(2)),
      ["do": "logOut", "user": "x"], wait, logIn("ana", "y"), open("y", "~/widgets", "again"),
      clock(3), write("again", create(3)),
    ],
    [ana, mine, session, state, ["do": "goOffline"], synchronize("a", fails: "offline")],
    // A reset, by hand and by a new start.
    [
      ana, mine, backUp, restore, synchronize("a", fails: "session-invalid"),
      ["do": "close", "realm": "a"], ["do": "startReset", "realm": "a"],
      ["do": "openBackup", "realm": "a", "as": "b"], look,
    ],
    [
      ana, mine, backUp, restore, synchronize("a", fails: "session-invalid"), ["do": "restart"],
      ["do": "resetInfo", "realm": "a"], open("ana", "~/widgets", "again"),
    ],
    reset + [open("ana", "~/widgets", "again"), session],
    // What is set says what is not.
    [configure(["fileURL", true])],
    transferring + watching,
  ])
  func `What is specified is allowed`(_ steps: [JSON]) {
    #expect(program(steps).isValid(Self.settings))
  }

  @Test(arguments: [
    // A transaction whose time is unknown, and two at one time.
    [ana, mine, write("a", create(1))],
    [ana, mine, clock(1), write("a", create(1)), clock(1), write("a", create(2))],
    // What is done to an object in the transaction that creates it.
    [ana, mine, clock(1), write("a", create(1), ["do": "delete", "object": "w1"])],
    [
      ana, mine, clock(1),
      write("a", create(1), ["do": "set", "object": "w1", "property": "n", "value": 2]),
    ],
    // What a reader has of a write that was refused, and a realm that is opened while it is invalid.
    [
      ben, others, clock(1), write("b", create(1)), synchronize("b", fails: "session-invalid"),
      look,
    ],
    [
      ben, others, synchronize("b", fails: "session-invalid"),
      open("ben", "5917268/widgets", "again"),
    ],
    // A right to write without one to read, and an unknown user.
    [
      ana, management, clock(1),
      change("realm://server/~/widgets", of: "8581230", .null, true, .null),
    ],
    [ana, management, clock(1), change("realm://server/~/widgets", of: "4", true, true, true)],
    [ana, management, clock(1), change("realm://server/~/widgets", of: "*", true, false, .null)],
    [
      ana, management, clock(1),
      change("realm://server/~/widgets", of: "5917268", .null, false, .null),
    ],
    // What a server does with what a `transfer` of a management realm brings.
    [
      ana, management, clock(1),
      change("realm://server/~/widgets", of: "8581230", true, .null, .null), upload("m"),
    ],
    // What a right to manage gave, once it is taken away without a word on the others.
    [
      ana, management, clock(1),
      change("realm://server/~/widgets", of: "8581230", .null, .null, true),
      clock(2), change("realm://server/~/widgets", of: "*", .null, .null, false, id: "d"),
    ],
    // Two changes of access, between which the clock is set back.
    [
      ana, management, clock(2),
      change("realm://server/~/widgets", of: "*", true, .null, .null),
      clock(1), change("realm://server/~/widgets", of: "*", false, false, false, id: "d"),
    ],
    // A clock that is behind a commit of its device, whose copy may have outlived a logout, beside one of another device.
    [
      on(ana), on(open("ana", "~/widgets", "b"), clock(1), write("b", create(1))),
      logIn("ana", "x"), open("x", "~/widgets", "a"), clock(3), write("a", create(2)),
      ["do": "logOut", "user": "x"], wait, logIn("ana", "y"), open("y", "~/widgets", "again"),
      clock(2), write("again", create(3)),
    ],
    // What is left of a user who logs out with nothing to upload, and who is asked too early.
    [ana, mine, logOut, logIn("ana", "x")],
    [ana, mine, logOut, ["do": "localRealms", "user": "ana"]],
    [ana, mine, logOut, wait, synchronize("a")],
    // The state of a session without a connection, and of a realm that is closed.
    [ana, mine, session, ["do": "goOffline"], state],
    [ana, mine, session, ["do": "close", "realm": "a"], state],
    // Why a session ends: access or a backup.
    [ben, others, backUp], [ana, backUp, management],
    // A reset of a realm that is open, and of one that needs none.
    [
      ana, mine, backUp, restore, synchronize("a", fails: "session-invalid"),
      ["do": "startReset", "realm": "a"],
    ],
    [ana, mine, ["do": "close", "realm": "a"], ["do": "startReset", "realm": "a"]],
    // Names of another device and of an earlier process.
    [ana, mine, on(synchronize("a"))], [ana, mine, ["do": "restart"], synchronize("a")],
    // Numbers that depend on a protocol.
    [
      ana, mine, session,
      [
        "do": "reportProgress", "session": "s", "downloaded": 1, "downloadable": 1, "uploaded": 0,
        "uploadable": 0,
      ],
    ],
    // The session of a realm that was closed and reset, and numbers of one that was opened anew.
    reset + [session],
    transferring + [
      ["do": "close", "realm": "again"], open("ana", "~/bytes", "anew"),
    ] + watching,
    // What a new configuration has.
    [configure()], [configure(["fileURL", false])],
    // Another app, and nothing.
    [ana, open("ana", "~/others", "a")], [logIn("dee", "dee")], [],
  ])
  func `What is open is not allowed`(_ steps: [JSON]) {
    #expect(!program(steps).isValid(Self.settings))
  }
}
