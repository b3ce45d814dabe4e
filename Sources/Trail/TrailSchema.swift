public import JSON

/// The classes of the recorded realm, as the schema of a case describes them.
public struct TrailSchema: Sendable {
  /// A class.
  struct Class: Sendable {
    var primaryKey: String?
    var isEmbedded = false
    /// Whether something else may stand for its objects: then nothing is known of them.
    var hasRepresentation = false
    var properties: [String: PropertyType] = [:]
    /// The names of the properties that every complete object has, sorted.
    var required: [String] = []
  }

  private(set) var classes: [String: Class] = [:]

  /// Reads the value of `schema` in a case, or a whole object that has it under `schema`, such as a group file.
  ///
  /// From the latter, the classes with custom representations are taken as well.
  public init(_ json: JSON) throws(TrailError) {
    let isWhole = json["schema"]?.object != nil && json["schema"]?["properties"] == nil
    guard let object = isWhole ? json["schema"]?.object : json.object else {
      throw TrailError("a schema is an object of classes")
    }
    for (name, value) in object { classes[name] = try Self.read(name, value) }
    for (name, description) in classes { try check(name, description) }
    let represented = json["configuration"]?["representations"]?.object?.keys ?? []
    for name in isWhole ? represented : [] { classes[name]?.hasRepresentation = true }
  }

  private static func read(_ name: String, _ json: JSON) throws(TrailError) -> Class {
    guard let properties = json["properties"]?.object else {
      throw TrailError("the class \(quoted(name)) has no object \"properties\"")
    }
    var description = Class()
    description.primaryKey = json["primaryKey"]?.string
    description.isEmbedded = json["embedded"]?.bool ?? false
    for (property, value) in properties {
      guard let text = value.string, let type = PropertyType(text[...]) else {
        throw TrailError(
          "the type of \(quoted(property)) in class \(quoted(name)) can't be read: \(quoted(value.string ?? value.text()))"
        )
      }
      description.properties[property] = type
      if !type.mayBeLeftOut { description.required.append(property) }
    }
    description.required.sort()
    return description
  }

  private func check(_ name: String, _ description: Class) throws(TrailError) {
    if let key = description.primaryKey, description.properties[key] == nil {
      throw TrailError("the primary key \(quoted(key)) of class \(quoted(name)) is no property")
    }
    for (property, type) in description.properties.sorted(by: { $0.key < $1.key }) {
      guard let other = type.className, classes[other] == nil else { continue }
      throw TrailError(
        "\(quoted(property)) in class \(quoted(name)) is of the class \(quoted(other)), which the schema does not have"
      )
    }
  }

  /// The property that tells the objects of a class apart, if the class is known and has one.
  package func primaryKey(of name: String) -> String? { classes[name]?.primaryKey }

  /// Whether the objects of a class live in others.
  package func isEmbedded(_ name: String) -> Bool { classes[name]?.isEmbedded ?? false }
}
