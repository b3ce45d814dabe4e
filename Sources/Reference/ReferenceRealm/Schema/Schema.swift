/// All classes of a realm, checked against each other, with every name resolved to a number.
public final class Schema: Sendable {
  /// A class as the store sees it: its stored properties are columns.
  public struct Table: Sendable {
    /// The declared name.
    public let name: String
    /// Its place in the schema.
    public let index: Int
    /// Whether its objects live inside others.
    public let isEmbedded: Bool
    /// The stored properties; computed back links are not among them.
    public let columns: [Column]
    /// The column of the primary key.
    public let primaryKey: Int?
    /// What stands for its objects in events, if not their properties.
    public let customEventRepresentation: ObjectSchema.EventRepresentation?
    /// Columns whose values can hold links: to-one, collections of objects, mixed.
    package let linkColumns: [Int]
    private let columnsByName: [String: Int]
    let backLinks: [String: BackLink]

    init(
      _ schema: ObjectSchema,
      index: Int,
      columns: [Column],
      backLinks: [String: BackLink]
    ) {
      name = schema.name
      self.index = index
      isEmbedded = schema.isEmbedded
      self.columns = columns
      primaryKey = columns.firstIndex { $0.name == schema.primaryKey }
      customEventRepresentation = schema.customEventRepresentation
      linkColumns = columns.indices.filter {
        columns[$0].target != nil || columns[$0].type.element == .mixed
      }
      columnsByName = Dictionary(uniqueKeysWithValues: columns.enumerated().map { ($1.name, $0) })
      self.backLinks = backLinks
    }

    /// The column of that name.
    public func column(_ name: String) -> Int? { columnsByName[name] }
  }

  /// A stored property.
  public struct Column: Sendable {
    /// The declared name.
    public let name: String
    /// The declared type.
    public let type: PropertyType
    /// Its place in its table.
    public let index: Int
    /// The table that links and embedded objects of it live in.
    public let target: Int?
    /// Whether its objects are embedded.
    public let isEmbedded: Bool
  }

  struct BackLink: Sendable {
    let table: Int
    let column: Int
  }

  /// The classes in the order of their declaration.
  public let tables: [Table]
  private let tablesByName: [String: Int]

  /// The table of the class of that name.
  public func table(_ name: String) -> Table? { tablesByName[name].map { tables[$0] } }

  /// - Throws: `invalidSchema` for a class, property or primary key that contradicts itself or another.
  public init(_ classes: [ObjectSchema]) throws(RealmError) {
    var indices: [String: Int] = [:]
    for (index, schema) in classes.enumerated()
    where indices.updateValue(index, forKey: schema.name) != nil {
      throw .invalidSchema("class \(schema.name) is declared twice")
    }
    var columns: [[Column]] = []
    for schema in classes {
      columns.append(try Self.columns(of: schema, in: classes, indices: indices))
    }
    var tables: [Table] = []
    for (index, schema) in classes.enumerated() {
      var backLinks: [String: BackLink] = [:]
      for property in schema.properties where property.type.shape == .linkingObjects {
        guard case .object(let origin) = property.type.element, let table = indices[origin],
          let column = columns[table].firstIndex(where: { $0.name == property.type.origin }),
          columns[table][column].target == index
        else {
          throw .invalidSchema(
            "\(schema.name).\(property.name): \(property.type) names no property that links here"
          )
        }
        backLinks[property.name] = BackLink(table: table, column: column)
      }
      tables.append(Table(schema, index: index, columns: columns[index], backLinks: backLinks))
    }
    self.tables = tables
    tablesByName = indices
  }

  private static func columns(
    of schema: ObjectSchema,
    in classes: [ObjectSchema],
    indices: [String: Int]
  ) throws(RealmError) -> [Column] {
    var columns: [Column] = []
    var names: Set<String> = []
    for property in schema.properties {
      let place = "\(schema.name).\(property.name)"
      guard names.insert(property.name).inserted else {
        throw .invalidSchema("\(place) is declared twice")
      }
      if property.type.shape == .linkingObjects { continue }
      var target: Int?
      if case .object(let name) = property.type.element {
        guard let index = indices[name] else {
          throw .invalidSchema("\(place): there is no class or type \(name)")
        }
        target = index
        if property.type.shape == .single && !property.type.isOptional {
          throw .invalidSchema("\(place): one object is always optional, write \(name)?")
        }
        if classes[index].isEmbedded && property.type.shape == .set {
          throw .invalidSchema("\(place): a set holds no embedded objects")
        }
        if !classes[index].isEmbedded && classes[index].primaryKey == nil {
          throw .invalidSchema("\(place): \(name) needs a primary key to be linked to")
        }
      }
      columns.append(
        Column(
          name: property.name,
          type: property.type,
          index: columns.count,
          target: target,
          isEmbedded: target.map { classes[$0].isEmbedded } ?? false
        )
      )
    }
    try checkPrimaryKey(of: schema, columns: columns)
    return columns
  }

  private static func checkPrimaryKey(of schema: ObjectSchema, columns: [Column]) throws(RealmError)
  {
    guard let name = schema.primaryKey else { return }
    if schema.isEmbedded {
      throw .invalidSchema("class \(schema.name) is embedded and has no primary key")
    }
    guard let column = columns.first(where: { $0.name == name }) else {
      throw .invalidSchema("\(schema.name).\(name) is the primary key, but no property")
    }
    guard column.type.shape == .single,
      [.int, .string, .objectId, .uuid].contains(column.type.element)
    else {
      throw .invalidSchema("\(schema.name).\(name): \(column.type) is not a type for a primary key")
    }
  }
}
