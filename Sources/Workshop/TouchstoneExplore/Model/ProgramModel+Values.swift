import Formats
import JSON
import Touchstone

// What properties take.
extension ProgramModel {
  /// Reads a value that a property is to hold.
  mutating func hold(_ json: JSON, as type: PropertyType) throws(StepFault) -> ModelValue {
    switch type.shape {
    case .linkingObjects: throw .invalid
    case .single: return try holdElement(json, as: type)
    case .list, .set:
      guard let elements = json.array else { throw .fails(.typeMismatch) }
      var held: [ModelValue] = []
      for element in elements {
        let value = try holdElement(element, as: type)
        if type.shape == .list || !held.contains(value) { held.append(value) }
      }
      return .list(held)
    case .dictionary:
      guard let members = json.object, ExtendedValue(json) == nil, members["$ref"] == nil else {
        throw .fails(.typeMismatch)
      }
      var held: [String: ModelValue] = [:]
      for (key, value) in members {
        if key.contains(".") || key.hasPrefix("$") { throw .invalid }
        held[key] = try holdElement(value, as: type)
      }
      return .entries(held)
    }
  }

  /// Reads a value that a property, or an element of a collection, is to hold.
  mutating func holdElement(_ json: JSON, as type: PropertyType) throws(StepFault) -> ModelValue {
    if json.isNull {
      guard type.isOptional || type.scalar == .mixed else { throw .fails(.typeMismatch) }
      return .null
    }
    if let className = type.className {
      if isEmbedded(className) { return .embedded(try make(json, className)) }
      return .link(try linked(json, className))
    }
    guard let scalar = type.scalar else { throw .invalid }
    if scalar == .mixed { return try holdMixed(json) }
    guard let plain = Self.plain(json, scalar) else { throw .fails(.typeMismatch) }
    return .plain(plain)
  }

  private func linked(_ json: JSON, _ className: String) throws(StepFault) -> Int {
    guard let name = json["$ref"]?.string, json.object?.count == 1 else {
      throw .fails(.typeMismatch)
    }
    let id = try object(named: name)
    guard objects[id]?.type == className else { throw .fails(.typeMismatch) }
    return id
  }

  /// A value of a plain type in one spelling; nil for a value of another type.
  static func plain(_ json: JSON, _ scalar: PropertyType.Scalar) -> JSON? {
    let value = ExtendedValue(json)
    switch (scalar, json, value) {
    case (.bool, .bool, _), (.string, .string, _), (.int, .int, _): return json
    case (.int, _, .integer(let number)?): return .int(number)
    case (.float, .int(let number), _), (.double, .int(let number), _):
      return .double(Double(number))
    case (.float, .double, _), (.double, .double, _): return json
    case (.float, _, .double?), (.double, _, .double?), (.data, _, .binary?), (.date, _, .date?),
      (.objectId, _, .objectId?), (.uuid, _, .uuid?), (.decimal128, _, .decimal?):
      return json
    default: return nil
    }
  }

  private func holdMixed(_ json: JSON) throws(StepFault) -> ModelValue {
    switch json {
    case .object(let members):
      if let name = members["$ref"]?.string, members.count == 1 {
        let id = try object(named: name)
        guard let type = objects[id]?.type, !isEmbedded(type) else { throw .invalid }
        return .link(id)
      }
      if ExtendedValue(json) != nil { return .plain(json) }
      for (key, value) in members {
        if key.contains(".") || key.hasPrefix("$") { throw .invalid }
        try checkWithin(value)
      }
      return .plain(json)
    case .array(let elements):
      for element in elements { try checkWithin(element) }
      return .plain(json)
    case .number: throw .invalid
    default: return .plain(json)
    }
  }

  /// A collection in a mixed value holds no links here: the model does not look into it.
  private func checkWithin(_ json: JSON) throws(StepFault) {
    if case .link = try holdMixed(json) { throw .invalid }
  }

  // MARK: Objects

  /// Makes an object of a class from the members that it is given.
  ///
  /// - Throws: `invalid` if more than one thing is wrong with them.
  mutating func make(_ json: JSON, _ className: String) throws(StepFault) -> Int {
    guard let members = json.object, ExtendedValue(json) == nil, members["$ref"] == nil else {
      throw .fails(.typeMismatch)
    }
    guard let definition = definition(of: className) else { throw .invalid }
    var object = ModelObject(type: className)
    var faults: [ErrorCode] = []
    for name in members.keys where definition.type(of: name) == nil {
      _ = name
      faults.append(.unknownProperty)
    }
    for property in definition.properties {
      guard let type = property.type else { throw .invalid }
      if type.shape == .linkingObjects {
        if members[property.name] != nil { throw .invalid }
        continue
      }
      guard let value = members[property.name] else {
        switch type.shape {
        case .list, .set: object.values[property.name] = .list([])
        case .dictionary: object.values[property.name] = .entries([:])
        default:
          if type.isOptional || type.scalar == .mixed {
            object.values[property.name] = .null
          } else {
            faults.append(.missingValue)
          }
        }
        continue
      }
      do throws(StepFault) { object.values[property.name] = try hold(value, as: type) } catch {
        guard case .fails(let code) = error else { throw error }
        faults.append(code)
      }
    }
    if let key = object.values["_id"], self.object(of: className, key: key) != nil {
      faults.append(.duplicatePrimaryKey)
    }
    if let code = faults.first {
      if faults.count > 1 { throw .invalid }
      throw .fails(code)
    }
    return makeObject(object)
  }

  // MARK: The schema

  /// Whether every type is one of the format, every class that is named is there, and every embedded one is held.
  var hasValidSchema: Bool {
    schema.holdsEmbedded
      && schema.classes.allSatisfy { definition in
        let hasKey = definition.primaryKey == "_id" && definition.type(of: "_id")?.scalar != nil
        return definition.isEmbedded != hasKey
          && definition.properties.allSatisfy { isValid($0, of: definition) }
      }
  }

  private func isValid(_ property: ProgramSchema.Property, of owner: ProgramSchema.Class) -> Bool {
    guard let type = property.type else { return false }
    if type.shape == .linkingObjects {
      let parts = type.base.split(separator: ".").map(String.init)
      guard parts.count == 2, let origin = definition(of: parts[0]), !origin.isEmbedded else {
        return false
      }
      return origin.type(of: parts[1])?.className == owner.name
    }
    guard let className = type.className else {
      return type.scalar != .mixed || !type.isOptional
    }
    guard let target = definition(of: className) else { return false }
    switch type.shape {
    case .single, .dictionary: return type.isOptional || type.shape == .dictionary
    case .list: return !type.isOptional
    case .set: return !type.isOptional && !target.isEmbedded
    case .linkingObjects: return false
    }
  }
}
