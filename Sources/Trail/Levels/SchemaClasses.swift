import Formats
import JSON

/// The classes of a schema with numbers, so that a value finds its type without a text being made of its key.
struct SchemaClasses {
  /// What is expected of the values of a property.
  struct Property {
    let shape: PropertyType.Shape
    /// The type of a value without parts; nil for links, embedded objects and back links.
    let scalar: PropertyType.Scalar?
    let isOptional: Bool
    /// The class of the objects that it holds or links to.
    let target: Int?
    /// Whether every complete object has it.
    let isRequired: Bool
    /// Whether no payload has it.
    let isAlwaysLeftOut: Bool
  }

  /// A class with its properties, in the order of their names.
  struct Class {
    let name: String
    let isEmbedded: Bool
    /// Whether something else may stand for its objects: then nothing is known of them.
    let hasRepresentation: Bool
    /// The type of its primary key, if it has one.
    let keyType: PropertyType.Scalar?
    let names: [Name]
    let properties: [Property]
    /// How many properties every complete object has.
    let requiredCount: Int
    /// The properties by the hashes of their names.
    fileprivate let numbers: [UInt64: Int]
    /// Behind each key that was seen in objects of this class, by the number of the key: 1 more than the number of the
    /// property, 0 where that was not looked up yet, and -1 where the class has no such property.
    fileprivate var known: [Int32] = []
  }

  private(set) var all: [Class]
  private let numbers: [UInt64: Int]

  init(_ schema: CaseSchema, edition: Edition) {
    let sorted = schema.classes.sorted
    var places = ByteDictionary<Int>()
    for (place, entry) in sorted.enumerated() { places[entry.key] = place }
    all = sorted.map { Class($0.key, $0.value, edition) { places[$0] } }
    numbers = Dictionary(
      all.enumerated().map { (Name($1.name).hash, $0) },
      uniquingKeysWith: { first, _ in first }
    )
  }

  /// The number of the class of some objects; nil if the schema does not have it.
  func number(of objects: Payload.ClassObjects) -> Int? {
    guard let number = numbers[objects.classHash], all[number].name.equalsByBytes(objects.className)
    else {
      return nil
    }
    return number
  }

  /// The number of the property that a member of an object has the name of; nil if its class has none.
  @inline(__always)
  mutating func property(of member: Value, in number: Int) -> Int? {
    guard let key = member.keyNumber, key < all[number].known.count, all[number].known[key] != 0
    else { return unknownProperty(of: member, in: number) }
    let known = Int(all[number].known[key])
    return known > 0 ? known - 1 : nil
  }

  @inline(never)
  private mutating func unknownProperty(of member: Value, in number: Int) -> Int? {
    let property = all[number].numbers[member.key.hash].flatMap { property in
      member.isNamed(all[number].names[property]) ? property : nil
    }
    guard let key = member.keyNumber else { return property }
    let missing = key + 1 - all[number].known.count
    if missing > 0 { all[number].known.append(contentsOf: repeatElement(0, count: missing)) }
    all[number].known[key] = property.map { Int32($0) + 1 } ?? -1
    return property
  }
}

extension SchemaClasses.Class {
  fileprivate init(
    _ name: String,
    _ description: CaseSchema.Class,
    _ edition: Edition,
    _ number: (String) -> Int?
  ) {
    let sorted = description.properties.sorted
    self.name = name
    isEmbedded = description.isEmbedded
    hasRepresentation = description.hasRepresentation
    keyType = description.primaryKey.flatMap { description.properties[$0] }
      .flatMap { $0.shape == .single ? $0.scalar : nil }
    names = sorted.map { Name($0.key) }
    properties = sorted.map { SchemaClasses.Property($0.value, edition, number) }
    requiredCount = properties.count { $0.isRequired }
    numbers = Dictionary(
      names.enumerated().map { ($1.hash, $0) },
      uniquingKeysWith: { first, _ in first }
    )
  }
}

extension SchemaClasses.Property {
  fileprivate init(_ type: PropertyType, _ edition: Edition, _ number: (String) -> Int?) {
    shape = type.shape
    scalar = type.scalar
    isOptional = type.isOptional
    target = type.className.flatMap(number)
    isAlwaysLeftOut = type.shape == .linkingObjects || type.scalar == .data
    // Data is left out, also where a mixed value holds it; editions that write decimals write every one of them.
    let isSingle = type.shape == .single
    let mayBeLeftOut =
      isSingle && type.scalar == .decimal128
      ? edition == .core : isAlwaysLeftOut || isSingle && type.scalar == .mixed
    isRequired = !mayBeLeftOut
  }
}
