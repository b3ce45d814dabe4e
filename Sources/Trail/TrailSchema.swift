public import JSON

/// The classes of the recorded realm, as the schema of a case describes them.
public struct TrailSchema: Sendable {
  /// A class.
  struct Class: Sendable {
    var primaryKey: String?
    var isEmbedded = false
    var properties: [String: String] = [:]
  }

  private(set) var classes: [String: Class] = [:]

  /// Reads the value of `schema` in a case.
  public init(_ json: JSON) throws(TrailError) {
    guard let object = json.object else { throw TrailError("a schema is an object of classes") }
    for (name, value) in object {
      var description = Class()
      description.primaryKey = value["primaryKey"]?.string
      description.isEmbedded = value["embedded"]?.bool ?? false
      for (property, type) in value["properties"]?.object ?? [:] {
        description.properties[property] = type.string
      }
      classes[name] = description
    }
  }

  /// The property that tells the objects of a class apart, if the class is known and has one.
  package func primaryKey(of name: String) -> String? { classes[name]?.primaryKey }

  /// Whether the objects of a class live in others.
  package func isEmbedded(_ name: String) -> Bool { classes[name]?.isEmbedded ?? false }
}
