import Formats
import JSON

/// Tells whether a value can have changed that is written as it was before.
struct HiddenChange {
  let schema: CaseSchema?
  let edition: Edition

  enum Verdict {
    case possible, impossible
    /// It depends on the type of the property, which is not known.
    case open
  }

  /// Some of the keys belong to objects that the event deletes and creates again: a link to one leads elsewhere.
  func verdict(_ value: Value, of className: String, _ recreated: Set<JSON>) -> Verdict {
    let description = schema?.classes[className]
    let type =
      description.map { !$0.hasRepresentation } ?? false
      ? description?.properties[value.name] : nil
    // core compares what is written, and takes a NaN for another one.
    if edition == .core {
      return value.holdsNull && type?.mayHoldNaN ?? true ? .possible : .impossible
    }
    guard let type else { return verdict(ofAnyType: value, recreated) }
    return mayHide(value, type, recreated) ? .possible : .impossible
  }

  private func verdict(ofAnyType value: Value, _ recreated: Set<JSON>) -> Verdict {
    if value.isNull || value.isArray || value.isObject || recreated.contains(value.json) {
      return .possible
    }
    return value.isAlike ? .open : .impossible
  }

  private func mayHide(_ value: Value, _ type: PropertyType, _ recreated: Set<JSON>) -> Bool {
    switch type.scalar {
    case .bool, .int, .string, .date, .objectId, .uuid, .decimal128: false
    case .float, .double: value.holdsNull
    case .mixed: value.isNull || value.isArray || value.isObject || value.isAlike
    case .data: true
    case nil: mayHide(value, linkTo: type.className, recreated)
    }
  }

  private func mayHide(_ value: Value, linkTo name: String?, _ recreated: Set<JSON>) -> Bool {
    guard let target = name.flatMap({ schema?.classes[$0] }), !target.hasRepresentation else {
      return true
    }
    // An embedded object may hold data, which is left out.
    guard !target.isEmbedded, target.primaryKey != nil else { return !value.isNull }
    return recreated.contains(value.json) || value.children.contains { recreated.contains($0.json) }
  }
}

extension PropertyType {
  /// Whether a null in its value may be a NaN.
  fileprivate var mayHoldNaN: Bool {
    isObject || [.float, .double, .mixed].contains(scalar)
  }
}

extension Value {
  fileprivate var holdsNull: Bool { isNull || children.contains(where: \.holdsNull) }

  /// Whether mixed values of several types are written like this one: texts, dates, ids and links, or integers and links.
  fileprivate var isAlike: Bool { isString || integer != nil }
}
