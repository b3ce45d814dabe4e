import JSON
import Testing

@testable import Touchstone

struct JSONSchemaTests {
  /// A schema, a value that keeps it, and a near miss with what is said of it.
  struct Rule: Sendable, CustomStringConvertible {
    var schema: JSON
    var good: [JSON]
    var bad: JSON
    var says: String

    var description: String { schema.text() }
  }

  static let rules: [Rule] = [
    Rule(
      schema: ["type": "integer"],
      good: [1, 1.0, .number("12345678901234567890")],
      bad: 1.5,
      says: "must be an integer, not a number"
    ),
    Rule(
      schema: ["type": ["string", "null"]],
      good: ["", nil],
      bad: false,
      says: "must be a string or null, not true or false"
    ),
    Rule(
      schema: ["type": "number"],
      good: [1, 2.5],
      bad: "1",
      says: "must be a number, not a string"
    ),
    Rule(
      schema: ["type": "boolean"],
      good: [true],
      bad: nil,
      says: "must be true or false, not null"
    ),
    Rule(schema: ["const": 1], good: [1, 1.0], bad: "1", says: #"must be 1, not "1""#),
    Rule(schema: ["const": ["a": [1]]], good: [["a": [1.0]]], bad: ["a": [2]], says: "must be "),
    Rule(
      schema: ["enum": ["a", nil]],
      good: ["a", nil],
      bad: "A",
      says: #""A" is none of "a", null"#
    ),
    Rule(
      schema: ["required": ["a"]],
      good: [["a": nil], 7],
      bad: ["b": 1],
      says: "lacks the key \"a\""
    ),
    Rule(
      schema: ["dependentRequired": ["a": ["b"]]],
      good: [["b": 1], ["a": 1, "b": 1]],
      bad: ["a": 1],
      says: "has \"a\" and lacks the key \"b\""
    ),
    Rule(
      schema: ["properties": ["a": ["type": "string"]]],
      good: [["a": ""], ["b": 1]],
      bad: ["a": 1],
      says: "a: must be a string"
    ),
    Rule(
      schema: ["properties": ["name": true], "additionalProperties": false],
      good: [["name": 1], [:]],
      bad: ["nme": 1],
      says: "the key \"nme\" is not known here (did you mean \"name\"?)"
    ),
    Rule(
      schema: ["properties": ["a": true], "additionalProperties": ["type": "string"]],
      good: [["a": 1, "b": ""]],
      bad: ["b": 1],
      says: "b: must be a string"
    ),
    Rule(
      schema: ["properties": ["a": false]],
      good: [["b": 1]],
      bad: ["a": 1],
      says: "a: must not be there"
    ),
    Rule(
      schema: ["patternProperties": ["^x": ["type": "string"]], "additionalProperties": false],
      good: [["x1": ""]],
      bad: ["ax": ""],
      says: "the key \"ax\" is not known"
    ),
    Rule(
      schema: ["propertyNames": ["pattern": "^[a-z]+$"]],
      good: [["ab": 1]],
      bad: ["a1": 1],
      says: "\"a1\" does not match"
    ),
    Rule(schema: ["minProperties": 1], good: [["a": 1], []], bad: [:], says: "less than 1 keys"),
    Rule(
      schema: ["maxProperties": 1],
      good: [["a": 1]],
      bad: ["a": 1, "b": 1],
      says: "more than 1 keys"
    ),
    Rule(
      schema: ["items": ["type": "string"]],
      good: [["a"], [], "a"],
      bad: ["a", 1],
      says: "[1]: must be a string"
    ),
    Rule(
      schema: ["prefixItems": [["type": "string"]], "items": false],
      good: [["a"], []],
      bad: ["a", "b"],
      says: "[1]: must not be there"
    ),
    Rule(schema: ["minItems": 1], good: [[nil]], bad: [], says: "1 elements at least, not 0"),
    Rule(schema: ["maxItems": 1], good: [[1]], bad: [1, 2], says: "1 elements at most, not 2"),
    Rule(
      schema: ["uniqueItems": true],
      good: [[1, "1"]],
      bad: ["a", "a"],
      says: #"[1]: "a" is there twice"#
    ),
    Rule(schema: ["pattern": "b"], good: ["abc", 1], bad: "ac", says: "\"ac\" does not match /b/"),
    Rule(schema: ["pattern": "^.$"], good: ["e"], bad: "e\u{301}", says: "does not match"),
    Rule(schema: ["minLength": 1], good: [" "], bad: "", says: "must not be empty"),
    Rule(
      schema: ["maxLength": 1],
      good: ["é"],
      bad: "e\u{301}",
      says: "1 characters at most, not 2"
    ),
    Rule(schema: ["minimum": 1], good: [1, "0"], bad: 0.5, says: "0.5 is less than 1"),
    Rule(schema: ["maximum": 1], good: [1.0], bad: 2, says: "2 is greater than 1"),
    Rule(schema: ["exclusiveMinimum": 1], good: [2], bad: 1, says: "1 is not greater than 1"),
    Rule(schema: ["exclusiveMaximum": 1], good: [0], bad: 1, says: "1 is not less than 1"),
    Rule(
      schema: ["allOf": [["type": "string"], ["minLength": 2]]],
      good: ["ab"],
      bad: "a",
      says: "2 characters at least"
    ),
    Rule(
      schema: ["anyOf": [["type": "string"], ["minimum": 2]]],
      good: ["a", 2, nil],
      bad: 1,
      says: "has none of the 2 forms"
    ),
    Rule(
      schema: ["oneOf": [["required": ["a"]], ["required": ["b"]]]],
      good: [["a": 1], ["b": 1]],
      bad: ["a": 1, "b": 1],
      says: "has 2 of 2 forms, and only one is allowed"
    ),
    Rule(
      schema: ["not": ["required": ["a", "b"]]],
      good: [["a": 1]],
      bad: ["a": 1, "b": 1],
      says: "has a form that is excluded"
    ),
    Rule(
      schema: ["if": ["type": "string"], "then": ["minLength": 1], "else": ["minimum": 1]],
      good: ["a", 1],
      bad: "",
      says: "must not be empty"
    ),
    Rule(
      schema: ["if": ["type": "string"], "else": ["minimum": 1]],
      good: ["", 1],
      bad: 0,
      says: "0 is less than 1"
    ),
    Rule(
      schema: [
        "$ref": "#/$defs/tree",
        "$defs": ["tree": ["type": "array", "items": ["$ref": "#/$defs/tree"]]],
      ],
      good: [[[], [[]]]],
      bad: [[], [1]],
      says: "[1][0]: must be an array"
    ),
    Rule(
      schema: ["type": "array", "items": ["$ref": "#"]],
      good: [[[]]],
      bad: [["a"]],
      says: "[0][0]: must be an array"
    ),
    Rule(schema: false, good: [], bad: 1, says: "must not be there"),
  ]

  @Test(arguments: rules) func `A keyword accepts what it should, and names what it refuses`(
    _ rule: Rule
  ) throws {
    let schema = try JSONSchema(rule.schema)
    for value in rule.good { #expect(schema.violations(in: value) == [], "\(value)") }
    let found = schema.violations(in: rule.bad)
    #expect(found.count == 1)
    #expect(found.first?.description.contains(rule.says) == true, "\(found)")
  }

  @Test(
    arguments: [
      (["typ": "string"], "typ: the keyword \"typ\" is not known here (did you mean \"type\"?)"),
      (["properties": ["a": ["format": "date"]]], "properties.a.format: the keyword"),
      (["type": "float"], "type: \"type\" takes"), (["enum": []], "enum: \"enum\" takes"),
      (["required": ["a", "a"]], "required: \"required\" takes"),
      (["minItems": -1], "minItems: \"minItems\" takes"), (["minimum": "1"], "minimum: "),
      (["pattern": "("], "pattern: \"(\" is no regular expression"),
      (["patternProperties": ["[": true]], "is no regular expression"),
      (["anyOf": []], "anyOf: \"anyOf\" takes an array of schemas"), (["then": true], "\"if\""),
      (["items": 1], "items: a schema is an object, true or false"),
      (["$ref": "other.json"], "$ref: \"$ref\" takes"),
      (["$ref": "#/$defs/nme", "$defs": ["name": true]], "(did you mean \"name\"?)"),
      (["$schema": "http://json-schema.org/draft-07/schema#"], "$schema: the draft is"),
      (["items": ["$defs": [:]]], "items.$defs: \"$defs\" stands at the top"),
      (["$defs": ["a": ["anyOf": [["$ref": "#/$defs/a"]]]]], "\"a\" refers to itself only"),
      (
        ["$defs": ["a": ["$ref": "#/$defs/b"], "b": ["not": ["$ref": "#/$defs/a"]]]],
        "refers to itself only"
      ),
      (["$ref": "#"], "refers to itself only"),
    ] as [(JSON, String)]
  )
  func `A schema that asks for more than is checked is refused`(_ schema: JSON, _ says: String) {
    let error = #expect(throws: JSONSchemaError.self) { try JSONSchema(schema) }
    #expect(error?.description.contains(says) == true, "\(error?.description ?? "")")
  }

  @Test func `Of several forms the one is explained that was meant`() throws {
    let schema = try JSONSchema([
      "items": [
        "oneOf": [
          ["properties": ["do": ["const": "get"], "key": ["type": "string"]], "required": ["do"]],
          ["properties": ["do": ["const": "all"], "as": ["type": "string"]], "required": ["do"]],
        ]
      ]
    ])
    let found = schema.violations(in: [["do": "get", "key": 1], ["do": "fly"], ["do": "all"]])
    #expect(
      found.map(\.description) == [
        "[0].key: must be a string, not an integer",
        "[1]: has none of the 2 forms that are allowed",
      ]
    )
  }

  @Test func `A document can be checked against one definition`() throws {
    let schema = try JSONSchema(["$defs": ["name": ["type": "string"]]])
    #expect(schema.definitionNames == ["name"])
    #expect(schema.violations(in: 1) == [])
    #expect(schema.violations(in: 1, definition: "name").count == 1)
    #expect(schema.violations(in: 1, definition: "nme").count == 1)
  }
}
