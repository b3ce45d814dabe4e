import Formats
import JSON
import TrailReading

/// What a property holds, as far as comparing a payload with a database needs it.
enum StateType: Sendable {
  case scalar(PropertyType.Scalar)
  /// A link, as a key on both sides: its type, its name, and the number of the class that it leads to.
  case link(PropertyType.Scalar, Name, to: Int)
  /// An embedded object, by the number of its class.
  case embedded(Int)
  indirect case list(StateType), set(StateType), dictionary(StateType)
  /// Objects that cannot be told apart, or are represented in another way.
  case unknown

  /// Whether no payload shows it.
  var isLeftOut: Bool {
    switch self {
    case .scalar(.data): true
    case .list(let inner), .set(let inner), .dictionary(let inner): inner.isLeftOut
    default: false
    }
  }

  var isCollection: Bool {
    switch self {
    case .list, .set, .dictionary: true
    default: false
    }
  }

  /// Whether its values are of any type.
  var isMixed: Bool {
    switch self {
    case .scalar(.mixed): true
    case .list(let inner), .set(let inner), .dictionary(let inner): inner.isMixed
    default: false
    }
  }

  /// Whether it is one value of any type.
  var isSingleMixed: Bool {
    if case .scalar(.mixed) = self { return true }
    return false
  }

  /// What its values are if they are neither collections nor objects: of a link, the key that it leads to.
  var single: PropertyType.Scalar? {
    switch self {
    case .scalar(let scalar), .link(let scalar, _, _): scalar
    default: nil
    }
  }

  /// The class of the embedded objects that are in it.
  var embedded: Int? {
    switch self {
    case .embedded(let number): number
    case .list(let inner), .set(let inner), .dictionary(let inner): inner.embedded
    default: nil
    }
  }
}

/// The classes of a schema with what is compared of each.
struct StateSchema: Sendable {
  /// A class whose objects are compared, or live in others.
  struct Class: Sendable {
    let name: String
    /// The primary key and its type; nil if its objects cannot be told apart.
    let key: (name: Name, type: StateType)?
    let isEmbedded: Bool
    /// The names of the properties in their order, and what they hold.
    let names: [String]
    let types: [StateType]
    /// Of each type what is looked at for nearly every value.
    let singles: [PropertyType.Scalar?]
    /// The types as the schema writes them.
    let words: [String]
    let isOptional: [Bool]
    /// Whether null is one of its primary keys.
    let hasNullKey: Bool
    /// The number of the class that each property links to.
    let targets: [Int?]

    /// Whether its objects are compared.
    var isCompared: Bool { key != nil }
  }

  /// How many classes there may be, and how many properties of each: their numbers stand in 16 bits of what is noted.
  static let maximum = 1 << 16 - 1

  let classes: [Class]
  /// The types by the names of properties, for embedded objects.
  let types: [ByteDictionary<StateType>]
  /// Whether an object that is compared has a mixed value.
  let hasMixed: Bool
  /// Whether payloads leave out decimals, and lists and dictionaries of mixed values (SERIAL-18, SERIAL-27).
  let leavesMoreOut: Bool
  /// Finds the numbers of classes and properties of payloads.
  var payloads: SchemaClasses

  init(_ schema: CaseSchema, edition: Edition) {
    payloads = SchemaClasses(schema, edition: edition)
    leavesMoreOut = edition == .core
    var numbers = ByteDictionary<Int>()
    for (number, known) in payloads.all.enumerated() { numbers[known.name] = number }
    classes = payloads.all.map { known in
      let description = schema.classes[known.name] ?? CaseSchema.Class()
      let names = known.names.map(\.text)
      let properties = names.map { description.properties[$0] }
      let types = properties.map { $0.map { Self.type($0, schema, numbers) } ?? .unknown }
      let key = description.primaryKey.flatMap { name -> (name: Name, type: StateType)? in
        guard !description.hasRepresentation, !description.isEmbedded,
          let place = names.firstIndex(where: { $0.equalsByBytes(name) })
        else { return nil }
        return (Name(name), types[place])
      }
      return Class(
        name: known.name,
        key: key,
        isEmbedded: known.isEmbedded,
        names: names,
        types: types,
        singles: types.map(\.single),
        words: properties.map { $0.map(Self.words) ?? "" },
        isOptional: properties.map { $0?.isOptional ?? true },
        hasNullKey: description.hasNullKey,
        targets: properties.map { type in
          type?.className.flatMap { name in
            schema.classes[name]?.isEmbedded == false ? numbers[name] : nil
          }
        }
      )
    }
    hasMixed = classes.contains { known in
      known.isCompared && known.types.contains { $0.isSingleMixed }
    }
    types = classes.map { known in
      var types = ByteDictionary<StateType>()
      for (name, type) in zip(known.names, known.types) { types[name] = type }
      return types
    }
  }

  /// Whether a table is that of a class whose objects are not compared, because it has no primary key.
  func isUncompared(_ table: String) -> Bool {
    classes.contains { !$0.isCompared && !$0.isEmbedded && $0.name.equalsByBytes(table) }
  }

  /// Whether an object may be that of a class: it has the property of a primary key.
  func hasKey(_ object: Value) -> Bool {
    classes.contains { $0.key.map { object[$0.name] != nil } ?? false }
  }

  /// Why a database cannot be compared by it; nil if it can.
  var fault: String? {
    if classes.count > Self.maximum {
      return
        "the schema has \(classes.count) classes, and a database is compared by \(Self.maximum) at the most: leave out those that it does not have"
    }
    guard classes.contains(where: \.isCompared) else {
      return "the schema has no class with a primary key, by which objects could be told apart"
    }
    return classes.first { $0.names.count > Self.maximum }.map {
      "class \($0.name.quoted) has \($0.names.count) properties, of which \(Self.maximum) at the most can be compared: leave out those that need not be"
    }
  }

  private static func words(_ type: PropertyType) -> String {
    let base = type.base + (type.isOptional ? "?" : "")
    return type.shape == .single ? base : "\(type.shape.rawValue)<\(base)>"
  }

  private static func type(
    _ type: PropertyType,
    _ schema: CaseSchema,
    _ numbers: ByteDictionary<Int>
  ) -> StateType {
    let inner = single(type, schema, numbers)
    switch type.shape {
    case .single: return inner
    case .list: return .list(inner)
    case .set: return .set(inner)
    case .dictionary: return .dictionary(inner)
    case .linkingObjects: return .unknown
    }
  }

  private static func single(
    _ type: PropertyType,
    _ schema: CaseSchema,
    _ numbers: ByteDictionary<Int>
  ) -> StateType {
    if let scalar = type.scalar { return .scalar(scalar) }
    guard let name = type.className, let target = schema.classes[name], !target.hasRepresentation
    else { return .unknown }
    if target.isEmbedded { return numbers[name].map(StateType.embedded) ?? .unknown }
    guard let key = target.primaryKey, let scalar = target.properties[key]?.scalar,
      let number = numbers[name]
    else { return .unknown }
    return .link(scalar, Name(key), to: number)
  }
}
