import JSON
import ReferenceRealm

/// Reads the classes of a case.
enum SchemaDecoding {
  /// - Throws: `Unsupported` for a key or a type that the reference does not know.
  static func objectTypes(
    _ schema: JSON,
    representations: [String: ObjectSchema.EventRepresentation]
  ) throws -> [ObjectSchema] {
    guard let classes = schema.object else { throw Unsupported(reason: "the schema is no object") }
    return try classes.map { name, definition in
      guard let members = definition.object else {
        throw Unsupported(reason: "class \(name) is no object")
      }
      for key in members.keys where !["primaryKey", "embedded", "properties"].contains(key) {
        throw Unsupported(reason: "schema key \(key)")
      }
      let properties = try (definition["properties"]?.object ?? [:]).map { property, type in
        guard let type = type.string.flatMap({ PropertyType($0) }) else {
          throw Unsupported(reason: "type of \(name).\(property): \(type)")
        }
        return ObjectSchema.Property(property, type)
      }
      return ObjectSchema(
        name,
        primaryKey: definition["primaryKey"]?.string,
        isEmbedded: definition["embedded"]?.bool ?? false,
        properties: properties,
        customEventRepresentation: representations[name]
      )
    }
  }
}
