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
      for (key, value) in members { held[key] = try holdElement(value, as: type) }
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
    if scalar == .mixed {
      // A collection in a mixed value has no links.
      guard let name = json["$ref"]?.string else { return .plain(json) }
      return .link(try object(named: name))
    }
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

  // MARK: Objects

  /// Makes an object of a class from the members that it is given.
  ///
  mutating func make(_ json: JSON, _ className: String) throws(StepFault) -> Int {
    guard let members = json.object, ExtendedValue(json) == nil, members["$ref"] == nil else {
      throw .fails(.typeMismatch)
    }
    guard let definition = definition(of: className) else { throw .invalid }
    var object = ModelObject(type: className)
    var faults: [ErrorCode] = []
    faults += members.keys.filter { definition.type(of: $0) == nil }.map { _ in .unknownProperty }
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
      if faults.count > 1 { throw .open(.oneFault) }
      throw .fails(code)
    }
    return makeObject(object)
  }
}
