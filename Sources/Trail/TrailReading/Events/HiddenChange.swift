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

  /// Whether the values of a property before and after a change are the same: sets in any order, and numbers in any form.
  func isSame(_ value: Value, _ before: Value, of className: String) -> Bool {
    if before.isSame(as: value) { return true }
    guard let type = type(of: value, in: className), type.shape == .set || hasForms(type)
    else { return false }
    return ValueComparison(schema, className: className).areSame(before.json, value.json, as: type)
  }

  /// Whether equal values of a type, or within it, are written in several forms (WRITE-41).
  private func hasForms(_ type: PropertyType) -> Bool {
    if let scalar = type.scalar { return [.decimal128, .double, .float].contains(scalar) }
    return type.className.flatMap { schema?.classes[$0] }?.isEmbedded ?? false
  }

  /// Whether what it was before is left out: core has a decimal or data only where they are null (SERIAL-13, SERIAL-18).
  func isLeftOut(before value: Value, of className: String) -> Bool {
    guard edition == .core, value.isNull else { return false }
    guard let type = type(of: value, in: className) else { return true }
    return [.decimal128, .data, .mixed].contains(type.scalar)
  }

  /// The type of a property, unless it is not known, or something else stands for the objects of the class.
  private func type(of value: Value, in className: String) -> PropertyType? {
    guard let description = schema?.classes[className], !description.hasRepresentation else {
      return nil
    }
    return description.properties[value.name]
  }

  /// Some of the keys belong to objects that the event deletes and creates again: a link to one leads elsewhere.
  func verdict(_ value: Value, of className: String, _ recreated: Set<JSON>) -> Verdict {
    let type = type(of: value, in: className)
    // core compares what is written, and takes a NaN for another one.
    if edition == .core {
      return mayHoldNaN(value, type) ? .possible : .impossible
    }
    guard let type else { return verdict(ofAnyType: value, recreated) }
    return mayHide(value, type, recreated) ? .possible : .impossible
  }

  /// Whether a null in a value may be a NaN; any may, if its type is not known.
  private func mayHoldNaN(_ value: Value, _ type: PropertyType?) -> Bool {
    guard value.holdsNull, let type else { return value.holdsNull }
    if let scalar = type.scalar { return [.float, .double, .mixed].contains(scalar) }
    guard let target = type.className.flatMap({ schema?.classes[$0] }), !target.hasRepresentation
    else { return true }
    // A link that is null leads nowhere, and an embedded object that is null holds nothing.
    guard target.isEmbedded else { return false }
    let held = type.shape == .single ? [value] : Array(value.children)
    return held.contains { object in
      object.children.contains { mayHoldNaN($0, target.properties[$0.name]) }
    }
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
    case nil: mayHide(value, linkTo: type, recreated)
    }
  }

  private func mayHide(_ value: Value, linkTo type: PropertyType, _ recreated: Set<JSON>) -> Bool {
    guard let target = type.className.flatMap({ schema?.classes[$0] }), !target.hasRepresentation
    else { return true }
    if target.isEmbedded {
      guard type.shape != .single else { return mayHide(embedded: value, target, recreated) }
      return value.children.contains { mayHide(embedded: $0, target, recreated) }
    }
    guard target.primaryKey != nil else { return !value.isNull }
    // Null may be the key of an object, and where there was none.
    if target.hasNullKey, value.holdsNull { return true }
    return recreated.contains(value.json) || value.children.contains { recreated.contains($0.json) }
  }

  /// An embedded object may hold what may be written alike, and data, which is left out (SERIAL-13).
  private func mayHide(
    embedded value: Value,
    _ target: CaseSchema.Class,
    _ recreated: Set<JSON>
  ) -> Bool {
    guard !value.isNull else { return false }
    return target.properties.contains { _, type in type.scalar == .data }
      || value.children.contains { member in
        target.properties[member.name].map { mayHide(member, $0, recreated) } ?? true
      }
  }
}

extension Value {
  fileprivate var holdsNull: Bool { isNull || children.contains(where: \.holdsNull) }

  /// Whether mixed values of several types are written like this one: texts, dates, ids and links, or integers and links.
  fileprivate var isAlike: Bool { isString || integer != nil }
}
