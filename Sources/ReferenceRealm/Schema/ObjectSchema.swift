/// What a class of objects is made of.
public struct ObjectSchema: Sendable {
  /// One property of a class.
  public struct Property: Sendable, Hashable {
    public var name: String
    public var type: PropertyType

    public init(_ name: String, _ type: PropertyType) {
      self.name = name
      self.type = type
    }
  }

  /// Makes the JSON text that stands for an object in events (S0, `CustomEventRepresentable`), or nil for the usual
  /// one.
  public typealias EventRepresentation = @Sendable (FrozenObject) throws -> String?

  public var name: String
  /// The name of the property that identifies an object; nil for embedded classes.
  public var primaryKey: String?
  /// Whether objects of it live and die with the object that holds them.
  public var isEmbedded: Bool
  public var properties: [Property]
  public var customEventRepresentation: EventRepresentation?

  /// A class of these properties, in this order.
  public init(
    _ name: String,
    primaryKey: String? = nil,
    isEmbedded: Bool = false,
    properties: KeyValuePairs<String, PropertyType>,
    customEventRepresentation: EventRepresentation? = nil
  ) {
    self.init(
      name,
      primaryKey: primaryKey,
      isEmbedded: isEmbedded,
      properties: properties.map { Property($0.key, $0.value) },
      customEventRepresentation: customEventRepresentation
    )
  }

  public init(
    _ name: String,
    primaryKey: String?,
    isEmbedded: Bool,
    properties: [Property],
    customEventRepresentation: EventRepresentation?
  ) {
    self.name = name
    self.primaryKey = primaryKey
    self.isEmbedded = isEmbedded
    self.properties = properties
    self.customEventRepresentation = customEventRepresentation
  }
}
