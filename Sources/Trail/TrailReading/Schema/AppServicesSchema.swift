package import Formats
package import JSON

/// The JSON schemas that App Services kept of collections, as an export of the app has them in `schema.json`, with the
/// links of `relationships.json`.
///
/// They describe the classes of a realm with `bsonType`. A top-level schema is a class with the primary key `_id`, an
/// object with properties within one is an embedded class.
package enum AppServicesSchema {
  /// One collection.
  package struct Collection {
    package var schema: JSONNode
    /// The name of the collection, which links lead to; by default, that of the class.
    package var name: String?
    package var relationships: JSONNode?

    package init(_ schema: JSONNode, name: String? = nil, relationships: JSONNode? = nil) {
      (self.schema, self.name, self.relationships) = (schema, name, relationships)
    }
  }

  /// The schemas in a document: it is one, or an array or an object of them; nil if it has none.
  package static func find(in node: JSONNode) throws(JSONFault) -> [Collection]? {
    if let collection = collection(node) { return [collection] }
    if let elements = node.json.array, !elements.isEmpty {
      return try node.elements().map { element throws(JSONFault) in
        guard let collection = collection(element) else {
          throw element.fault(
            "it is not a JSON schema of App Services, which has a \"title\" and \"properties\""
          )
        }
        return collection
      }
    }
    guard node.json.object != nil else { return nil }
    let members = try node.members()
    guard members.contains(where: { isSchema($0.node.json) }) else { return nil }
    return try members.map { name, member throws(JSONFault) in
      guard var collection = collection(member) else {
        throw member.fault(
          "it is not a JSON schema of App Services, which has \"bsonType\" and \"properties\""
        )
      }
      collection.name = collection.name ?? name
      return collection
    }
  }

  /// A schema, or a rule of an older export, which has it under `schema`.
  private static func collection(_ node: JSONNode) -> Collection? {
    if isSchema(node.json) { return Collection(node) }
    guard let schema = node.optional("schema"), isSchema(schema.json) else { return nil }
    return Collection(
      schema,
      name: node.json["collection"]?.string,
      relationships: node.optional("relationships")
    )
  }

  private static func isSchema(_ json: JSON) -> Bool {
    guard json["properties"]?.object != nil else { return false }
    return json["bsonType"] != nil || json["title"]?.string != nil
  }

  /// The classes that some collections hold.
  package static func classes(
    of collections: [Collection]
  ) throws(JSONFault) -> ByteDictionary<CaseSchema.Class> {
    var reading = Reading()
    for collection in collections { try reading.name(collection) }
    for collection in collections { try reading.read(collection) }
    return reading.classes
  }

  /// What is known while schemas are read: first all are named, then each is read.
  package struct Reading {
    package private(set) var classes: ByteDictionary<CaseSchema.Class> = [:]
    /// The class of each collection.
    private var titles: ByteDictionary<String> = [:]

    private static let scalars: [String: PropertyType.Scalar] = [
      "bool": .bool, "int": .int, "long": .int, "double": .double, "string": .string,
      "binData": .data, "date": .date, "objectId": .objectId, "uuid": .uuid,
      "decimal": .decimal128, "mixed": .mixed,
    ]

    package init() {}

    /// Notes the class of a collection, so that others can link to it.
    package mutating func name(_ collection: Collection) throws(JSONFault) {
      let title = try title(of: collection)
      for name in [title, collection.name ?? title] {
        if titles[name] == nil { titles[name] = title }
      }
    }

    private func title(of collection: Collection) throws(JSONFault) -> String {
      if let title = try collection.schema.optional("title")?.string() { return title }
      guard let name = collection.name else {
        throw collection.schema.fault("a schema has a \"title\", which names its class")
      }
      return name
    }

    /// Reads the class of a collection, and those that are embedded in it.
    package mutating func read(_ collection: Collection) throws(JSONFault) {
      let title = try title(of: collection)
      var description = try members(
        of: collection.schema,
        title,
        collection.relationships,
        under: ""
      )
      if description.properties["_id"] != nil { description.primaryKey = "_id" }
      guard classes[title] == nil else {
        throw collection.schema.fault("there are two schemas of the class \(title.quoted)")
      }
      classes[title] = description
    }

    private mutating func members(
      of schema: JSONNode,
      _ name: String,
      _ relationships: JSONNode?,
      under path: String
    ) throws(JSONFault) -> CaseSchema.Class {
      var description = CaseSchema.Class()
      var required: Set<ByteKey> = []
      if let names = try schema.optional("required")?.strings() {
        required = Set(names.map { ByteKey($0) })
      }
      for (property, node) in try schema.member("properties").members() {
        let link = try link(relationships, path + property)
        var type = try type(of: node, name + "_" + property, relationships, path + property, link)
        if type.shape == .single, !required.contains(ByteKey(property)), type.scalar != .mixed {
          type.isOptional = true
        }
        description.properties[property] = type
      }
      return description
    }

    /// The class that a property links to, if a relationship says so.
    private func link(_ relationships: JSONNode?, _ path: String) throws(JSONFault) -> String? {
      guard
        let relationship = relationships?.optional(path) ?? relationships?.optional(path + ".[]")
      else { return nil }
      let reference = try relationship.member("ref").string()
      let collection = reference.split(separator: "/").last.map(String.init) ?? ""
      // Of a class whose schema is not given, nothing is known.
      return titles[collection] ?? PropertyType.Scalar.mixed.rawValue
    }

    private mutating func type(
      of node: JSONNode,
      _ embeddedName: String,
      _ relationships: JSONNode?,
      _ path: String,
      _ link: String?
    ) throws(JSONFault) -> PropertyType {
      let (name, mayBeNull) = try typeName(node)
      switch name {
      case "array":
        let isSet = try node.optional("uniqueItems")?.bool() ?? false
        return try collection(
          isSet ? .set : .list,
          node.optional("items"),
          embeddedName,
          relationships,
          path,
          link
        )
      case "object":
        if node.json["properties"]?.object.map({ !$0.isEmpty }) ?? false {
          if let link { return PropertyType(.single, of: link) }
          let title = try node.optional("title")?.string() ?? embeddedName
          try embed(node, title, relationships, under: path + ".")
          return PropertyType(.single, of: title)
        }
        let values = node.optional("additionalProperties")
        return try collection(
          .dictionary,
          values?.json.object == nil ? nil : values,
          embeddedName,
          relationships,
          path,
          link
        )
      case let name:
        guard let scalar = name.map({ Self.scalars[$0] }) ?? .mixed else {
          throw try node.member("bsonType").fault(
            "\((name ?? "").quoted) is not a bsonType that App Services has"
          )
        }
        var type = PropertyType(.single, of: link ?? scalar.rawValue)
        type.isOptional = mayBeNull && type.scalar != .mixed
        return type
      }
    }

    /// The one type that is not null; without one, any.
    private func typeName(_ node: JSONNode) throws(JSONFault) -> (String?, mayBeNull: Bool) {
      guard let type = node.optional("bsonType") else {
        return (node.json["properties"] == nil ? nil : "object", false)
      }
      guard type.json.array != nil else { return (try type.string(), false) }
      let names = try type.strings()
      let others = names.filter { $0 != "null" }
      return (others.count == 1 ? others[0] : "mixed", others.count < names.count)
    }

    private mutating func collection(
      _ shape: PropertyType.Shape,
      _ items: JSONNode?,
      _ embeddedName: String,
      _ relationships: JSONNode?,
      _ path: String,
      _ link: String?
    ) throws(JSONFault) -> PropertyType {
      guard let items, items.json.object != nil else {
        return PropertyType(shape, of: link ?? PropertyType.Scalar.mixed.rawValue)
      }
      var type = try type(of: items, embeddedName, relationships, path, link)
      // Collections stand in each other in a mixed value only.
      if type.shape != .single {
        return PropertyType(shape, of: PropertyType.Scalar.mixed.rawValue)
      }
      type.shape = shape
      return type
    }

    private mutating func embed(
      _ node: JSONNode,
      _ title: String,
      _ relationships: JSONNode?,
      under path: String
    ) throws(JSONFault) {
      // An embedded class may stand in several places.
      if classes[title] != nil { return }
      // It is there before its own properties are read, which may be of it.
      var description = CaseSchema.Class()
      description.isEmbedded = true
      classes[title] = description
      description.properties = try members(of: node, title, relationships, under: path).properties
      classes[title] = description
    }
  }
}
