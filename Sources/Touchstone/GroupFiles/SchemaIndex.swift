/// What the checks need to know of a schema: its classes, and what their properties are.
struct SchemaIndex {
  /// One class.
  struct Class {
    var isEmbedded = false
    var primaryKey: String?
    var properties: [String: PropertyType] = [:]
  }

  var classes: [String: Class] = [:]

  /// A primary key that is not called `_id`, as synced realms of later editions want it.
  var unusualPrimaryKey: String? {
    classes.values.compactMap(\.primaryKey).filter { $0 != "_id" }.min()
  }

  /// The type of a property, if its class and it are known.
  func property(_ name: String, of className: String?) -> PropertyType? {
    className.flatMap { classes[$0]?.properties[name] }
  }
}

/// A property type as it is written in a schema, such as `list<Person>` or `string?`.
struct PropertyType: Hashable {
  /// What holds the values.
  enum Shape: String, CaseIterable {
    case single, list, set, dictionary, linkingObjects
  }

  var shape: Shape
  /// The type of a value, or the class it links to.
  var base: String
  var isOptional: Bool

  /// Whether the values are links or embedded objects.
  var isObject: Bool { shape != .linkingObjects && !Vocabulary.plainTypes.contains(base) }
  var isCollection: Bool { shape == .list || shape == .set || shape == .dictionary }

  /// Takes a text apart; nil if it has no such form.
  ///
  /// Whether the base is known is another question.
  init?(_ text: String) {
    var inner = text[...]
    shape = .single
    if let bracket = text.firstIndex(of: "<") {
      guard text.last == ">", let shape = Shape(rawValue: String(text[..<bracket])),
        shape != .single
      else {
        return nil
      }
      self.shape = shape
      inner = text[text.index(after: bracket)...].dropLast()
    }
    isOptional = inner.last == "?"
    if isOptional { inner.removeLast() }
    guard !inner.isEmpty, inner.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." })
    else {
      return nil
    }
    base = String(inner)
  }
}
