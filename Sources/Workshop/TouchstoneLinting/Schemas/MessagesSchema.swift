import Formats
import JSON
import Touchstone
import TouchstoneWire

/// The JSON Schema of the messages of the wire protocol.
enum MessagesSchema {
  static var json: JSON {
    [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "Messages of the wire protocol",
      "description": """
      One line on the standard input or output of an implementation. Spec/wire-protocol.md says what it means; the \
      definitions name each message.
      """,
      "anyOf": .array(messages.keys.map(JSON.definition)),
      "$defs": JSON.object(messages).adding(parts),
    ]
  }

  private static var messages: JSONObject {
    [
      "initializeRequest": request(
        "initialize",
        params: .closedObject([
          "protocolVersion": ["const": .int(Wire.version)],
          "edition": .words(Edition.allCases.map(\.rawValue)),
        ])
      ),
      "runCaseRequest": request(
        "runCase",
        params: .closedObject([
          "schema": ["type": "object"], "configuration": ["type": "object"],
          "given": .array(of: .definition("step")), "steps": .array(of: .definition("step")),
        ])
      ).described("The case without its name, its requirements and anything that is expected."),
      "shutdownRequest": request("shutdown", params: nil),
      "initializeAnswer": answer(
        .openObject([
          "protocolVersion": ["const": .int(Wire.version)],
          "implementation": .openObject([
            "name": ["type": "string"], "version": ["type": "string"],
            "language": ["type": "string"],
          ]),
          "editions": differentStrings, "classes": differentStrings, "features": differentStrings,
        ])
      ),
      "runCaseAnswer": answer(.definition("caseResult")),
      "shutdownAnswer": answer(["type": "null"]),
      "errorAnswer": .openObject(
        [
          "jsonrpc": ["const": "2.0"], "id": .any(of: [.definition("id"), ["type": "null"]]),
          "result": false,
          "error": .openObject(
            ["code": ["type": "integer"], "message": ["type": "string"], "data": [:]],
            optional: ["data"]
          ),
        ],
        optional: ["result"]
      ).described("The request could not be carried out. The id is null if it could not be read."),
    ]
  }

  private static let differentStrings = JSON.array(of: ["type": "string"])
    .adding(["uniqueItems": true])

  private static func request(_ method: String, params: JSON?) -> JSON {
    var properties: JSONObject = [
      "jsonrpc": ["const": "2.0"], "id": .definition("id"), "method": ["const": .string(method)],
    ]
    properties["params"] = params
    return .closedObject(properties)
  }

  private static func answer(_ result: JSON) -> JSON {
    .openObject(
      ["jsonrpc": ["const": "2.0"], "id": .definition("id"), "result": result, "error": false],
      optional: ["error"]
    )
  }

  private static var parts: JSONObject {
    let unsupported = JSON.openObject(["unsupported": ["type": "string"]])
    return [
      "id": [
        "description": "Chosen by the suite; an answer repeats it.", "type": ["integer", "string"],
      ],
      "step": .openObject(
        [
          "do": .words(StepKind.all.map(\.name)), "steps": .array(of: .definition("step")),
          "returns": false, "fails": false, "because": false,
        ],
        optional: ["steps", "returns", "fails", "because"]
      ).described("A step as in group-file.schema.json, without its expectations."),
      "caseResult": [
        "description": "One of three forms. Further keys are ignored.", "type": "object",
        "oneOf": [
          .openObject([
            "steps": .array(of: .definition("outcome")),
            "events": .array(of: .definition("storedEvent")),
          ]),
          .openObject(["openError": .definition("stepError")]), unsupported,
        ],
      ],
      "outcome": [
        "description": """
        What came of one step; for write, ok is the array of the outcomes of its own steps.
        """,
        "type": "object",
        "oneOf": [
          .openObject(["ok": [:]]), .openObject(["error": .definition("stepError")]), unsupported,
        ],
      ],
      "stepError": .openObject([
        "code": .words(ErrorCode.allCases.map(\.rawValue)), "message": ["type": "string"],
      ]).described("A code of Spec/wire-protocol.md and a sentence for people."),
      "storedEvent": storedEvent,
    ]
  }

  private static var storedEvent: JSON {
    let text: JSON = ["type": ["string", "null"]]
    return JSON.openObject(
      [
        "_id": .closedObject(["$oid": .text(matching: "^[0-9a-f]{24}$")]),
        "_partition": ["type": "string"], "activity": text, "event": text, "data": text,
        "timestamp": .closedObject([
          "$date": .any(of: [
            ["type": "string"], .closedObject(["$numberLong": .text(matching: "^-?[0-9]+$")]),
          ])
        ]),
        "scope": text,
      ],
      optional: ["activity", "event", "data", "scope"]
    ).adding(["additionalProperties": text]).described(
      "A document of the AuditEvent collection in relaxed Extended JSON; further keys are metadata."
    )
  }
}
