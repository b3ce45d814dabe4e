import JSON
import Testing

@testable import Touchstone
@testable import TouchstoneLinting

struct DocumentsAreReproducedTests {
  static let payload: JSON = ["type": "Person", "value": [["_id": 1, "name": "Tony"]]]
  static let logLine = #"ERROR "reverted" (1)"#

  /// A case that has something for every kind of document.
  static let testCase = LintSample.makeCase(
    needs: ["clock", "collection-schema", "custom-representation", "recording", "realm-texts"],
    configuration: [
      "events": ["metadata": ["username": "Jason Bourne"]],
      "representations": ["Person": [["text": "invalid json"]]],
      "flexibleSync": [
        "user": "u1",
        "role": [
          "name": "owner", "apply_when": [:],
          "document_filters": ["write": ["ownerId": "%%user.id"]],
        ],
      ],
    ],
    steps: [
      ["do": "setClock", "to": ["$date": "2022-06-23T15:01:31.941Z"]],
      ["do": "auditEventSchema", "returns": ["title": "T", "properties": ["a": 1, "b": 2]]],
      ["do": "clientLog", "returns": [.string(logLine)]],
      ["do": "serverLog", "returns": [["Item": ["1": "reason"]]]],
      ["do": "errorOutput", "returns": ["first", "second"]],
      ["do": "beginScope", "activity": "hire", "as": "scope"],
      [
        "do": "write",
        "steps": [["do": "create", "type": "Person", "value": ["_id": 1, "name": "u1"]]],
      ],
      ["do": "commitScope", "scope": "scope", "fails": "serialization-failed"],
      ["do": "recordEvent", "activity": "login", "eventType": "custom event"],
    ],
    events: [
      ["event": "read", "activity": "open", "data": payload],
      ["event": "read", "activity": "open", "data": #"{"type":"Person","value":[{"int":2}]}"#],
      ["event": "write", "activity": "open", "data": ["Person": ["insertions": [["int": 3]]]]],
      [
        "event": "custom event", "activity": "login", "data": nil,
        "metadata": ["username": "Jason Bourne"],
        "timestamp": ["$date": "2022-06-23T15:01:31.941Z"],
        "partition": ["$$matches": "events-[0-9a-f]{24}"],
      ],
    ]
  )

  static func document(
    _ kind: JSON,
    text: String? = nil,
    value: JSON?,
    cases: JSON = ["flexible/plain/recorded"],
    notes: JSON? = nil,
    id: JSON = "s0-sample"
  ) -> JSON {
    var members: JSONObject = [
      "id": id, "kind": kind,
      "origin": ["document": "S0", "section": "Samples", "caption": nil],
      "text": .string(text ?? value?.text() ?? ""),
    ]
    members["value"] = value
    members["cases"] = cases
    members["notes"] = notes
    return .object(members)
  }

  private func findings(_ document: JSON) -> [String] {
    LintSample.findings(
      [
        "flexible/plain": LintSample.group([Self.testCase], class: "flexible-sync"),
        // What an own case of the class recording would not have.
        "reads/plain": LintSample.group([LintSample.makeCase()]),
      ],
      documents: ["s0-sample": document]
    )
  }

  static let event: JSON = [
    "_id": "62b4804c15659310991e5e0a", "_partition": "events-62b4804b15659310991e5e09",
    "activity": "login", "event": "custom event", "timestamp": "2022-06-23T15:01:31.941+00:00",
    "username": "Jason Bourne",
  ]

  static let reproduced: [JSON] = [
    document("payload", value: payload),
    document("representation", text: #"return "{\"int\": \(id)}""#, value: ["int": 2]),
    document("representation", text: "{ \"int\": 3 }", value: ["int": 3]),
    document("representation", text: "return \"invalid json\"", value: nil),
    document("event", value: event),
    document(
      "event",
      text: event.text(.pretty).replacing(
        "\"2022-06-23T15:01:31.941+00:00\"",
        with: "2022-06-23T15:01:31.941+00:00"
      ),
      value: event
    ),
    document("schema", value: ["title": "T", "properties": ["a": 1, "b": 2]]),
    document("schema", value: ["b": 2]),
    document("message", text: logLine, value: .string(logLine)),
    document("message", text: #"ERROR \"reverted\" (1)"#, value: .string(logLine)),
    document("message", text: #""Item": {"1": "reason"}"#, value: ["Item": ["1": "reason"]]),
    document("output", text: "first second", value: ["first", "second"]),
    document(
      "output",
      text: #"print("Found \(person.name)!")"#,
      value: "Found Tony!",
      cases: [],
      notes: "Printed by the sample."
    ),
    document("fixture", text: "person.name = …", value: ["_id": 1, "name": "%%user.id"]),
    document(
      "fixture",
      value: ["name": "owner", "document_filters": ["write": ["ownerId": "%%user.id"]]]
    ),
    document("fixture", text: "…", value: ["activity": "login", "event": "custom event"]),
    document("fixture", text: "…", value: ["_id": "int"]),
  ]

  @Test(arguments: reproduced) func `What a case brings about is not a finding`(_ document: JSON) {
    #expect(findings(document) == [])
  }

  static let faults: [(JSON, String)] = [
    (
      document("payload", value: ["type": "Person", "value": [["_id": 1]]]),
      "expects no event with this payload"
    ),
    (document("payload", text: "{}", value: payload), "the text means another value"),
    (document("representation", text: "…", value: ["int": 4]), "expects no event with this object"),
    (
      document("representation", text: "return \"invalid\"", value: nil),
      "no representation with this text"
    ),
    (document("event", value: event.with("activity", "logout")), "no event with this activity"),
    (document("event", value: event.with("event", "login")), "expects another \"event\""),
    (document("event", value: event.with("data", "{}")), "expects other data"),
    (
      document("event", value: event.with("timestamp", "2022-06-23T15:01:31.942+00:00")),
      "expects another time"
    ),
    (document("event", value: event.with("username", "Jason")), "expects other metadata"),
    (
      document("event", value: event.with("_partition", "event-62b4804b15659310991e5e09")),
      "expects another partition"
    ),
    (document("event", text: "{login}", value: event), "the text has other letters"),
    (document("schema", value: ["a": 1, "b": 3]), "no step that returns this schema"),
    (document("schema", value: ["title": "T", "b": 2]), "no step that returns this schema"),
    (document("message", text: "ERROR", value: "ERROR"), "no step that returns this"),
    (document("message", text: logLine, value: "ERROR"), "the text means another message"),
    (
      document("output", text: "second first", value: ["second", "first"]),
      "no step that returns this"
    ),
    (
      document("output", text: "first", value: ["first", "second"]),
      "the text prints something else"
    ),
    (
      document(
        "output",
        text: #"print("Found \(name)!")"#,
        value: "Found Tony",
        cases: [],
        notes: "…"
      ),
      "the text prints something else"
    ),
    (document("output", text: #"print("a")"#, value: "a", cases: []), "lacks the key \"notes\""),
    (
      document("fixture", text: "…", value: ["_id": 1, "name": "u2"]),
      "has nothing with all that this has"
    ),
    (
      document("fixture", text: "…", value: ["_id": 1, "activity": "login"]), "has nothing with all"
    ),
    (document("payload", value: payload, cases: []), "must name a case at least"),
    (
      document("payload", value: payload, cases: ["flexible/plain/record"]),
      "there is no case \"flexible/plain/record\" (did you mean"
    ),
    (
      document("payload", value: payload, cases: ["reads/plain/recorded"]),
      "reads/plain/recorded expects no event"
    ),
    (document("paylod", value: payload), "\"paylod\" is not a value of \"kind\""),
    (document("payload", text: "{}", value: nil), "lacks the key \"value\""),
    (
      document("payload", value: payload, id: "s0-other"),
      "the id \"s0-other\" is not the name of the file"
    ),
  ]

  @Test(arguments: faults) func `What no case brings about is found`(
    _ document: JSON,
    _ says: String
  ) {
    let found = findings(document)
    #expect(
      found.contains { $0.hasPrefix("documents/s0-sample.json:") && $0.contains(says) },
      "\(found)"
    )
  }

  @Test func `A document that is not JSON is found`() {
    var text = LintSample.text()
    text.documents = [("documents/s0-sample.json", Array("{\"id\" 1}".utf8))]
    #expect(SuiteLint(text).lines.first?.hasPrefix("documents/s0-sample.json:1:7") == true)
  }
}

extension JSON {
  /// This object with one member more, or another.
  fileprivate func with(_ key: String, _ value: JSON) -> JSON {
    var members = object ?? [:]
    members[key] = value
    return .object(members)
  }
}
