import Formats
import JSON

/// Holds every value of the payloads against the classes of the schema.
struct SchemaLevel {
  let schema: CaseSchema
  let edition: Edition
  /// The names of the properties that every complete object of a class has, and those of its decimals.
  private let required, decimals: [String: [String]]

  init(schema: CaseSchema, edition: Edition) {
    self.schema = schema
    self.edition = edition
    required = schema.classes.mapValues { description in
      description.properties.filter { !$0.value.mayBeLeftOut }.keys.sorted()
    }
    decimals = schema.classes.mapValues { description in
      description.properties.filter { $0.value.shape == .single && $0.value.scalar == .decimal128 }
        .keys.sorted()
    }
  }

  func check(_ payload: Payload, of document: Document, into findings: inout FindingSummary) {
    switch payload {
    case .read(let name, let objects):
      let name = name.string ?? ""
      guard isKnown(name, document, &findings) else { return }
      for object in objects.children {
        check(object, of: name, isComplete: true, document, &findings)
      }
    case .write:
      for changes in payload.changes {
        let name = changes.className
        guard isKnown(name, document, &findings) else { continue }
        for list in [changes.insertions, changes.deletions] {
          for object in list { check(object, of: name, isComplete: true, document, &findings) }
        }
        for modification in changes.modifications {
          check(modification.oldValue, of: name, isComplete: true, document, &findings)
          check(modification.newValue, of: name, isComplete: false, document, &findings)
        }
      }
    }
  }

  private func isKnown(
    _ name: String,
    _ document: Document,
    _ findings: inout FindingSummary
  ) -> Bool {
    if schema.classes[name] != nil { return true }
    findings.add(.classUnknown, in: document, "the schema has no class \(quoted(name))")
    return false
  }

  /// What is no object was found by the level of payloads.
  private func check(
    _ object: Value,
    of name: String,
    isComplete: Bool,
    _ document: Document,
    _ findings: inout FindingSummary
  ) {
    guard object.isObject, let description = schema.classes[name], !description.hasRepresentation
    else { return }
    var seen: Set<String> = []
    for member in object.children {
      let key = member.name
      seen.insert(key)
      guard let type = description.properties[key] else {
        findings.add(
          .propertyUnknown,
          in: document,
          "class \(quoted(name)) has no property \(quoted(key))"
        )
        continue
      }
      check(member, type, Place(className: name, property: key), document, &findings)
    }
    guard isComplete else { return }
    // Editions that write decimals write every one of them.
    let decimals = edition == .core ? [] : decimals[name] ?? []
    for property in (required[name] ?? []) + decimals where !seen.contains(property) {
      findings.add(
        .propertyMissing,
        in: document,
        "an object of class \(quoted(name)) lacks \(quoted(property))"
      )
    }
  }

  /// The property a value stands in, for sentences.
  private struct Place {
    var className: String
    var property: String

    var words: String { "\(quoted(property)) of class \(quoted(className))" }
  }

  private func check(
    _ value: Value,
    _ type: PropertyType,
    _ place: Place,
    _ document: Document,
    _ findings: inout FindingSummary
  ) {
    switch type.shape {
    case .single:
      if let scalar = type.scalar {
        check(value, scalar, type.isOptional, place, document, &findings)
      } else if !value.isNull {
        checkObject(value, type.base, place, document, &findings)
      }
    case .list: check(value, listOf: type.element, .typeList, "a list", place, document, &findings)
    case .set:
      check(value, listOf: type.element, .typeSet, "a set", place, document, &findings)
      if repeats(value) {
        findings.add(.typeSet, in: document, "the set \(place.words) has an element twice")
      }
    case .dictionary: check(value, dictionaryOf: type.element, place, document, &findings)
    case .linkingObjects:
      findings.add(.propertyUnknown, in: document, "\(place.words) is computed and does not appear")
    }
  }

  private func check(
    _ value: Value,
    listOf element: PropertyType,
    _ code: FindingCode,
    _ word: String,
    _ place: Place,
    _ document: Document,
    _ findings: inout FindingSummary
  ) {
    if element.isAlwaysLeftOut {
      if edition != .core {
        findings.add(.typeData, in: document, "\(place.words) holds data and is not left out")
      }
      return
    }
    guard value.isArray else {
      return findings.add(
        code,
        in: document,
        "\(place.words) is \(word) and written as \(value.words)"
      )
    }
    for value in value.children { check(value, element, place, document, &findings) }
  }

  private func check(
    _ value: Value,
    dictionaryOf element: PropertyType,
    _ place: Place,
    _ document: Document,
    _ findings: inout FindingSummary
  ) {
    if element.isAlwaysLeftOut {
      if edition != .core {
        findings.add(.typeData, in: document, "\(place.words) holds data and is not left out")
      }
      return
    }
    guard value.isObject else {
      return findings.add(
        .typeDictionary,
        in: document,
        "\(place.words) is a dictionary and written as \(value.words)"
      )
    }
    for value in value.children { check(value, element, place, document, &findings) }
  }

  /// Null may stand twice: for NaN, and for nothing.
  private func repeats(_ value: Value) -> Bool {
    guard value.isArray else { return false }
    var seen: Set<JSON> = []
    return value.children.contains { !$0.isNull && !seen.insert($0.json).inserted }
  }

  private func checkObject(
    _ value: Value,
    _ name: String,
    _ place: Place,
    _ document: Document,
    _ findings: inout FindingSummary
  ) {
    guard let description = schema.classes[name], !description.hasRepresentation else { return }
    if value.isObject { return check(value, of: name, isComplete: true, document, &findings) }
    if description.isEmbedded {
      return findings.add(
        .typeEmbedded,
        in: document,
        "\(place.words) is an embedded object and written as \(value.words)"
      )
    }
    guard let key = description.primaryKey,
      let type = description.properties[key], type.shape == .single, let scalar = type.scalar,
      value.has(formOf: scalar)
    else {
      return findings.add(
        .typeLink,
        in: document,
        "\(place.words) leads to class \(quoted(name)) and is \(value.words), no primary key of it"
      )
    }
  }

  private func check(
    _ value: Value,
    _ scalar: PropertyType.Scalar,
    _ isOptional: Bool,
    _ place: Place,
    _ document: Document,
    _ findings: inout FindingSummary
  ) {
    switch scalar {
    case .mixed: return
    case .data:
      if edition == .core, value.isNull { return }
      return findings.add(.typeData, in: document, "\(place.words) is data and not left out")
    case .decimal128 where edition == .core && value.isNull: return
    // Null stands for NaN and the infinities as well.
    case .float, .double: if value.isNull { return }
    default: break
    }
    if value.isNull {
      if !isOptional {
        findings.add(.typeNull, in: document, "\(place.words) is null and not optional")
      }
      return
    }
    if !value.has(formOf: scalar) {
      findings.add(
        scalar.code,
        in: document,
        "\(place.words) is of type \(scalar.rawValue) and written as \(value.words)"
          + (!value.isString ? "" : " of another form")
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
