import JSON
import ReferenceRealm
import Touchstone

/// The classes of a program, as far as one who changes payloads has to know them.
struct CaseSchema {
  struct Class {
    let primaryKey: String?
    let isEmbedded: Bool
    /// Whether objects of it may be written as any text.
    let isRepresented: Bool
    let properties: [(name: String, type: PropertyType)]

    func type(of property: String) -> PropertyType? {
      properties.first { $0.name == property }?.type
    }
  }

  let classes: [String: Class]

  init(_ program: CaseProgram) {
    var classes: [String: Class] = [:]
    for (name, definition) in program.schema.json.object ?? [:] {
      let properties = (definition["properties"]?.object ?? [:]).compactMap { name, text in
        text.string.flatMap { PropertyType($0) }.map { (name: name, type: $0) }
      }
      classes[name] = Class(
        primaryKey: definition["primaryKey"]?.string,
        isEmbedded: definition["embedded"]?.bool ?? false,
        isRepresented: program.configuration["representations"]?[name] != nil,
        properties: properties
      )
    }
    self.classes = classes
  }

  subscript(name: String) -> Class? { classes[name] }

  /// Whether a property holds links or embedded objects.
  func holdsObjects(_ type: PropertyType) -> Bool { target(of: type) != nil }

  /// The class that a property links to; nil for plain values and for embedded objects.
  func linkTarget(of type: PropertyType) -> String? {
    target(of: type).flatMap { classes[$0]?.isEmbedded == false ? $0 : nil }
  }

  func target(of type: PropertyType) -> String? {
    if case .object(let name) = type.element { name } else { nil }
  }

  /// The object with other links in it, at any depth.
  func mapLinks(
    in object: JSONObject,
    of name: String,
    _ body: (_ target: String, JSON) -> JSON
  ) -> JSONObject {
    var mapped = object
    for (property, json) in object {
      guard let type = classes[name]?.type(of: property), let target = target(of: type) else {
        continue
      }
      func map(_ json: JSON) -> JSON {
        if let nested = json.object { return .object(mapLinks(in: nested, of: target, body)) }
        return linkTarget(of: type) == nil ? json : body(target, json)
      }
      mapped[property] =
        switch (type.shape, json) {
        case (.dictionary, .object(let entries)): .object(entries.mapValues(map))
        case (_, .array(let elements)): .array(elements.map(map))
        default: map(json)
        }
    }
    return mapped
  }
}
