import JSON
import Touchstone

/// The object server that programs of class `mobile-platform` are about: two users with homes, an administrator, and
/// widgets that link to each other.
enum MobileApp {
  static let widget = "Widget"
  static let change = "PermissionChange"
  static let offer = "PermissionOffer"

  /// The identities of those who have homes.
  static let owners = ["5917268", "8581230"]

  static let accounts: JSONObject = [
    "ana": ["id": "5917268", "password": "p"],
    "ben": ["id": "8581230", "password": "q"],
    "cy": ["id": "1000001", "password": "r", "admin": true],
  ]

  /// A token that logs in to the first account.
  static let tokens: JSON = ["facebook": "of-ana"]

  /// What logs in, with the identity that comes of it: the last one is asked nowhere.
  static let logins: [(arguments: JSONObject, identity: String)] = [
    (["provider": "password", "username": "ana", "password": "p"], "5917268"),
    (["provider": "password", "username": "ben", "password": "q"], "8581230"),
    (["provider": "password", "username": "cy", "password": "r"], "1000001"),
    (["provider": "facebook", "token": "of-ana"], "5917268"),
    (["provider": "_access_token", "token": "t", "identity": .string(root)], root),
  ]

  /// The identity of a user who has logged in with an access token.
  static let root = "root"

  /// Whom a step logs in, if it succeeds.
  static func identity(loggedInBy step: Step) -> String? {
    let arguments = arguments(ofLogin: step)
    return logins.first { $0.arguments == arguments }?.identity
  }

  static func arguments(ofLogin step: Step) -> JSONObject {
    var arguments = step.json.object ?? [:]
    for key in ["do", "as", "fails"] { arguments[key] = nil }
    return arguments
  }

  /// What does not log in, with the reason.
  static let refusedLogins: [(arguments: JSONObject, code: ErrorCode)] = [
    (["provider": "password", "username": "ana", "password": "q"], .invalidCredentials),
    (["provider": "password", "username": "dee", "password": "p"], .noSuchUser),
    (["provider": "password", "username": "ben", "password": "s", "register": true], .userExists),
    (["provider": "password", "username": "ben", "password": "q", "register": true], .userExists),
    (["provider": "google", "token": "of-ana"], .invalidCredentials),
  ]

  /// The paths of the realms; the last one of a home is there for progress alone.
  static let names = ["widgets", "Widgets", "bytes"]
  static let paths = owners.flatMap { owner in names.map { "/\(owner)/\($0)" } }

  static func isForProgress(_ path: String) -> Bool { path.hasSuffix("/bytes") }

  /// URLs that name nothing.
  static let invalidURLs = [
    "http://server/5917268/widgets", "realm://server/~/../widgets", "realm://server/~//widgets",
  ]

  /// The path that a URL names to a user; nil if programs do not have it.
  static func path(of url: String, to identity: String) -> String? {
    for scheme in ["realm://server", "realms://server"] where url.hasPrefix(scheme + "/") {
      let rest = url.dropFirst(scheme.count)
      let path = rest.hasPrefix("/~/") ? "/\(identity)/\(rest.dropFirst(3))" : String(rest)
      if paths.contains(path) { return path }
    }
    return nil
  }

  static func managementPath(of identity: String) -> String { "/\(identity)/__management" }

  static func isManagement(_ path: String) -> Bool { path == managementPath(of: owner(of: path)) }

  static func owner(of path: String) -> String { String(path.dropFirst().prefix { $0 != "/" }) }

  /// The classes that every program has.
  static let schema: JSONObject = schema(with: [], hasNotes: false)

  private static let properties: JSONObject = [
    "_id": "int", "name": "string", "n": "int", "next": "Widget?",
  ]

  /// What a widget may hold beside that: something of each kind that merges by a rule of its own.
  static let kinds: [(name: String, type: String)] = [
    ("list", "list<int>"), ("set", "set<int>"), ("map", "dictionary<int>"),
    ("parts", "list<Widget>"), ("friends", "set<Widget>"), ("links", "dictionary<Widget?>"),
    ("place", "Place?"), ("places", "list<Place>"), ("spots", "dictionary<Place?>"),
    ("any", "mixed"),
  ]

  /// The properties of a widget that hold links to others.
  static let holdingLinks = ["next", "parts", "friends", "links"]

  /// A class without a primary key, and what tells its objects apart.
  static let note = "Note"
  static let mark = "mark"

  /// Asks how many widgets there are.
  static let count: JSON = ["do": "query", "type": .string(widget)]

  /// The classes of a program whose widgets have some of these properties.
  static func schema(with names: [String], hasNotes: Bool) -> JSONObject {
    var properties = properties
    var schema: JSONObject = [:]
    for (name, type) in kinds where names.contains(name) {
      properties[name] = .string(type)
      if type.contains("Place") {
        schema["Place"] = ["embedded": true, "properties": ["city": "int", "zip": "int?"]]
      }
    }
    schema[widget] = ["primaryKey": "_id", "properties": .object(properties)]
    if hasNotes { schema[note] = ["properties": ["mark": "int", "n": "int", "about": "Widget?"]] }
    return schema
  }

  /// The classes of a realm that was opened with a version of the schema.
  static func schema(_ schema: ProgramSchema, ofVersion version: Int) -> ProgramSchema {
    version == 0 ? schema : ProgramSchema(added(to: schema.json.object ?? [:]))
  }

  /// What a later version of the app has in place of the schema.
  static func added(to schema: JSONObject) -> JSON { changing(schema, "size", "int") }

  /// What no version can have in place of it.
  static func changed(of schema: JSONObject) -> JSON { changing(schema, "name", "int") }

  private static func changing(_ schema: JSONObject, _ property: String, _ type: JSON) -> JSON {
    let definition = schema[widget] ?? [:]
    let properties = (definition["properties"] ?? [:]).with(property, type)
    return JSON.object(schema).with(widget, definition.with("properties", properties))
  }

  /// Rights to read, to write and to manage, as a change states them.
  ///
  /// None leads to a right to write without one to read ("What is open").
  static let rights: [[JSON]] = [
    [true, false, false], [true, true, false], [true, true, true], [false, false, false],
    [true, nil, nil], [nil, nil, nil], [nil, false, nil], [false, false, nil], [nil, nil, true],
    [false, false, true], [nil, nil, false],
  ]

  static let rightNames = ["mayRead", "mayWrite", "mayManage"]
}
