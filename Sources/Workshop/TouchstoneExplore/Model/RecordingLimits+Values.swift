import Formats
import JSON
import Touchstone

// What can be wrong with a value that a property is to hold.
extension RecordingLimits {
  func look(at json: JSON, as type: PropertyType, _ faults: inout Faults) throws(StepFault) {
    var elements = [json]
    switch type.shape {
    case .linkingObjects: throw .invalid
    case .single: break
    case .list, .set:
      guard let array = json.array else { return faults.append(.certain(.typeMismatch)) }
      elements = array
    case .dictionary:
      guard let members = json.members else { return faults.append(.certain(.typeMismatch)) }
      elements = members.map(\.value)
    }
    for element in elements { try look(atElement: element, as: type, &faults) }
  }

  /// What can be wrong with a value that a property, or an element of a collection, is to hold.
  func look(
    atElement json: JSON,
    as type: PropertyType,
    _ faults: inout Faults
  ) throws(StepFault) {
    if json.isNull {
      if !type.isOptional, type.scalar != .mixed { faults.append(.certain(.typeMismatch)) }
    } else if let className = type.className, schema.isEmbedded(className) {
      try look(at: json, of: className, &faults)
    } else if let scalar = type.scalar, scalar != .mixed {
      if !json.isValue(of: scalar) { faults.append(.certain(.typeMismatch)) }
    } else if type.shape == .set, json.hasFraction {
      throw .open(.equalInSet)
    } else if let name = json["$ref"]?.string, json.object?.count == 1 {
      let target = try handle(.object, name, &faults)
      guard let className = type.className else { return }
      guard let targetClass = target.className else { throw .invalid }
      if targetClass != className { faults.append(.certain(.typeMismatch)) }
    } else if type.className != nil {
      faults.append(.certain(.typeMismatch))
    }
  }

  /// What can be wrong with the members that an object of a class is made from.
  func look(at json: JSON, of className: String, _ faults: inout Faults) throws(StepFault) {
    guard let members = json.members else { return faults.append(.certain(.typeMismatch)) }
    guard let definition = schema[className] else { throw .invalid }
    for name in members.keys where definition.type(of: name) == nil {
      faults.append(.certain(.unknownProperty))
    }
    for property in definition.properties {
      guard let type = property.type else { throw .invalid }
      if let value = members[property.name] {
        try look(at: value, as: type, &faults)
      } else if type.shape == .single, !type.isOptional, type.scalar != .mixed {
        faults.append(.certain(.missingValue))
      }
    }
    if let key = members["_id"], keys[className]?.contains(key) ?? false {
      faults.append(.possible(.duplicatePrimaryKey))
    }
  }
}

// What stands for objects in place of their properties.
extension RecordingLimits {
  /// Refuses texts with numbers that one implementation writes otherwise than another one.
  static func checkTexts(of program: Program) throws(StepFault) {
    for (name, entries) in program.configuration["representations"]?.object ?? [:] {
      let texts = (entries.array ?? []).compactMap { $0["text"]?.string }
      for property in program.classes[name]?.properties ?? [] {
        let isOpen = property.type?.scalar == .mixed || property.type?.hasFractions ?? false
        try avoid(
          .numberInText,
          if: isOpen && texts.contains { $0.contains("${\(property.name)}") }
        )
      }
    }
  }
}

extension PropertyType {
  /// Whether values are numbers that can have a fraction, or be none.
  var hasFractions: Bool {
    switch scalar {
    case .float?, .double?, .decimal128?: true
    default: false
    }
  }
}

extension JSON {
  /// Whether it is a number that can have a fraction.
  fileprivate var hasFraction: Bool {
    switch (self, ExtendedValue(self)) {
    case (.double, _), (.number, _), (_, .double?), (_, .decimal?): true
    default: false
    }
  }

  /// What an object or a dictionary is made from; nil for anything else.
  fileprivate var members: JSONObject? {
    ExtendedValue(self) == nil && self["$ref"] == nil ? object : nil
  }

  /// Whether it is written as a value of a plain type.
  func isValue(of scalar: PropertyType.Scalar) -> Bool {
    switch (scalar, self, ExtendedValue(self)) {
    case (.bool, .bool, _), (.string, .string, _), (.int, .int, _), (.int, _, .integer?),
      (.float, .int, _), (.float, .double, _), (.float, _, .double?),
      (.double, .int, _), (.double, .double, _), (.double, _, .double?), (.data, _, .binary?),
      (.date, _, .date?), (.objectId, _, .objectId?), (.uuid, _, .uuid?),
      (.decimal128, _, .decimal?):
      true
    default: false
    }
  }
}
