/// The type of a property, as a schema writes it: `int`, `string?`, `list<Person>`.
package struct PropertyType: Sendable, Hashable {
  /// What holds the values.
  package enum Shape: String, Sendable, CaseIterable {
    case single, list, set, dictionary, linkingObjects
  }

  /// The types of values without parts.
  package enum Scalar: String, Sendable, CaseIterable {
    case bool, int, float, double, string, data, date, objectId, uuid, decimal128, mixed
  }

  package var shape: Shape
  /// The type of a value, the class it links to, or the class and property that back links come from.
  package var base: String { didSet { scalarOfBase = Scalar(rawValue: base) } }
  package var isOptional: Bool
  /// What `base` is if it is not a name: asked for much more often than it changes.
  private var scalarOfBase: Scalar?

  package init(_ shape: Shape, of base: String) {
    self.shape = shape
    self.base = base
    isOptional = false
    scalarOfBase = Scalar(rawValue: base)
  }

  /// Takes a text apart; nil if it does not have such a form.
  ///
  /// Whether there is a class of that name is another question.
  package init?(_ text: some StringProtocol) {
    var inner = Substring(text)
    shape = .single
    if let bracket = inner.utf8.firstIndex(of: UInt8(ascii: "<")) {
      guard inner.utf8.last == UInt8(ascii: ">"),
        let shape = Shape(rawValue: String(inner[..<bracket])), shape != .single
      else { return nil }
      self.shape = shape
      inner = inner[inner.utf8.index(after: bracket)...].dropLast()
    }
    isOptional = inner.utf8.last == UInt8(ascii: "?")
    if isOptional { inner.removeLast() }
    // Collections do not stand in each other but in a mixed value.
    guard !inner.isEmpty, !inner.utf8.contains(where: "<>?".utf8.contains) else { return nil }
    base = String(inner)
    scalarOfBase = Scalar(rawValue: base)
  }

  /// The type of a value without parts; nil for links, embedded objects and back links.
  package var scalar: Scalar? { shape == .linkingObjects ? nil : scalarOfBase }

  /// The class of the objects that are held or linked to.
  package var className: String? { isObject ? base : nil }

  /// Whether the values are links or embedded objects: the class tells which.
  package var isObject: Bool { shape != .linkingObjects && scalar == nil }

  /// Whether it holds any number of values.
  package var isCollection: Bool { shape == .list || shape == .set || shape == .dictionary }
}
