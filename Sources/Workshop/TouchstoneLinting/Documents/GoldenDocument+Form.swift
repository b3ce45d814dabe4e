import Formats
import JSON
import Touchstone
import TouchstoneCaseFiles

extension GoldenDocument {
  /// What is wrong with the form of a file.
  static func faults(in json: JSON) -> FaultList {
    var faults = GroupValidator.faults(in: json, as: .document)
    guard faults.isEmpty, let document = GoldenDocument(json) else { return faults }
    if !document.id.hasPrefix(document.document.lowercased() + "-") {
      faults.add(
        JSONPath().appending("id"),
        "the id of a document begins with the key of its source, such as \"s0-\""
      )
    }
    for key in document.lacking {
      faults.add(JSONPath(), "a document lacks the key \(key.quoted)")
    }
    if document.kind != .output, document.cases.isEmpty {
      faults.add(JSONPath().appending("cases"), "\"cases\" must name a case at least")
    }
    return faults
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
