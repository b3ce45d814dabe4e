package import Formats
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

    /// The type of the primary key, if both are known.
    package var keyProperty: PropertyType? { primaryKey.flatMap { properties[$0] } }
    /// Whether an object may have null as its primary key.
    package var hasNullKey: Bool { keyProperty?.isOptional ?? false }

    package init() {}
  }

  package var classes: ByteDictionary<Class> = [:]

  /// Reads the value of `schema` in a case, or a whole object that has it under `schema`, such as a group file.
  ///
  /// From the latter, the classes with custom representations are taken as well.
  public init(_ json: JSON) throws(FormatError) {
    do throws(JSONFault) { try self.init(JSONNode(json, of: "a schema")) } catch {
      throw FormatError(error.message)
    }
  }

  /// Reads the same, and says at which place it is wrong.
  ///
  /// JSON schemas of App Services are read as well: one, an array of them, or an object of them.
  package init(_ node: JSONNode) throws(JSONFault) {
    if let schemas = try AppServicesSchema.find(in: node) {
      classes = try AppServicesSchema.classes(of: schemas)
      return
    }
    let inner = node.optional("schema")
    let isWhole = inner?.json.object != nil && inner?.json["properties"] == nil
    let schema = isWhole ? inner ?? node : node
    guard schema.json.object != nil else { throw schema.fault("a schema is an object of classes") }
    for (name, description) in try schema.members() {
      classes[name] = try Class(name, description)
    }
    for (name, description) in try schema.members() { try check(name, description) }
    let represented = node.json["configuration"]?["representations"]?.object?.keys ?? []
    for name in isWhole ? represented : [] { classes[name]?.hasRepresentation = true }
  }

  package init(classes: ByteDictionary<Class>) { self.classes = classes }

  private func check(_ name: String, _ node: JSONNode) throws(JSONFault) {
    guard let description = classes[name] else { return }
    // A misspelt type of a key is told as what it is, and not as that of a link.
    for (property, place) in try node.member("properties").members() {
      guard let type = description.properties[property], let other = type.className,
        classes[other] == nil
      else { continue }
      let types = PropertyType.Scalar.allCases.map(\.rawValue)
      let hint = NearNames.hint(for: other, among: types + classes.keys.sorted())
      throw place.fault(
        "the type of \(property.quoted) in class \(name.quoted) is \(other.quoted), which is neither a type nor a class of this schema"
          + (hint.isEmpty ? "; types are \(types.joined(separator: ", "))" : hint)
      )
    }
    if let key = description.primaryKey {
      let place = try node.member("primaryKey")
      if description.isEmbedded { throw place.fault("an embedded class has no primary key") }
      guard let type = description.properties[key] else {
        throw place.fault(
          "the primary key \(key.quoted) of class \(name.quoted) is not one of its properties"
        )
      }
      guard type.shape == .single, !type.isObject else {
        throw place.fault("the primary key \(key.quoted) of class \(name.quoted) is not a value")
      }
    }
  }
}

extension CaseSchema.Class {
  private static let keys = ["primaryKey", "embedded", "properties"]

  fileprivate init(_ name: String, _ node: JSONNode) throws(JSONFault) {
    guard let properties = node.optional("properties"), properties.json.object != nil else {
      throw node.fault("the class \(name.quoted) has no object \"properties\"")
    }
    for (key, place) in try node.members() where !Self.keys.contains(key) {
      throw place.fault(
        "a class has no \(key.quoted), only \(Self.keys.map(\.quoted).joined(separator: ", "))"
      )
    }
    primaryKey = try node.optional("primaryKey")?.string()
    isEmbedded = try node.optional("embedded")?.bool() ?? false
    for (property, place) in try properties.members() {
      guard let type = place.json.string.flatMap({ PropertyType($0) }) else {
        let text = place.json.string ?? place.json.text()
        throw place.fault(
          "the type of \(property.quoted) in class \(name.quoted) can't be read: \(text.quoted)\(PropertyType.hint(for: text))"
        )
      }
      self.properties[property] = type
    }
  }
}

extension PropertyType {
  /// What a text may have meant that is not of the form of a type.
  fileprivate static func hint(for text: String) -> String {
    let inner = text.drop { $0 != "<" }
    let shape = String(text.prefix { $0 != "<" })
    let shapes = Shape.allCases.filter { $0 != .single }.map { $0.rawValue + inner }
    let hint = NearNames.hint(for: shape + inner, among: shapes.filter { PropertyType($0) != nil })
    return hint.isEmpty
      ? "; types are such as int, string?, list<int>, set<string>, dictionary<double>, or a class"
      : hint
  }
}

/// Why a text is not of the form that it should have.
public struct FormatError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What is wrong, and where.
  public let description: String

  package init(_ description: String) { self.description = description }
}
