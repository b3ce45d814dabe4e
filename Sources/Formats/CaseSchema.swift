public import JSON

/// The classes of the recorded realm, as cases describe them.
public struct CaseSchema: Sendable {
  /// A class of objects.
  package struct Class: Sendable {
    package var primaryKey: String?
    package var isEmbedded = false
    /// Whether something else may stand for its objects: then nothing is known of them.
    package var hasRepresentation = false
    package var properties: ByteDictionary<PropertyType> = [:]
  }

  package var classes: ByteDictionary<Class> = [:]

  /// Reads the value of `schema` in a case, or a whole object that has it under `schema`, such as a group file.
  ///
  /// From the latter, the classes with custom representations are taken as well.
  public init(_ json: JSON) throws(FormatError) {
    let isWhole = json["schema"]?.object != nil && json["schema"]?["properties"] == nil
    guard let object = isWhole ? json["schema"]?.object : json.object else {
      throw FormatError("a schema is an object of classes")
    }
    for (name, value) in object { classes[name] = try Class(name, value) }
    for (name, description) in classes.sorted { try check(name, description) }
    let represented = json["configuration"]?["representations"]?.object?.keys ?? []
    for name in isWhole ? represented : [] { classes[name]?.hasRepresentation = true }
  }

  private func check(_ name: String, _ description: Class) throws(FormatError) {
    if let key = description.primaryKey, description.properties[key] == nil {
      throw FormatError(
        "the primary key \(quoted(key)) of class \(quoted(name)) is not one of its properties"
      )
    }
    for (property, type) in description.properties.sorted {
      guard let other = type.className, classes[other] == nil else { continue }
      throw FormatError(
        "\(quoted(property)) in class \(quoted(name)) is of the class \(quoted(other)), which the schema does not have"
      )
    }
  }

  /// The type of a property, if its class and it are known.
  package func property(_ name: String, of className: String?) -> PropertyType? {
    className.flatMap { classes[$0]?.properties[name] }
  }
}

extension CaseSchema.Class {
  fileprivate init(_ name: String, _ json: JSON) throws(FormatError) {
    guard let properties = json["properties"]?.object else {
      throw FormatError("the class \(quoted(name)) has no object \"properties\"")
    }
    primaryKey = json["primaryKey"]?.string
    isEmbedded = json["embedded"]?.bool ?? false
    for (property, value) in properties {
      guard let type = value.string.flatMap({ PropertyType($0) }) else {
        throw FormatError(
          "the type of \(quoted(property)) in class \(quoted(name)) can't be read: \(quoted(value.string ?? value.text()))"
        )
      }
      self.properties[property] = type
    }
  }
}

/// Why a text is not of the form that it should have.
public struct FormatError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What is wrong, and where.
  public let description: String

  package init(_ description: String) { self.description = description }
}
