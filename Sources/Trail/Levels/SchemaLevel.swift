import Formats
import JSON

/// Holds every value of the payloads against the classes of the schema.
struct SchemaLevel {
  let schema: CaseSchema
  let edition: Edition
  let log: FindingLog
  /// The names of the properties that every complete object of a class has.
  private let required: [String: [String]]

  init(schema: CaseSchema, edition: Edition, log: FindingLog) {
    self.schema = schema
    self.edition = edition
    self.log = log
    required = schema.classes.mapValues { description in
      description.properties.filter { _, type in
        // Editions that write decimals write every one of them.
        type.shape == .single && type.scalar == .decimal128 ? edition != .core : !type.mayBeLeftOut
      }.keys.sorted()
    }
  }

  func check(_ payload: Payload) {
    for objects in payload.classes {
      let name = objects.className
      guard schema.classes[name] != nil else {
        log(.classUnknown, "the schema has no class \(quoted(name))")
        continue
      }
      for object in [objects.read, objects.insertions, objects.deletions].joined() {
        check(object, of: name, isComplete: true)
      }
      for modification in objects.modifications {
        check(modification.oldValue, of: name, isComplete: true)
        check(modification.newValue, of: name, isComplete: false)
      }
    }
  }

  /// What is not an object was found by the level of payloads.
  private func check(_ object: Value, of name: String, isComplete: Bool) {
    guard object.isObject, let description = schema.classes[name], !description.hasRepresentation
    else { return }
    var seen: Set<String> = []
    for member in object.children {
      let key = member.name
      seen.insert(key)
      guard let type = description.properties[key] else {
        log(.propertyUnknown, "class \(quoted(name)) has no property \(quoted(key))")
        continue
      }
      check(member, type, PropertyName(className: name, name: key))
    }
    guard isComplete else { return }
    for property in required[name] ?? [] where !seen.contains(property) {
      log(.propertyMissing, "an object of class \(quoted(name)) lacks \(quoted(property))")
    }
  }

  private func check(_ value: Value, _ type: PropertyType, _ property: PropertyName) {
    switch type.shape {
    case .single:
      if let scalar = type.scalar {
        check(value, scalar, type.isOptional, property)
      } else if !value.isNull {
        checkObject(value, type.base, property)
      }
    case .list: check(value, collectionOf: type, .typeList, "a list", property)
    case .set:
      check(value, collectionOf: type, .typeSet, "a set", property)
      if repeats(value) { log(.typeSet, "the set \(property) has an element twice") }
    case .dictionary: check(value, collectionOf: type, .typeDictionary, "a dictionary", property)
    case .linkingObjects: log(.propertyUnknown, "\(property) is computed and does not appear")
    }
  }

  private func check(
    _ value: Value,
    collectionOf type: PropertyType,
    _ code: FindingCode,
    _ word: String,
    _ property: PropertyName
  ) {
    var element = type
    element.shape = .single
    if element.isAlwaysLeftOut {
      if edition != .core { log(.typeData, "\(property) holds data and is not left out") }
      return
    }
    guard type.shape == .dictionary ? value.isObject : value.isArray else {
      return log(code, "\(property) is \(word) and written as \(value.words)")
    }
    for value in value.children { check(value, element, property) }
  }

  /// Null may stand twice: for NaN, and for nothing.
  private func repeats(_ value: Value) -> Bool {
    guard value.isArray else { return false }
    var seen: Set<JSON> = []
    return value.children.contains { !$0.isNull && !seen.insert($0.json).inserted }
  }

  private func checkObject(_ value: Value, _ name: String, _ property: PropertyName) {
    guard let description = schema.classes[name], !description.hasRepresentation else { return }
    if value.isObject { return check(value, of: name, isComplete: true) }
    if description.isEmbedded {
      return log(
        .typeEmbedded,
        "\(property) is an embedded object and written as \(value.words)"
      )
    }
    guard let key = description.primaryKey,
      let type = description.properties[key], type.shape == .single, let scalar = type.scalar,
      value.has(formOf: scalar)
    else {
      return log(
        .typeLink,
        "\(property) leads to class \(quoted(name)) and is \(value.words), not a primary key of it"
      )
    }
  }

  private func check(
    _ value: Value,
    _ scalar: PropertyType.Scalar,
    _ isOptional: Bool,
    _ property: PropertyName
  ) {
    switch scalar {
    case .mixed: return
    case .data:
      if edition == .core, value.isNull { return }
      return log(.typeData, "\(property) is data and not left out")
    case .decimal128 where edition == .core && value.isNull: return
    // Null stands for NaN and the infinities as well.
    case .float, .double: if value.isNull { return }
    default: break
    }
    if value.isNull {
      if !isOptional { log(.typeNull, "\(property) is null and not optional") }
    } else if !value.has(formOf: scalar) {
      let form = value.isString ? " of another form" : ""
      log(
        scalar.code,
        "\(property) is of type \(scalar.rawValue) and written as \(value.words)\(form)"
      )
    }
  }
}

extension PropertyType {
  /// Whether a complete object may lack such a property: data is left out, also where a mixed value holds it.
  fileprivate var mayBeLeftOut: Bool { isAlwaysLeftOut || shape == .single && scalar == .mixed }

  /// Whether no payload has such a property.
  fileprivate var isAlwaysLeftOut: Bool { shape == .linkingObjects || scalar == .data }
}

extension PropertyType.Scalar {
  /// What it is called if a value does not have the form of this type.
  fileprivate var code: FindingCode {
    switch self {
    case .bool: .typeBool
    case .int: .typeInt
    case .float, .double: .typeDouble
    case .string, .mixed: .typeString
    case .data: .typeData
    case .date: .typeDate
    case .objectId: .typeObjectId
    case .uuid: .typeUUID
    case .decimal128: .typeDecimal
    }
  }
}
