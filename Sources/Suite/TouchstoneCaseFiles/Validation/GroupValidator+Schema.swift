import Formats
import JSON
import Touchstone

extension GroupValidator {
  /// Checks the classes first and their links afterwards: a class may link to one that stands below it.
  mutating func checkSchema(_ json: JSON, at path: JSONPath) {
    schema = ProgramSchema(json)
    for (name, definition) in json.object ?? [:] {
      check(definition, as: .schemaClass, in: Surroundings(path: path.appending(name)))
    }
    for definition in schema.classes {
      let path = path.appending(definition.name)
      checkPrimaryKey(of: definition, at: path.appending("primaryKey"))
      for property in definition.properties {
        check(
          property,
          of: definition.name,
          at: path.appending("properties").appending(property.name)
        )
      }
    }
    if schema.hasBackLinks {
      note(need: .backLinks, because: "the schema of the group")
    }
  }

  private mutating func checkPrimaryKey(of definition: ProgramSchema.Class, at path: JSONPath) {
    guard let name = definition.primaryKey else { return }
    if definition.isEmbedded { return fault(path, "an embedded class has no primary key") }
    guard let type = definition.type(of: name) else {
      return fault(path, "the primary key \(name.quoted) is not a property of the class")
    }
    if type.shape != .single || PropertyType.Scalar(rawValue: type.base)?.identifies != true {
      let types = PropertyType.Scalar.allCases.filter(\.identifies).map(\.rawValue)
      fault(path, "a primary key is one of \(types.joined(separator: ", "))")
    }
  }

  private mutating func check(
    _ property: ProgramSchema.Property,
    of owner: String,
    at path: JSONPath
  ) {
    guard let type = property.type else {
      return fault(path, "\(property.text.text().quoted) is not a property type")
    }
    if type.shape == .linkingObjects { return checkBackLink(type, to: owner, at: path) }
    if type.base == PropertyType.Scalar.mixed.rawValue, type.isOptional {
      return fault(path, "a mixed value may be null anyway: write \"mixed\" without \"?\"")
    }
    guard type.isObject else { return }
    guard let target = schema[type.base] else {
      let names = PropertyType.Scalar.allCases.map(\.rawValue) + schema.classes.map(\.name).sorted()
      let hint = NearNames.hint(for: type.base, among: names)
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
    guard parts.count == 2, let origin = schema.type(of: parts[1], in: parts[0]) else {
      return fault(path, "back links name a class and its property: linkingObjects<Person.friends>")
    }
    if origin.base != owner || !origin.isObject {
      fault(path, "\(type.base.quoted) does not link to \(owner.quoted)")
    }
  }
}
