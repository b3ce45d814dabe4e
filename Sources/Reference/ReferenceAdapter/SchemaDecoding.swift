import JSON
import ReferenceRealm
import Touchstone

/// Reads the classes of a case.
enum SchemaDecoding {
  /// - Throws: `Unsupported` for a key or a type that the reference does not know.
  static func objectTypes(
    _ schema: ProgramSchema,
    representations: [String: ObjectSchema.EventRepresentation]
  ) throws -> [ObjectSchema] {
    try schema.classes.map { definition in
      let name = definition.name
      try KeyTable.schemaClass.check(schema.json[name] ?? .null, "schema")
      var type = ObjectSchema(name, primaryKey: definition.primaryKey, properties: [:])
      type.isEmbedded = definition.isEmbedded
      type.customEventRepresentation = representations[name]
      type.properties = try definition.properties.map { property in
        guard let type = property.text.string.flatMap({ PropertyType($0) }) else {
          throw Unsupported(reason: "type of \(name).\(property.name): \(property.text)")
        }
        return ObjectSchema.Property(property.name, type)
      }
      return type
    }
  }
}
