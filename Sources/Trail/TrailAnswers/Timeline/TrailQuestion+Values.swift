import Formats
import JSON
import TrailReading

extension TrailQuestion {
  /// Refuses a condition with a value that no object of the classes can have there: that no event has it would read as if no
  /// user had seen it.
  func refuseImpossibleValues() throws(TrailError) {
    guard let schema else { return }
    let asked = filter.classes + objects.map(\.className)
    let names = asked.isEmpty ? schema.classes.keys.sorted() : asked
    let wanted = WantedValue(schema: schema, edition: edition)
    for condition in filter.values {
      let types = names.compactMap { name in
        schema.classes[name]?.hasRepresentation ?? true
          ? nil : schema.type(of: condition.path, in: name)
      }
      if let type = types.first, types.allSatisfy({ wanted.form(condition.value, as: $0) == nil }) {
        throw refusal(of: condition, type, schema)
      }
    }
  }

  private func refusal(
    of condition: ValueCondition,
    _ type: PropertyType,
    _ schema: CaseSchema
  ) -> TrailError {
    let path = condition.path
    let value = condition.value.text()
    if type.scalar == .data {
      return TrailError("\(path) is data, which payloads leave out: no event shows what it is")
    }
    guard let name = type.className, let description = schema.classes[name] else {
      let scalar = type.scalar ?? .mixed
      return TrailError(
        "\(value) cannot be a value of \(path): the schema says that it is \(scalar.asWritten)"
      )
    }
    if description.isEmbedded {
      let example = description.properties.keys.sorted().first
      return TrailError(
        "\(path) is an embedded object, which is not \(value)"
          + (example.map { ": ask for one of its properties, such as \(path).\($0)" } ?? "")
      )
    }
    let key = description.keyProperty?.scalar
    return TrailError(
      "\(value) cannot be a value of \(path): it is a link to class \(name.quoted)"
        + (key.map { ", whose key is \($0.asWritten)" } ?? "")
    )
  }
}

extension PropertyType.Scalar {
  /// A value of it, and how it is given.
  fileprivate var asWritten: String {
    switch self {
    case .int: "an int, such as 5"
    case .objectId: "an objectId, 24 hexadecimal digits in quotes"
    case .bool: "true or false"
    case .date: "a date, such as \"2022-06-23T14:54:37.000Z\""
    case .uuid: "a UUID in quotes"
    case .string: "a string, which is in quotes"
    default: "a \(rawValue), such as 1.5"
    }
  }
}
