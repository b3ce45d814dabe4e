/// What a class of objects is made of.
///
/// ```swift
/// let person = ObjectSchema(
///   "Person",
///   primaryKey: "_id",
///   properties: ["_id": "objectId", "name": "string", "friends": "list<Person>"]
/// )
/// ```
public struct ObjectSchema: Sendable {
  /// One property of a class.
  public struct Property: Sendable, Hashable {
    /// The name of the property.
    public var name: String
    /// Its type.
    public var type: PropertyType

    /// A property of this name and type.
    public init(_ name: String, _ type: PropertyType) {
      self.name = name
      self.type = type
    }
  }

  /// Makes the JSON text that stands for an object in events (S0, `CustomEventRepresentable`), or nil for the usual
  /// one.
  public typealias EventRepresentation = @Sendable (FrozenObject) throws -> String?

  /// The name of the class.
  public var name: String
  /// The name of the property that identifies an object; nil for embedded classes.
  public var primaryKey: String?
  /// Whether objects of it live and die with the object that holds them.
  public var isEmbedded: Bool
  /// Stored and computed properties in the order of their declaration.
  public var properties: [Property]
  /// What stands for its objects in events, if not their properties.
  public var customEventRepresentation: EventRepresentation?

  /// A class of these properties, in this order.
  public init(
    _ name: String,
    primaryKey: String? = nil,
    isEmbedded: Bool = false,
    properties: KeyValuePairs<String, PropertyType>,
    customEventRepresentation: EventRepresentation? = nil
  ) {
    self.name = name
    self.primaryKey = primaryKey
    self.isEmbedded = isEmbedded
    self.properties = properties.map { Property($0.key, $0.value) }
    self.customEventRepresentation = customEventRepresentation
  }
}
