/// The type of a property, as a schema writes it: `int`, `string?`, `list<Person>`.
indirect enum PropertyType: Sendable, Hashable {
  case scalar(Scalar, isOptional: Bool)
  /// A link to one object, or an embedded one: the class tells.
  case object(String, isOptional: Bool)
  case list(PropertyType)
  case set(PropertyType)
  case dictionary(PropertyType)
  case backLinks

  /// The types of values without parts.
  enum Scalar: String, Sendable, Hashable {
    case bool, int, float, double, string, data, date, objectId, uuid, decimal128, mixed
  }

  init?(_ text: Substring) {
    if text.hasPrefix("linkingObjects<"), text.hasSuffix(">") {
      self = .backLinks
      return
    }
    for (name, make) in Self.collections where text.hasPrefix(name + "<") {
      guard text.hasSuffix(">") else { return nil }
      guard let element = PropertyType(text.dropFirst(name.count + 1).dropLast()) else {
        return nil
      }
      // Collections do not stand in each other but in a mixed value.
      guard !element.isCollection else { return nil }
      self = make(element)
      return
    }
    let isOptional = text.hasSuffix("?")
    let name = isOptional ? text.dropLast() : text
    guard !name.isEmpty, !name.contains(where: { "<>?".contains($0) }) else { return nil }
    if let scalar = Scalar(rawValue: String(name)) {
      self = .scalar(scalar, isOptional: isOptional || scalar == .mixed)
    } else {
      self = .object(String(name), isOptional: isOptional)
    }
  }

  private static var collections: [(String, (PropertyType) -> PropertyType)] {
    [
      ("list", { .list($0) }), ("set", { .set($0) }), ("dictionary", { .dictionary($0) }),
    ]
  }

  private var isCollection: Bool {
    switch self {
    case .list, .set, .dictionary, .backLinks: true
    case .scalar, .object: false
    }
  }

  /// The class of the objects that are held or linked to.
  var className: String? {
    switch self {
    case .object(let name, _): name
    case .list(let element), .set(let element), .dictionary(let element): element.className
    case .scalar, .backLinks: nil
    }
  }

  /// Whether a complete object may lack such a property: data is left out, also where a mixed value holds it, and core
  /// leaves out decimals.
  var mayBeLeftOut: Bool {
    switch self {
    case .scalar(.data, _), .scalar(.mixed, _), .scalar(.decimal128, _), .backLinks: true
    case .list(let element), .set(let element), .dictionary(let element):
      element.isAlwaysLeftOut
    case .scalar, .object: false
    }
  }

  /// Whether no payload has such a property.
  var isAlwaysLeftOut: Bool {
    switch self {
    case .scalar(.data, _), .backLinks: true
    case .list(let element), .set(let element), .dictionary(let element): element.isAlwaysLeftOut
    case .scalar, .object: false
    }
  }
}
