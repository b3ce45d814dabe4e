import TestSupport
import JSON
import Testing

@testable import Touchstone

/// What only groups of class `mobile-platform` may say.
struct MobilePlatformCheckTests {
  private static let logIn =
    "{\"do\": \"authenticate\", \"provider\": \"password\", \"username\": \"ana\", \"password\": \"p\", \"as\": \"ana\", \"returns\": \"1\"}"
  private static let open =
    "{\"do\": \"open\", \"user\": \"ana\", \"url\": \"realm://server/~/people\", \"as\": \"ra\"}"
  private static let lookup =
    "{\"do\": \"get\", \"type\": \"Person\", \"key\": 1, \"as\": \"tony\"}"

  private static func on(_ realm: String, _ steps: String) -> String {
    "{\"do\": \"on\", \"realm\": \(realm), \"steps\": [\(steps)]}"
  }

  /// A group whose case logs in and opens a realm before these steps.
  private func group(
    _ steps: String,
    needs: [Feature] = [],
    setting: String = "{\"accounts\": {\"ana\": {\"id\": \"1\", \"password\": \"p\"}}}"
  ) -> GroupText {
    var group = GroupText()
    group.conformanceClass = "mobile-platform"
    group.configuration =
      "{\"sync\": \"none\", \"events\": null, \"mobilePlatform\": \(setting)}"
    group.facts =
      "\"id\": \"one\", \"title\": \"A person is read\", \"requirements\": [\"READ-1\"]"
    if !needs.isEmpty {
      group.facts += ", \"needs\": [\(needs.map { "\"\($0.rawValue)\"" }.joined(separator: ", "))]"
    }
    group.steps = "[\(Self.logIn), \(Self.open)\(steps.isEmpty ? "" : ", ")\(steps)]"
    group.expect = "{\"events\": []}"
    return group
  }

  @Test(arguments: [
    "", "{\"do\": \"synchronize\", \"realm\": \"ra\", \"fails\": \"session-invalid\"}",
    "{\"do\": \"users\", \"returns\": [\"1\"]}", "{\"do\": \"logOut\", \"user\": \"ana\"}",
    "{\"do\": \"userState\", \"user\": \"ana\", \"returns\": \"logged-out\"}",
    "{\"do\": \"configure\", \"set\": [[\"fileURL\", true]], \"returns\": {\"fileURL\": true}}",
    "{\"do\": \"session\", \"user\": \"ana\", \"url\": \"a\", \"as\": \"s\"}, {\"do\": \"open\", \"session\": \"s\", \"as\": \"again\"}",
    "{\"do\": \"open\", \"user\": \"ana\", \"url\": \"x\", \"as\": \"r\", \"fails\": {\"code\": {\"$$anyOf\": [\"invalid-realm-url\", \"other\"]}}}",
  ])
  func `Steps of the mobile platform as the format has them are fine`(steps: String) {
    expectNoFault(in: group(steps))
  }

  @Test(arguments: [
    ("▶{\"do\": \"synchronize\"}", "lacks the key \"realm\""),
    ("▶{\"do\": \"logOut\"}", "lacks the key \"user\""),
    ("{\"do\": \"logOut\", \"user\": ▶\"ben\"}", "\"ben\" is not bound"),
    ("{\"do\": \"logOut\", \"user\": ▶\"ra\"}", "\"ra\" is a realm, and a user is needed here"),
    (
      "{\"do\": \"userState\", \"user\": \"ana\", \"returns\": ▶\"logged out\"}",
      "\"logged out\" is not a value of \"userState\" (did you mean \"logged-out\"?)"
    ),
    (
      "{\"do\": \"configure\", \"set\": ▶[[\"fileUrl\", true]]}",
      "\"set\" must be an array of pairs"
    ), ("{\"do\": \"configure\", \"set\": ▶[[\"fileURL\", 1]]}", "must be an array of pairs"),
    ("▶{\"do\": \"on\", \"steps\": []}", "exactly one of \"realm\", \"device\""),
    (
      "▶{\"do\": \"open\", \"user\": \"ana\", \"as\": \"r\"}", "exactly one of \"url\", \"session\""
    ),
    ("▶{\"do\": \"open\", \"url\": \"a\", \"as\": \"r\"}", "\"user\" and \"url\" go together"),
    (
      "{\"do\": \"users\", \"fails\": {\"code\": ▶{\"$$anyOf\": []}}}",
      "\"code\" must be an error code"
    ),
    (
      "▶{\"do\": \"authenticate\", \"provider\": \"password\", \"username\": \"a\", \"as\": \"u\"}",
      "the provider \"password\" needs the key \"password\""
    ),
    ("{\"do\": \"restart\", \"events\": ▶{}}", "has no key \"events\""),
  ])
  func `Steps of the mobile platform have their arguments and no others`(
    step: String,
    message: String
  ) {
    expectFault(message, in: group(step, needs: [.restart]))
  }

  @Test func `Objects are used in an open realm, and belong to it`() {
    expectNoFault(in: group(Self.on("\"ra\"", Self.lookup)))
    expectFault("\"get\" stands in an \"on\" with a realm", in: group("▶" + Self.lookup))
    let other =
      "{\"do\": \"open\", \"user\": \"ana\", \"url\": \"b\", \"as\": \"rb\"}, "
      + Self.on("\"ra\"", Self.lookup)
    expectFault(
      "\"tony\" belongs to the realm \"ra\", and this step runs in another",
      in: group(
        other + ", "
          + Self.on(
            "\"rb\"",
            "{\"do\": \"value\", \"object\": ▶\"tony\", \"property\": \"name\"}"
          )
      )
    )
  }

  @Test func `A closed realm is only a file`() {
    let close = "{\"do\": \"close\", \"realm\": \"ra\"}, "
    expectFault(
      "\"ra\" was closed by \"close\"",
      in: group(close + "{\"do\": \"synchronize\", \"realm\": ▶\"ra\"}")
    )
    expectNoFault(
      in: group(close + "{\"do\": \"startReset\", \"realm\": \"ra\"}", needs: [.clientReset])
    )
    expectFault(
      "needs the realm \"ra\" to be closed before",
      in: group("▶{\"do\": \"startReset\", \"realm\": \"ra\"}", needs: [.clientReset])
    )
  }

  @Test func `A restart leaves users their names, and takes them from realms and sessions`() {
    let session = "{\"do\": \"session\", \"user\": \"ana\", \"url\": \"a\", \"as\": \"s\"}, "
    let restart = session + "{\"do\": \"restart\"}, "
    expectNoFault(
      in: group(restart + "{\"do\": \"userState\", \"user\": \"ana\"}", needs: [.restart])
    )
    for use in [
      "{\"do\": \"close\", \"realm\": ▶\"ra\"}", "{\"do\": \"sessionState\", \"session\": ▶\"s\"}",
    ] {
      expectFault("is gone since \"restart\"", in: group(restart + use, needs: [.restart]))
    }
    expectNoFault(
      in: group(
        restart + "{\"do\": \"openBackup\", \"realm\": \"ra\", \"as\": \"old\"}",
        needs: [.restart, .clientReset]
      )
    )
  }

  @Test func `Users and realms belong to a device`() {
    let setting = "{\"devices\": [\"phone\", \"tablet\"]}"
    func on(_ device: String, _ step: String) -> GroupText {
      group(
        "{\"do\": \"on\", \"device\": \(device), \"steps\": [\(step)]}",
        needs: [.devices],
        setting: setting
      )
    }
    expectNoFault(in: on("\"tablet\"", "{\"do\": \"users\"}"))
    expectFault("\"watch\" is not a device of this case", in: on("▶\"watch\"", ""))
    expectFault(
      "\"ana\" belongs to the device \"phone\", and this step runs on another",
      in: on("\"tablet\"", "{\"do\": \"logOut\", \"user\": ▶\"ana\"}")
    )
  }

  @Test func `A realm has the classes that it was opened with`() {
    let wider =
      "{\"do\": \"open\", \"user\": \"ana\", \"url\": \"b\", \"as\": \"rb\", \"schema\": {\"City\": {\"primaryKey\": \"_id\", \"properties\": {\"_id\": \"int\"}}}}, "
    func count(_ type: String, in realm: String) -> GroupText {
      let query = "{\"do\": \"query\", \"type\": \(type)}"
      return group(wider + Self.on("\"\(realm)\"", query), needs: [.additiveSchema])
    }
    expectNoFault(in: count("\"City\"", in: "rb"))
    expectNoFault(in: count("\"Person\"", in: "ra"))
    expectFault("\"City\" is not a class of the schema", in: count("▶\"City\"", in: "ra"))
    expectFault("\"Person\" is not a class of the schema", in: count("▶\"Person\"", in: "rb"))
  }

  @Test func `A management realm has the classes of its own`() {
    let open = "{\"do\": \"managementRealm\", \"user\": \"ana\", \"as\": \"m\"}, "
    func create(_ type: String, _ value: String) -> String {
      open
        + Self.on(
          "\"m\"",
          "{\"do\": \"write\", \"steps\": [{\"do\": \"create\", \"type\": \(type), \"value\": {\(value): \"a\"}}]}"
        )
    }
    expectNoFault(in: group(create("\"PermissionChange\"", "\"id\""), needs: [.permissions]))
    expectFault(
      "\"_id\" is not a property of PermissionChange",
      in: group(
        create("\"PermissionChange\"", "\"_id\"").replacing("\"a\"", with: "▶\"a\""),
        needs: [.permissions]
      )
    )
    expectNoFault(
      in: group(
        create("\"PermissionOffer\"", "\"id\""),
        needs: [.permissions, .permissionOffers]
      )
    )
  }

  @Test(arguments: [
    ("{\"do\": \"currentUser\"}", Feature.currentUser),
    (
      "{\"do\": \"authenticate\", \"provider\": \"debug\", \"token\": \"t\", \"as\": \"u\"}",
      .accounts
    ),
    (
      "{\"do\": \"authenticate\", \"provider\": \"password\", \"username\": \"a\", \"password\": \"p\", \"register\": true, \"as\": \"u\"}",
      .accounts
    ), ("{\"do\": \"backUpServer\", \"as\": \"b\"}", .clientReset),
    ("{\"do\": \"goOffline\"}", .offline),
    ("{\"do\": \"serverObjects\", \"path\": \"/1/a\", \"type\": \"Person\"}", .serverRead),
    (
      "{\"do\": \"open\", \"user\": \"ana\", \"url\": \"b\", \"as\": \"r\", \"schemaVersion\": 1}",
      .additiveSchema
    ),
  ])
  func `A case says which features its steps need`(step: String, feature: Feature) {
    let faults = Reading(group(step).text).faults.map(\.message)
    #expect(faults.count == 1)
    #expect(
      faults.first?.contains("requires \"needs\": [\"\(feature.rawValue)\"]") == true,
      "\(faults)"
    )
    expectNoFault(in: group(step, needs: [feature]))
  }

  @Test(arguments: [
    ("{\"accounts\": {\"ana\": ▶{}}}", "an account lacks the key \"id\""),
    ("{\"accounts\": {\"ana\": {\"id\": ▶1}}}", "must be a string"),
    ("{\"serverRealms\": {\"/1/a\": {▶\"Persn\": []}}}", "\"Persn\" is not a class of the schema"),
    ("{\"devices\": ▶\"phone\"}", "must be an array of strings"),
  ])
  func `The server is described as the format has it`(setting: String, message: String) {
    let faults = Reading(group("", setting: setting.replacing("▶", with: "")).text).faults
    #expect(faults.count == 1 && faults.first?.message.contains(message) == true, "\(faults)")
  }

  @Test func `Other classes have no object server`() {
    expectFault("has no step \"users\"", in: .steps("{\"do\": ▶\"users\"}"))
    var group = GroupText()
    group.configuration = "{\"mobilePlatform\": ▶{}}"
    expectFault("has no key \"mobilePlatform\"", in: group)
  }
}
