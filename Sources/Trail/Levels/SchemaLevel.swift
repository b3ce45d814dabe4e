import Formats
import JSON

/// Holds every value of the payloads against the classes of the schema.
struct SchemaLevel: TrailLevel {
  let schema: CaseSchema
  let edition: Edition
  /// The names of the properties that every complete object of a class has, sorted.
  private let required: [String: [String]]

  init(schema: CaseSchema, edition: Edition) {
    self.schema = schema
    self.edition = edition
    required = schema.classes.mapValues { description in
      description.properties.filter { !$0.value.mayBeLeftOut }.keys.sorted()
    }
  }

  mutating func check(
    _ document: AuditDocument,
    _ payload: TrailPayload?,
    into findings: inout FindingSummary
  ) {
    guard let payload else { return }
    var say = Saying(position: document.position, id: document.id, taking: &findings)
    defer { findings = say.findings }
    switch payload {
    case .read(let name, let objects):
      guard isKnown(name, &say) else { return }
      for object in objects { check(object, of: name, isComplete: true, &say) }
    case .write(let classes):
      for changes in classes where isKnown(changes.className, &say) {
        for object in changes.insertions + changes.deletions {
          check(object, of: changes.className, isComplete: true, &say)
        }
        for modification in changes.modifications {
          check(modification.oldValue, of: changes.className, isComplete: true, &say)
          check(modification.newValue, of: changes.className, isComplete: false, &say)
        }
      }
    }
  }

  private func isKnown(_ name: String, _ say: inout Saying) -> Bool {
    if schema.classes[name] != nil { return true }
    say(.classUnknown, "the schema has no class \(quoted(name))")
    return false
  }

  /// What is no object was found by the level of payloads.
  private func check(_ json: JSON, of name: String, isComplete: Bool, _ say: inout Saying) {
    guard let object = json.object, let description = schema.classes[name],
      !description.hasRepresentation
    else { return }
    for (key, value) in object {
      guard let type = description.properties[key] else {
        say(.propertyUnknown, "class \(quoted(name)) has no property \(quoted(key))")
        continue
      }
      check(value, type, Place(className: name, property: key), &say)
    }
    guard isComplete else { return }
    for property in required[name] ?? [] where object[property] == nil {
      say(.propertyMissing, "an object of class \(quoted(name)) lacks \(quoted(property))")
    }
    // Editions that write decimals write every one of them.
    guard edition != .core else { return }
    for (property, type) in description.properties {
      guard type.shape == .single, type.scalar == .decimal128, object[property] == nil else {
        continue
      }
      say(.propertyMissing, "an object of class \(quoted(name)) lacks \(quoted(property))")
    }
  }

  /// The property a value stands in, for sentences.
  private struct Place {
    var className: String
    var property: String

    var words: String { "\(quoted(property)) of class \(quoted(className))" }
  }

  private func check(_ value: JSON, _ type: PropertyType, _ place: Place, _ say: inout Saying) {
    switch type.shape {
    case .single:
      if let scalar = type.scalar {
        check(value, scalar, type.isOptional, place, &say)
      } else if !value.isNull {
        checkObject(value, type.base, place, &say)
      }
    case .list: check(value, listOf: type.element, .typeList, "a list", place, &say)
    case .set:
      check(value, listOf: type.element, .typeSet, "a set", place, &say)
      if repeats(value) { say(.typeSet, "the set \(place.words) has an element twice") }
    case .dictionary: check(value, dictionaryOf: type.element, place, &say)
    case .linkingObjects:
      say(.propertyUnknown, "\(place.words) is computed and does not appear")
    }
  }

  private func check(
    _ value: JSON,
    listOf element: PropertyType,
    _ code: FindingCode,
    _ word: String,
    _ place: Place,
    _ say: inout Saying
  ) {
    if element.isAlwaysLeftOut {
      if edition != .core { say(.typeData, "\(place.words) holds data and is not left out") }
      return
    }
    guard let elements = value.array else {
      return say(code, "\(place.words) is \(word) and written as \(value.extendedName)")
    }
    for value in elements { check(value, element, place, &say) }
  }

  private func check(
    _ value: JSON,
    dictionaryOf element: PropertyType,
    _ place: Place,
    _ say: inout Saying
  ) {
    if element.isAlwaysLeftOut {
      if edition != .core { say(.typeData, "\(place.words) holds data and is not left out") }
      return
    }
    guard let members = value.object else {
      return say(
        .typeDictionary,
        "\(place.words) is a dictionary and written as \(value.extendedName)"
      )
    }
    for (_, value) in members { check(value, element, place, &say) }
  }

  /// Null may stand twice: for NaN, and for nothing.
  private func repeats(_ value: JSON) -> Bool {
    guard let elements = value.array else { return false }
    var seen: Set<JSON> = []
    return elements.contains { !$0.isNull && !seen.insert($0).inserted }
  }

  private func checkObject(_ value: JSON, _ name: String, _ place: Place, _ say: inout Saying) {
    guard let description = schema.classes[name], !description.hasRepresentation else { return }
    if value.object != nil { return check(value, of: name, isComplete: true, &say) }
    if description.isEmbedded {
      return say(
        .typeEmbedded,
        "\(place.words) is an embedded object and written as \(value.extendedName)"
      )
    }
    guard let key = description.primaryKey,
      let type = description.properties[key], type.shape == .single, let scalar = type.scalar,
      value.has(formOf: scalar)
    else {
      return say(
        .typeLink,
        "\(place.words) leads to class \(quoted(name)) and is \(value.extendedName), no primary key of it"
      )
    }
  }

  private func check(
    _ value: JSON,
    _ scalar: PropertyType.Scalar,
    _ isOptional: Bool,
    _ place: Place,
    _ say: inout Saying
  ) {
    switch scalar {
    case .mixed: return
    case .data:
      if edition == .core, value.isNull { return }
      return say(.typeData, "\(place.words) is data and not left out")
    case .decimal128 where edition == .core && value.isNull: return
    // Null stands for NaN and the infinities as well.
    case .float, .double: if value.isNull { return }
    default: break
    }
    if value.isNull {
      if !isOptional { say(.typeNull, "\(place.words) is null and not optional") }
      return
    }
    if !value.has(formOf: scalar) {
      say(
        scalar.code,
        "\(place.words) is of type \(scalar.rawValue) and written as \(value.extendedName)"
          + (value.string == nil ? "" : " of another form")
      )
    }
  }
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
