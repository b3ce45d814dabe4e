package import Formats
import JSON

/// The classes of a schema with numbers, so that a value finds its type without a text being made of its key.
package struct SchemaClasses: Sendable {
  /// What is expected of the values of a property.
  package struct Property: Sendable {
    package let shape: PropertyType.Shape
    /// The type of a value without parts; nil for links, embedded objects and back links.
    package let scalar: PropertyType.Scalar?
    package let isOptional: Bool
    /// The class of the objects that it holds or links to.
    package let target: Int?
    /// Whether every complete object has it.
    package let isRequired: Bool
    /// Whether no payload has it.
    package let isAlwaysLeftOut: Bool
  }

  /// A class with its properties, in the order of their names.
  package struct Class: Sendable {
    package let name: String
    package let spelling: Name
    package let isEmbedded: Bool
    /// Whether something else may stand for its objects: then nothing is known of them.
    package let hasRepresentation: Bool
    /// The type of its primary key, if it has one.
    package let keyType: PropertyType.Scalar?
    /// Whether an object may have null as its primary key.
    package let hasNullKey: Bool
    package let names: [Name]
    package let properties: [Property]
    /// How many properties every complete object has.
    package let requiredCount: Int
    /// The properties by the hashes of their names.
    fileprivate let numbers: [PrecomputedHash: Int]
  }

  package let all: [Class]
  private var keys: [KeyMemory]
  private let numbers: [PrecomputedHash: Int]

  package init(_ schema: CaseSchema, edition: Edition) {
    let sorted = schema.classes.sorted
    var places = ByteDictionary<Int>()
    for (place, entry) in sorted.enumerated() { places[entry.key] = place }
    all = sorted.map { Class($0.key, $0.value, edition) { places[$0] } }
    keys = Array(repeating: KeyMemory(), count: all.count)
    numbers = Dictionary(
      all.enumerated().map { (PrecomputedHash($1.spelling.hash), $0) },
      uniquingKeysWith: { first, _ in first }
    )
  }

  /// The number of the class of some objects; nil if the schema does not have it.
  package func number(of objects: Payload.ClassObjects) -> Int? {
    numbers[objects.name.hash].flatMap { objects.name.isSpelled(all[$0].spelling) ? $0 : nil }
  }

  /// The number of the property that a member of an object has the name of; nil if its class has none.
  @inline(__always)
  package mutating func property(of member: Value, in number: Int) -> Int? {
    keys[number].lookUp(member) ?? unknownProperty(of: member, in: number)
  }

  @inline(never)
  private mutating func unknownProperty(of member: Value, in number: Int) -> Int? {
    let property = all[number].numbers[PrecomputedHash(member.key.hash)].flatMap { property in
      member.isNamed(all[number].names[property]) ? property : nil
    }
    keys[number].note(property, of: member)
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
    spelling = Name(name)
    isEmbedded = description.isEmbedded
    hasRepresentation = description.hasRepresentation
    keyType = description.keyProperty.flatMap { $0.shape == .single ? $0.scalar : nil }
    hasNullKey = description.hasNullKey
    names = sorted.map { Name($0.key) }
    properties = sorted.map { SchemaClasses.Property($0.value, edition, number) }
    requiredCount = properties.count { $0.isRequired }
    numbers = Dictionary(
      names.enumerated().map { (PrecomputedHash($1.hash), $0) },
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
