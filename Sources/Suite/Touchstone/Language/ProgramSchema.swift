package import Formats
public import JSON

/// The classes of a case: what its realm holds.
///
/// ```swift
/// let schema: ProgramSchema = [
///   "Book": ["primaryKey": "_id", "properties": ["_id": "int", "title": "string"]]
/// ]
/// ```
///
/// Whatever was read is written again as it was; what of it is a class is known with its types.
public struct ProgramSchema: Sendable, Hashable {
  /// One class.
  package struct Class: Sendable {
    package var name: String
    package var isEmbedded: Bool
    package var primaryKey: String?
    package var properties: [Property]

    /// The type of a property, if it is known.
    package func type(of property: String) -> PropertyType? {
      properties.first { $0.name == property }?.type
    }
  }

  /// A property with the text of its type.
  package struct Property: Sendable {
    package var name: String
    /// What stands in its place.
    package var text: JSON
    /// The type; nil if the format has no such type.
    package var type: PropertyType?
  }

  /// What was read: classes by name.
  public let json: JSON
  /// The classes in their order.
  package let classes: [Class]

  /// Reads a schema, whatever it is.
  public init(_ json: JSON) {
    self.json = json
    classes = (json.object ?? [:]).map { name, definition in
      Class(
        name: name,
        isEmbedded: definition[.embedded] ?? false,
        primaryKey: definition[.primaryKeyName],
        properties: (definition[.properties]?.object ?? [:]).map { name, text in
          Property(name: name, text: text, type: text.string.flatMap(PropertyType.init))
        }
      )
    }
  }

  /// The class of that name.
  package subscript(name: String) -> Class? { classes.first { $0.name == name } }

  /// Whether there is a class of that name whose objects are embedded.
  package func isEmbedded(_ name: String?) -> Bool {
    name.flatMap { self[$0] }?.isEmbedded ?? false
  }

  /// A primary key that is not called `_id`, as synced realms of later editions want it.
  package var unusualPrimaryKey: String? {
    classes.compactMap(\.primaryKey).filter { $0 != "_id" }.min()
  }

  /// Whether a property of some class is computed from links elsewhere.
  package var hasBackLinks: Bool {
    classes.contains { $0.properties.contains { $0.type?.shape == .linkingObjects } }
  }

  /// The type of a property, if its class and it are known.
  package func type(of property: String, in className: String?) -> PropertyType? {
    className.flatMap { self[$0]?.type(of: property) }
  }

  /// Two schemas are the same if they are written the same.
  public static func == (left: ProgramSchema, right: ProgramSchema) -> Bool {
    left.json == right.json
  }

  /// Feeds what was read.
  public func hash(into hasher: inout Hasher) { json.hash(into: &hasher) }
}

extension ProgramSchema: ExpressibleByDictionaryLiteral {
  /// A schema of these classes.
  public init(dictionaryLiteral elements: (String, JSON)...) {
    self.init(.object(JSONObject(uniqueMembers: elements)))
  }
}
