import JSON

extension JSON {
  /// The schema of an object that has these members and no others.
  static func closedObject(_ properties: JSONObject, optional: [String] = []) -> JSON {
    openObject(properties, optional: optional).adding(["additionalProperties": false])
  }

  /// The schema of an object that has these members, and may have others.
  static func openObject(_ properties: JSONObject, optional: [String] = []) -> JSON {
    let required = properties.keys.filter { !optional.contains($0) }
    var schema: JSONObject = ["type": "object", "properties": .object(properties)]
    if !required.isEmpty { schema["required"] = .array(required.map(JSON.string)) }
    return .object(schema)
  }

  /// A reference to a definition of the same schema.
  static func definition(_ name: String) -> JSON { ["$ref": .string("#/$defs/\(name)")] }

  static func array(of items: JSON, atLeast count: Int64 = 0) -> JSON {
    var schema: JSONObject = ["type": "array", "items": items]
    if count > 0 { schema["minItems"] = .int(count) }
    return .object(schema)
  }

  /// An object whose members are all of one kind.
  static func members(of value: JSON) -> JSON {
    ["type": "object", "additionalProperties": value]
  }

  static func any(of schemas: [JSON]) -> JSON { ["anyOf": .array(schemas)] }

  static func text(matching pattern: String) -> JSON {
    ["type": "string", "pattern": .string(pattern)]
  }

  static func words(_ words: [String]) -> JSON { ["enum": .array(words.map(JSON.string))] }

  /// This schema with more said in it.
  func adding(_ members: JSONObject) -> JSON {
    .object((object ?? [:]).merging(members))
  }

  /// This schema with a description before all else.
  func described(_ text: String?) -> JSON {
    guard let text else { return self }
    return JSON.object(["description": .string(text)]).adding(object ?? [:])
  }
}
