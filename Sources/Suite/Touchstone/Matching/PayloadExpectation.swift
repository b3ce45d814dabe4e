package import Formats
package import JSON

/// Turns payloads and values that an implementation recorded into what a case expects of others.
///
/// What the types of a schema leave open is free then: the elements of sets come in any order (SERIAL-20), a double is
/// written as any literal of its value (SERIAL-7). Objects of embedded classes have no order either (WRITE-9), which the
/// judge knows.
package struct PayloadExpectation: Sendable {
  private let schema: ProgramSchema

  package init(_ schema: ProgramSchema) { self.schema = schema }

  /// What is expected of the payload of a read or a write.
  package func payload(_ payload: JSON) -> JSON {
    guard let members = payload.object else { return payload }
    if let type = members["type"]?.string, let found = members["value"]?.array {
      return ["type": .string(type), "value": .array(found.map { object($0, of: type) })]
    }
    return .object(
      JSONObject(
        uniqueMembers: members.map { type, lists in
          (type, .object((lists.object ?? [:]).mapValues { entries($0, of: type) }))
        }
      )
    )
  }

  private func entries(_ list: JSON, of type: String) -> JSON {
    .array(
      (list.array ?? []).map { entry in
        guard let old = entry["oldValue"], let new = entry["newValue"], entry.object?.count == 2
        else { return object(entry, of: type) }
        return ["newValue": object(new, of: type), "oldValue": object(old, of: type)]
      }
    )
  }

  /// What is expected of an object of a class; a custom representation is left as it is.
  package func object(_ json: JSON, of type: String) -> JSON {
    guard case .object(var members) = json, let definition = schema[type] else { return json }
    for (name, value) in members {
      if let type = definition.type(of: name) { members[name] = self.value(value, of: type) }
    }
    return .object(members)
  }

  /// What is expected of the value of a property.
  package func value(_ json: JSON, of type: PropertyType) -> JSON {
    switch (type.shape, json) {
    case (.set, .array(let elements)):
      [Matcher.unordered.rawValue: .array(elements.map { element($0, of: type) })]
    case (.list, .array(let elements)): .array(elements.map { element($0, of: type) })
    case (.dictionary, .object(let members)) where ExtendedValue(json) == nil:
      .object(members.mapValues { element($0, of: type) })
    case (.single, _): element(json, of: type)
    default: json
    }
  }

  private func element(_ json: JSON, of type: PropertyType) -> JSON {
    if let className = type.className { return object(json, of: className) }
    switch (type.scalar, json) {
    case (.double?, .int(let number)), (.float?, .int(let number)): return .double(Double(number))
    case (.mixed?, .object(let members)):
      // A link in a mixed value may be expanded (LINK-19): its members tell the class.
      let owner = schema.classes.first { definition in
        !members.isEmpty && members.keys.allSatisfy { definition.type(of: $0) != nil }
      }
      return owner.map { object(json, of: $0.name) } ?? json
    default: return json
    }
  }
}
