import Formats
import JSON
import TrailReading

/// The value of a condition as payloads have it: a person may spell it as tools do.
///
/// A UUID in upper case, a date with an offset and a decimal that is given as a number mean one value of their types. What
/// cannot be a value of a type is refused: that no event has it would read as if no user had seen it.
struct WantedValue {
  let schema: CaseSchema
  let edition: Edition

  /// The value as a property has it, or as an element of it; nil if it can be neither.
  func form(_ value: JSON, as type: PropertyType) -> JSON? {
    switch (type.shape, value) {
    case (.linkingObjects, _), (_, .null): return value
    case (.list, .array(let elements)), (.set, .array(let elements)):
      let forms = elements.map { element($0, type) }
      return forms.contains(nil) ? nil : .array(forms.compactMap(\.self))
    case (.dictionary, .object(let object)):
      return members(of: object) { element($1, type) } ?? element(value, type)
    default: return element(value, type)
    }
  }

  private func element(_ value: JSON, _ type: PropertyType) -> JSON? {
    if value.isNull { return value }
    guard let scalar = type.scalar else { return object(value, type.base) }
    return switch scalar {
    case .mixed: value
    case .bool: value.bool == nil ? nil : value
    case .string: value.string == nil ? nil : value
    case .int: value.whole.int.map { .int($0) }
    case .float, .double: value.isNumber ? value : nil
    case .decimal128:
      (value.string ?? (value.isNumber ? value.text() : nil))
        .flatMap(DecimalForm.plain).map { .string($0) }
    case .date: value.string.flatMap(date)
    case .objectId, .uuid: identifier(value, scalar)
    // Data is left out of payloads.
    case .data: nil
    }
  }

  private func date(_ text: String) -> JSON? {
    let date = Timestamp(iso8601: text) ?? Timestamp(anyYear: text)
    return date.map { .string($0.text(in: edition)) }
  }

  private func identifier(_ value: JSON, _ type: PropertyType.Scalar) -> JSON? {
    let spelling = IdentifierSpelling(value.string ?? value.text())
    return spelling.flatMap { $0.type == type ? .string($0.text) : nil }
  }

  /// An embedded object, or a link: as a key, or as the object with that key.
  private func object(_ value: JSON, _ className: String) -> JSON? {
    guard let description = schema.classes[className], !description.hasRepresentation else {
      return value
    }
    if let object = value.object,
      description.isEmbedded || description.primaryKey.map({ object[$0] != nil }) ?? true
    {
      return members(of: object) { name, value in
        description.properties[name].map { form(value, as: $0) } ?? value
      }
    }
    if description.isEmbedded { return nil }
    // What stands for an object without a primary key, the schema does not tell.
    guard let key = description.primaryKey, let type = description.properties[key] else {
      return value
    }
    return element(value, type)
  }

  private func members(
    of object: JSONObject,
    _ form: (String, JSON) -> JSON?
  ) -> JSON? {
    var result = object
    for (name, value) in object {
      guard let value = form(name, value) else { return nil }
      result[name] = value
    }
    return .object(result)
  }
}
