import Formats
import JSON
import Touchstone
import TouchstoneCaseFiles

/// The JSON Schema of group files, made from the table of the language for editors and for checks by others.
///
/// It says what can be said without knowing a case: names, classes and what steps mean to each other are checked when
/// the suite is loaded.
enum GroupFileSchema {
  static var json: JSON {
    let head: JSON = [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "Group file",
      "description": """
      Golden/cases/<chapter>/<group>.json: the cases of one topic with what they share. Spec/cases.md says what it means.
      """,
    ]
    return head.adding(KeyTable.group.schema.object ?? [:]).adding(["$defs": .object(definitions)])
  }

  private static let tables: [KeyTable] = [
    .testCase, .schemaClass, .configuration, .eventConfiguration, .server, .representation,
    .flexibleSync, .subscription, .syncedRealm, .collectionRules, .role, .documentFilters,
    .fieldRule, .mobilePlatform, .account, .expectation, .expectedEvent, .failure,
  ]

  private static var definitions: JSONObject {
    var result = words
    for members in [texts, values, filters, expectations, steps] {
      for (name, schema) in members { result[name] = schema }
    }
    for table in tables { result[table.name] = table.schema }
    return result
  }

  private static var words: JSONObject {
    [
      "sentence": .text(matching: "^[^\\r\\n]*[^\\r\\n ][^\\r\\n]*$").described(
        "Text on one line."
      ),
      "id": .text(matching: "^[a-z0-9]+(-[a-z0-9]+)*$").described("Permanent, in kebab-case."),
      "requirement": .text(matching: "^[A-Z]+-[1-9][0-9]*$")
        .described("The id of a requirement of the specification."),
      "because": .any(of: [
        .definition("requirement"),
        .members(of: .definition("requirement")).adding(["minProperties": 1]),
      ]).described("The requirement that something is expected for, or one for each key in it."),
      "errorCode": .words(ErrorCode.allCases.map(\.rawValue))
        .described("What a failing step answers."),
      "propertyType": .text(
        matching:
          "^([A-Za-z0-9_]+\\??|(list|set|dictionary)<[A-Za-z0-9_]+\\??>|linkingObjects<[A-Za-z0-9_]+\\.[A-Za-z0-9_]+>)$"
      ).described("Such as int, string?, Office?, list<Person>, dictionary<int?>."),
    ]
  }

  /// What is said once and meant many times.
  private static var texts: JSONObject {
    let times = Form.positive.schema
    return [
      "repeatedText": .closedObject([
        "$repeat": .closedObject(["times": times, "text": ["type": "string"]])
      ]).described("A text many times over, which the suite writes out."),
      "repeatedValue": .closedObject([
        "$repeat": .closedObject(["times": times, "value": [:]])
      ]).described(
        "Many elements of an array, which the suite writes out; {\"$index\": …} stands for the index."
      ),
      "repeatedStep": [
        "allOf": [
          .definition("repeatedValue"),
          [
            "properties": [
              "$repeat": ["properties": ["value": ["type": "object", "required": ["do"]]]]
            ]
          ],
        ]
      ],
      "longText": .any(of: [["type": "string"], .definition("repeatedText")]),
    ]
  }

  private static let plain: JSON = ["type": ["null", "boolean", "number", "string"]]
  private static let link = JSON.closedObject(["$ref": ["type": "string"]])

  private static var values: JSONObject {
    let types = ExtendedValue.Key.ofCaseFiles.map { key in
      key == .date ? .definition("date") : JSON.closedObject([key.rawValue: key.schema])
    }
    return [
      "value": .any(of: [
        plain, .array(of: .definition("value")), .definition("extendedValue"), link,
        [
          "type": "object", "propertyNames": ["pattern": "^([^$.][^.]*)?$"],
          "additionalProperties": .definition("value"),
        ],
        .definition("repeatedText"), .definition("repeatedValue"),
      ]).described("Relaxed Extended JSON v2, and {\"$ref\": …} for links."),
      "extendedValue": .any(of: types).described("What JSON alone cannot say."),
      "date": .closedObject(["$date": ExtendedValue.Key.date.schema]),
      "metadata": .any(of: [
        .members(of: .definition("longText")),
        .array(of: .array(of: ["type": "string"], atLeast: 2).adding(["maxItems": 2])),
      ]).described("An object of strings, or pairs where a key is given twice."),
    ]
  }

  private static var filters: JSONObject {
    let parts = JSON.array(of: .definition("filter"), atLeast: 1)
    let operators = JSONObject(
      uniqueMembers: FilterOperator.allCases.map { ($0.rawValue, $0.schema) }
    )
    return [
      "filter": [
        "description": "A part of the MongoDB query language.", "type": "object",
        "properties": ["$and": parts, "$or": parts],
        "patternProperties": ["^[^$]": .definition("condition")],
        "additionalProperties": false,
      ],
      "operand": .any(of: [plain, .definition("extendedValue"), link])
        .described("A plain value, or a link."),
      "condition": .any(of: [.definition("operand"), .definition("operators")]),
      "operators": .closedObject(operators, optional: operators.keys).adding(["minProperties": 1]),
      "sort": .array(
        of: [
          "type": "array",
          "prefixItems": [["type": "string"], .words(["ascending", "descending"])], "minItems": 2,
          "maxItems": 2,
        ],
        atLeast: 1
      ).described("Properties with their direction, the first one foremost."),
    ]
  }

  private static var expectations: JSONObject {
    [
      "expected": .any(of: [
        plain, .array(of: .definition("expected")), .definition("matcher"),
        [
          "type": "object", "propertyNames": ["not": ["pattern": "^\\$\\$"]],
          "additionalProperties": .definition("expected"),
        ],
      ]).described("A value, with matchers anywhere in it."),
      "matcher": .any(of: Matcher.allCases.map { .closedObject([$0.rawValue: $0.schema]) }),
      "text": .any(of: [.definition("longText"), .definition("matcher")])
        .described("A string, or a matcher for one."),
      "trail": .array(of: .any(of: [.definition("event"), .definition("repeatedValue")]))
        .described("Expected events in commit order."),
    ]
  }

  private static var steps: JSONObject {
    [
      "steps": .array(of: .any(of: [.definition("step"), .definition("repeatedStep")])),
      // A validator looks at one kind only: to try them all takes long, and longer with every nested step.
      "step": JSON.object([
        "type": "object", "required": ["do"],
        "properties": ["do": .words(StepKind.all.map(\.name))],
        "allOf": .array(
          StepKind.all.map { kind in
            [
              "if": ["properties": ["do": ["const": .string(kind.name)]], "required": ["do"]],
              "then": kind.schema,
            ]
          }
        ),
      ]).described("What an implementation is asked to do, and what must come of it."),
      "given": .array(
        of: .any(of: [
          [
            "allOf": [
              .definition("step"),
              ["properties": ["returns": false, "fails": false, "because": false]],
            ]
          ],
          .definition("repeatedStep"),
        ])
      ).described("Steps that must succeed, and expect nothing."),
    ]
  }
}
