import JSON

extension TypedKey where Value == String {
  fileprivate static var document: Self { Self("document", .sourceKey) }
  fileprivate static var section: Self { Self("section", .content) }
  fileprivate static var content: Self { Self("text", .content) }
  fileprivate static var kindOfDocument: Self {
    Self("kind", .word(GoldenDocument.Kind.allCases.map(\.rawValue)))
  }
  fileprivate static var remarks: Self { Self("notes", .content) }
}

extension TypedKey where Value == JSON {
  fileprivate static var origin: Self { Self("origin", .object(.documentOrigin)) }
  fileprivate static var caption: Self { Self("caption", .nullable(.content)) }
  fileprivate static var meaning: Self { Self("value", .anything) }
  fileprivate static var reproducing: Self { Self("cases", .caseNames) }
}

extension KeyTable {
  fileprivate static let documentOrigin = KeyTable(
    "origin",
    of: "an origin",
    [.required(.document), .required(.section), .required(.caption)]
  )

  fileprivate static let document = KeyTable(
    "document",
    of: "a document",
    [
      .required(.id), .required(.kindOfDocument), .required(.origin), .required(.content),
      .optional(.meaning), .required(.reproducing), .optional(.remarks),
    ]
  )
}

extension GoldenDocument {
  /// What is wrong with the form of a file.
  static func faults(in json: JSON) -> FaultList {
    var validator = GroupValidator(requirements: [])
    var names = Handles()
    validator.check(json, as: .document, in: Surroundings(path: JSONPath()), &names)
    guard validator.faults.isEmpty, let document = GoldenDocument(json) else {
      return validator.faults
    }
    if !document.id.hasPrefix(document.document.lowercased() + "-") {
      validator.fault(
        JSONPath().appending("id"),
        "the id of a document begins with the key of its source, such as \"s0-\""
      )
    }
    for key in document.lacking {
      validator.fault(JSONPath(), "a document lacks the key \(key.quoted)")
    }
    if document.kind != .output, document.cases.isEmpty {
      validator.fault(JSONPath().appending("cases"), "\"cases\" must name a case at least")
    }
    return validator.faults
  }

  /// The keys that a document of this kind must have, and this one has not.
  private var lacking: [String] {
    let needsNotes = kind == .output && cases.isEmpty
    return (value == nil && kind != .representation ? ["value"] : [])
      + (notes == nil && needsNotes ? ["notes"] : [])
  }

  /// The JSON Schema of these files.
  static var schema: JSON {
    func kinds(_ kinds: [Kind]) -> JSON {
      ["properties": ["kind": .words(kinds.map(\.rawValue))], "required": ["kind"]]
    }
    let head: JSON = [
      "$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Golden document",
      "description": """
      Golden/documents/<id>.json: something that the documents print, with its origin. Spec/documents.md says what it \
      means.
      """,
    ]
    return head.adding(KeyTable.document.schema.object ?? [:]).adding([
      "$defs": [
        "origin": KeyTable.documentOrigin.schema,
        "id": .text(matching: "^s[0-9]+(-[a-z0-9]+)+$"),
      ],
      "allOf": [
        [
          "if": kinds([.payload, .event, .schema]),
          "then": [
            "required": ["value"],
            "properties": ["value": ["type": "object", "minProperties": 1]],
          ],
        ],
        ["if": kinds([.message, .output, .fixture]), "then": ["required": ["value"]]],
        [
          "if": kinds([.output]),
          "then": [
            "if": ["properties": ["cases": ["type": "array", "maxItems": 0]]],
            "then": ["required": ["notes"]],
          ],
          "else": ["properties": ["cases": ["minItems": 1]]],
        ],
      ],
    ])
  }
}
