import JSON
import Formats
import TrailReading

/// Holds every value of the payloads against the classes of the schema.
struct SchemaLevel {
  private let edition: Edition
  let log: FindingLog
  var classes: SchemaClasses
  private var elements = KeyTally()

  init(schema: CaseSchema, edition: Edition, log: FindingLog) {
    self.edition = edition
    self.log = log
    classes = SchemaClasses(schema, edition: edition)
  }

  mutating func check(_ payload: Payload) {
    for objects in payload.eachClass {
      guard let number = classes.number(of: objects) else {
        log(.classUnknown, "the schema has no class \(objects.className.quoted)")
        continue
      }
      if !payload.isRead { checkWrite(objects, of: number) }
      if classes.all[number].hasRepresentation { continue }
      objects.forEachAct { _, object, newValue in
        check(object, of: number, isComplete: true)
        if let newValue { check(newValue, of: number, isComplete: false) }
      }
    }
  }

  /// What is not an object was found by the level of payloads.
  private mutating func check(_ object: Value, of number: Int, isComplete: Bool) {
    guard object.isObject else { return }
    let properties = classes.all[number].properties
    var required = 0
    for member in object.children {
      guard let place = classes.property(of: member, in: number) else {
        log(.propertyUnknown, "class \(className(number)) has no property \(member.name.quoted)")
        continue
      }
      let property = properties[place]
      if property.isRequired { required += 1 }
      check(member, property, PropertyPlace(number, place))
    }
    if isComplete, required < classes.all[number].requiredCount { reportMissing(object, number) }
  }

  /// Says which properties an object lacks.
  private mutating func reportMissing(_ object: Value, _ number: Int) {
    let present = Set(object.children.compactMap { classes.property(of: $0, in: number) })
    let description = classes.all[number]
    for place in description.names.indices
    where description.properties[place].isRequired && !present.contains(place) {
      let name = description.names[place].text.quoted
      log(.propertyMissing, "an object of class \(className(number)) lacks \(name)")
    }
  }

  // MARK: Names

  /// A property, as long as its name is not needed.
  private struct PropertyPlace {
    let number, property: Int

    init(_ number: Int, _ property: Int) { (self.number, self.property) = (number, property) }
  }

  private func name(_ place: PropertyPlace) -> PropertyName {
    let description = classes.all[place.number]
    return PropertyName(
      className: description.name,
      name: description.names[place.property].text
    )
  }

  func className(_ number: Int) -> String { classes.all[number].name.quoted }

  // MARK: Values

  private mutating func check(
    _ value: Value,
    _ type: SchemaClasses.Property,
    _ place: PropertyPlace
  ) {
    switch type.shape {
    case .single: checkOne(value, type, place)
    case .list: checkAll(value, type, place)
    case .set:
      checkAll(value, type, place)
      if repeats(value, type) { log(.typeSet, "the set \(name(place)) has an element twice") }
    case .dictionary: checkAll(value, type, place)
    case .linkingObjects: log(.propertyUnknown, "\(name(place)) is computed and does not appear")
    }
  }

  private mutating func checkOne(
    _ value: Value,
    _ type: SchemaClasses.Property,
    _ place: PropertyPlace
  ) {
    if let scalar = type.scalar {
      check(value, scalar, type.isOptional, place)
    } else if !value.isNull, let target = type.target {
      checkObject(value, target, place)
    }
  }

  /// Looks at the elements of a collection.
  private mutating func checkAll(
    _ value: Value,
    _ type: SchemaClasses.Property,
    _ place: PropertyPlace
  ) {
    if type.isAlwaysLeftOut {
      if edition != .core { log(.typeData, "\(name(place)) holds data and is not left out") }
      return
    }
    guard type.shape == .dictionary ? value.isObject : value.isArray else {
      return log(
        type.shape.code,
        "\(name(place)) is a \(type.shape.rawValue) and written as \(value.words)"
      )
    }
    for value in value.children {
      if value.isNull, type.shape != .dictionary, let target = type.target, holdsObjects(target) {
        log(
          .typeNull,
          "\(name(place)) holds null, and a \(type.shape.rawValue) of objects has no nulls"
        )
      } else {
        checkOne(value, type, place)
      }
    }
  }

  /// Whether what stands for an object of a class is the object or its key, and never null.
  ///
  /// Null may be the key itself (SERIAL-24).
  private func holdsObjects(_ target: Int) -> Bool {
    let known = classes.all[target]
    // core writes null for an embedded object without properties.
    let isWritten = known.keyType != nil || known.isEmbedded && edition != .core
    return !known.hasRepresentation && !known.hasNullKey && isWritten
  }

  /// Null may stand twice where it stands for NaN, and for nothing.
  private mutating func repeats(_ value: Value, _ type: SchemaClasses.Property) -> Bool {
    // Several mixed values may be written alike: a date and its text, a link and a number.
    guard value.isArray, !value.children.isOne, type.scalar != .mixed else { return false }
    let hides: Bool =
      switch type.scalar {
      case .float, .double, .data: true
      case .decimal128: edition == .core
      default: false
      }
    if type.scalar == .decimal128 {
      let decimals = value.children.compactMap { $0.string.flatMap(DecimalForm.plain) }
      if Set(decimals).count < decimals.count { return true }
    }
    elements.clear()
    for element in value.children
    where !(hides && element.isNull) && elements.note(element, in: .read) != nil { return true }
    return false
  }

  private mutating func checkObject(_ value: Value, _ target: Int, _ place: PropertyPlace) {
    if classes.all[target].hasRepresentation { return }
    if value.isObject { return check(value, of: target, isComplete: true) }
    if classes.all[target].isEmbedded {
      return log(
        .typeEmbedded,
        "\(name(place)) is an embedded object and written as \(value.words)"
      )
    }
    guard let type = classes.all[target].keyType, value.has(formOf: type) else {
      return log(
        .typeLink,
        "\(name(place)) leads to class \(className(target)) and is \(value.words), not a primary key of it"
      )
    }
  }

  private func check(
    _ value: Value,
    _ scalar: PropertyType.Scalar,
    _ isOptional: Bool,
    _ place: PropertyPlace
  ) {
    switch scalar {
    case .mixed: return
    case .data:
      if edition == .core, value.isNull { return }
      return log(.typeData, "\(name(place)) is data and not left out")
    case .decimal128 where edition == .core && value.isNull: return
    // Null stands for NaN and the infinities as well.
    case .float, .double: if value.isNull { return }
    default: break
    }
    if value.isNull {
      if !isOptional { log(.typeNull, "\(name(place)) is null and not optional") }
    } else if edition == .core, scalar == .decimal128 {
      log(.typeDecimal, "\(name(place)) is a decimal, and edition core leaves its value out")
    } else if !value.has(formOf: scalar),
      !(edition == .core && scalar == .date && value.isCoreDate)
    {
      let form = value.isString ? " of another form" : ""
      log(
        scalar.code,
        "\(name(place)) is of type \(scalar.rawValue) and written as \(value.words)\(form)"
      )
    }
  }
}

extension PropertyType.Shape {
  /// What it is called if a value does not have this shape.
  fileprivate var code: FindingCode {
    switch self {
    case .set: .typeSet
    case .dictionary: .typeDictionary
    case .single, .list, .linkingObjects: .typeList
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
