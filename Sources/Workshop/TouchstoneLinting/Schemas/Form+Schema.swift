import JSON
import Touchstone

extension Form {
  /// The JSON Schema of what is written so, with references to the definitions of group files.
  var schema: JSON {
    switch self {
    case .flag: ["type": "boolean"]
    case .integer: ["type": "integer"]
    case .natural: ["type": "integer", "minimum": 0]
    case .positive: ["type": "integer", "minimum": 1]
    case .string, .className, .property, .realmName, .deviceName, .realmFile, .handle, .name:
      ["type": "string"]
    case .anything: [:]
    case .content: ["type": "string", "minLength": 1]
    case .sourceKey: .text(matching: "^S[0-9]+$")
    case .caseNames:
      .array(of: .text(matching: "^[a-z0-9-]+/[a-z0-9-]+/[a-z0-9-]+$"))
        .adding(["uniqueItems": true])
    case .strings: .array(of: ["type": "string"])
    case .anyObject: ["type": "object"]
    case .word(let words): .words(words)
    case .words(let words): .array(of: .words(words), atLeast: 1).adding(["uniqueItems": true])
    case .text: .definition("longText")
    case .textOrNull: .any(of: [["type": "null"], .definition("longText")])
    case .sentence, .caseTitle: .definition("sentence")
    case .id: .definition("id")
    case .errorCode:
      .any(of: [
        .definition("errorCode"),
        .closedObject([
          Matcher.anyOf.rawValue: .array(of: .definition("errorCode"), atLeast: 1)
        ]),
      ])
    case .requirements:
      .array(of: .definition("requirement"), atLeast: 1).adding(["uniqueItems": true])
    case .value: .definition("value")
    case .members: .members(of: .definition("value"))
    case .partitionValue:
      .any(of: [["type": ["null", "integer", "string"]], .definition("extendedValue")])
    case .date: .definition("date")
    case .filter: .definition("filter")
    case .sort: .definition("sort")
    case .metadata: .definition("metadata")
    case .fields: .members(of: ["type": "string"]).adding(["minProperties": 1])
    case .object(let table): .definition(table.name)
    case .nullable(let form): .any(of: [["type": "null"], form.schema])
    case .elements(let table): .array(of: .definition(table.name))
    case .named(let table): .members(of: .definition(table.name))
    case .objectsByClass: .members(of: .array(of: .members(of: .definition("value"))))
    case .objectsByPath: .members(of: Form.objectsByClass.schema)
    case .settings(let words):
      .array(of: [
        "type": "array", "prefixItems": [.words(words), Form.flag.schema], "minItems": 2,
        "maxItems": 2,
      ])
    case .classes: .members(of: .definition("class"))
    case .propertyTypes: .members(of: .definition("propertyType"))
    case .representations: .members(of: .array(of: .definition("representation"), atLeast: 1))
    case .steps: .definition("steps")
    case .someSteps: ["allOf": [.definition("steps"), ["minItems": 1]]]
    case .given: .definition("given")
    case .cases: .array(of: .definition("case"), atLeast: 1)
    case .failure: .any(of: [.definition("errorCode"), .definition("failure")])
    case .trail: .definition("trail")
    case .expected: .definition("expected")
    case .expectedElements: .array(of: .definition("expected"))
    case .expectedText: .definition("text")
    case .expectedTextOrNull: .any(of: [["type": "null"], .definition("text")])
    case .expectedTime: .any(of: [.definition("date"), .definition("matcher")])
    case .because: .definition("because")
    case .expectedMetadata: .members(of: .definition("text"))
    }
  }
}

extension KeyTable {
  /// The JSON Schema of an object with these keys.
  var schema: JSON {
    var properties = JSONObject()
    for entry in entries { properties[entry.name] = entry.form.schema }
    let optional = entries.filter { !$0.isRequired }.map(\.name)
    var schema = JSON.closedObject(properties, optional: optional)
    if !alternatives.isEmpty {
      let choices = alternatives.map { JSON.object(["required": [.string($0)]]) }
      schema = schema.adding(["oneOf": .array(choices)])
    }
    return schema.described(purpose)
  }
}

extension StepKind {
  /// The JSON Schema of such a step in a group file, as one or as several classes have it.
  var schema: JSON {
    let variants = entry.variants.sorted { $0.key.rawValue < $1.key.rawValue }
    guard !variants.isEmpty else { return schema(of: entry, table) }
    return .any(
      of: [schema(of: entry, table)]
        + variants.map { conformanceClass, variant in
          var variant = variant
          variant.classes = [conformanceClass]
          return schema(of: variant, self.table(in: conformanceClass))
        }
    )
  }

  private func schema(of entry: StepEntry, _ table: KeyTable) -> JSON {
    var table = table
    table.entries.removeAll { $0.name == "do" || $0.name == "returns" }
    table.entries.insert(.required(TypedKey<String>("do", .word([name]))), at: 0)
    let classes = entry.classes.map { $0.map(\.rawValue).joined(separator: ", ") }
    table.purpose = [entry.does, classes.map { "Class \($0) only." } ?? ""]
      .filter { !$0.isEmpty }.joined(separator: ". ")
    var schema = table.schema
    guard let value = entry.yields, var properties = schema["properties"]?.object else {
      return schema
    }
    properties["returns"] = .any(of: [value.schema, .definition("matcher")])
    schema = schema.adding(["properties": .object(properties)])
    return schema.adding(["not": ["required": ["returns", "fails"]]])
  }
}
