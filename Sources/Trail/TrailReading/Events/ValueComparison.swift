package import Formats
package import JSON

/// Tells whether two values are the same: a link is the same as a key and expanded, a set in any order, a number in any
/// form (WRITE-41).
package struct ValueComparison: Sendable {
  private let schema: CaseSchema?
  private let className: String
  /// The properties that are taken for primary keys without a schema.
  private let keys: [String]

  /// Values of objects of a class; without a schema, what has an `_id` is taken for an expanded link.
  package init(
    _ schema: CaseSchema?,
    _ primaryKeys: [NamedPrimaryKey] = [],
    className: String
  ) {
    (self.schema, self.className) = (schema, className)
    keys = ["_id"] + primaryKeys.map(\.property)
  }

  /// Whether two values of a property are the same.
  package func areSame(_ left: JSON?, _ right: JSON?, of property: String) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    return areSame(left, right, type(of: property), depth: 0)
  }

  func type(of property: String) -> PropertyType? {
    schema?.classes[className]?.properties[property]
  }

  /// The type of a member of an object of a type, which is an entry if that is a dictionary.
  func type(of member: String, in type: PropertyType?) -> PropertyType? {
    if let type, type.shape == .dictionary { return PropertyType(.single, of: type.base) }
    return type?.className.flatMap { schema?.classes[$0]?.properties[member] }
  }

  /// Whether two objects are the same.
  package func areSame(_ left: JSON, _ right: JSON) -> Bool {
    guard let left = left.object, let right = right.object else { return left == right }
    return left.count == right.count && left.allSatisfy { areSame($1, right[$0], of: $0) }
  }

  /// The objects that a value shows whole where another one shows their keys.
  package func showsMore(_ left: JSON, than right: JSON?, of property: String) -> Bool {
    guard let right else { return false }
    return left != right && areSame(left, right, of: property)
      && left.text().utf8.count > right.text().utf8.count
  }

  /// Whether two values of a type are the same.
  package func areSame(_ left: JSON, _ right: JSON, as type: PropertyType?) -> Bool {
    areSame(left, right, type, depth: 0)
  }

  private func areSame(_ left: JSON, _ right: JSON, _ type: PropertyType?, depth: Int) -> Bool {
    if left == right { return true }
    guard depth < 32 else { return false }
    switch (left, right) {
    case (.array(let left), .array(let right)):
      guard left.count == right.count else { return false }
      if type?.shape == .set { return areSameSet(left, right, type, depth: depth) }
      return zip(left, right).allSatisfy { areSame($0, $1, type, depth: depth + 1) }
    case (.object(let object), .object(let other)):
      guard object.count == other.count else { return false }
      return object.allSatisfy { name, value in
        let inner = self.type(of: name, in: type)
        return other[name].map { areSame(value, $0, inner, depth: depth + 1) } ?? false
      }
    case (.object(let object), _): return key(of: object, type) == right
    case (_, .object(let object)): return key(of: object, type) == left
    case (.int, .double), (.double, .int), (.double, .double): return left.whole == right.whole
    case (.string(let text), .string(let other)):
      guard let plain = plain(text, type) else { return false }
      return plain == DecimalForm.plain(other)
    default: return false
    }
  }

  /// The plain form of a text that is a decimal, or may be one.
  private func plain(_ text: String, _ type: PropertyType?) -> String? {
    [.decimal128, .mixed].contains(type?.scalar) ? DecimalForm.plain(text) : nil
  }

  /// Elements are paired by their keys, which tell links apart.
  private func areSameSet(_ left: [JSON], _ right: [JSON], _ type: PropertyType?, depth: Int)
    -> Bool
  {
    func counts(_ elements: [JSON]) -> [JSON: Int] {
      elements.reduce(into: [:]) { counts, element in
        let decimal = element.string.flatMap { plain($0, type) }.map(JSON.string)
        let same = element.object.flatMap { key(of: $0, type) } ?? decimal
        counts[same ?? element.whole, default: 0] += 1
      }
    }
    return counts(left) == counts(right)
  }

  /// The key of an expanded link; nil if the object is anything else.
  package func key(of object: JSONObject, _ type: PropertyType?) -> JSON? {
    guard let schema, let type, let name = type.className else {
      return keys.lazy.compactMap { object[$0] }.first
    }
    guard let description = schema.classes[name], !description.isEmbedded else { return nil }
    return description.primaryKey.flatMap { object[$0] }
  }
}
