import JSON

extension GroupChecker {
  /// Reads the classes first and checks their links afterwards: a class may link to one that stands below it.
  mutating func checkSchema(_ json: JSON, at path: JSONPath) {
    guard let classes = json.object else {
      return fault(path, "\"schema\" must be an object of classes, not \(json.kindName)")
    }
    for (name, definition) in classes {
      schema.classes[name] = readClass(definition, at: path.appending(name))
    }
    for name in classes.keys {
      checkTypes(of: name, at: path.appending(name).appending("properties"))
    }
  }

  private mutating func readClass(_ json: JSON, at path: JSONPath) -> SchemaIndex.Class {
    let rules = KeyRules(
      of: "a class",
      ["embedded", "primaryKey", "properties"],
      required: ["properties"]
    )
    var result = SchemaIndex.Class()
    guard let definition = object(json, at: path, rules) else { return result }
    if let embedded = definition["embedded"] {
      if embedded.bool == nil {
        fault(path.appending("embedded"), "\"embedded\" must be true or false")
      }
      result.isEmbedded = embedded.bool ?? false
    }
    result.primaryKey = string("primaryKey", of: definition, at: path)
    if let properties = definition["properties"] {
      result.properties = readProperties(properties, at: path.appending("properties"))
    }
    checkPrimaryKey(of: result, at: path.appending("primaryKey"))
    return result
  }

  private mutating func readProperties(_ json: JSON, at path: JSONPath) -> [String: PropertyType] {
    guard let properties = json.object, !properties.isEmpty else {
      fault(path, "\"properties\" must be an object with a type for each property")
      return [:]
    }
    var types: [String: PropertyType] = [:]
    for (name, value) in properties {
      if let type = value.string.flatMap(PropertyType.init) {
        types[name] = type
      } else {
        fault(path.appending(name), "\(value.text().quoted) is no property type")
      }
    }
    return types
  }

  private mutating func checkPrimaryKey(of definition: SchemaIndex.Class, at path: JSONPath) {
    guard let name = definition.primaryKey else { return }
    if definition.isEmbedded { return fault(path, "an embedded class has no primary key") }
    guard let type = definition.properties[name] else {
      return fault(path, "the primary key \(name.quoted) is no property of the class")
    }
    if type.shape != .single || !Vocabulary.primaryKeyTypes.contains(type.base) {
      let types = Vocabulary.primaryKeyTypes.joined(separator: ", ")
      fault(path, "a primary key is one of \(types)")
    }
  }

  private mutating func checkTypes(of owner: String, at path: JSONPath) {
    for (name, type) in schema.classes[owner]?.properties ?? [:] {
      checkType(type, of: owner, at: path.appending(name))
    }
  }

  private mutating func checkType(_ type: PropertyType, of owner: String, at path: JSONPath) {
    if type.shape == .linkingObjects { return checkBackLink(type, to: owner, at: path) }
    if type.base == "mixed", type.isOptional {
      return fault(path, "a mixed value may be null anyway: write \"mixed\" without \"?\"")
    }
    guard type.isObject else { return }
    guard let target = schema.classes[type.base] else {
      let hint = NearNames.hint(
        for: type.base,
        among: Vocabulary.plainTypes + schema.classes.keys.sorted()
      )
      return fault(path, "\(type.base.quoted) is neither a type nor a class of this schema\(hint)")
    }
    switch type.shape {
    case .single where !type.isOptional:
      fault(path, "a to-one link is always optional: write \((type.base + "?").quoted)")
    case .list where type.isOptional, .set where type.isOptional:
      fault(path, "the elements of a list or set of objects are never null: leave out the \"?\"")
    case .set where target.isEmbedded: fault(path, "a set holds no embedded objects")
    default: break
    }
  }

  private mutating func checkBackLink(_ type: PropertyType, to owner: String, at path: JSONPath) {
    let parts = type.base.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, let origin = schema.property(parts[1], of: parts[0]) else {
      return fault(path, "back links name a class and its property: linkingObjects<Person.friends>")
    }
    if origin.base != owner || !origin.isObject {
      fault(path, "\(type.base.quoted) does not link to \(owner.quoted)")
    }
  }
}

extension SchemaIndex {
  /// Whether a property of some class is computed from links elsewhere.
  var hasBackLinks: Bool {
    classes.values.contains { $0.properties.values.contains { $0.shape == .linkingObjects } }
  }
}
