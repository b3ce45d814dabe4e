import Formats
import JSON
import TrailReading

/// Tells whether two payloads give a property the same value, from 48 bits for each.
///
/// A value may be written in several ways: a link as a key or expanded, a set in any order, a double with or without
/// fraction, a decimal with or without zeros at its end. Those are the same here. A value of which that cannot be told is not
/// followed.
struct ValueHash: Sendable {
  /// What is known of a value that is neither an array nor an object.
  enum Scalar: Sendable {
    case unknown
    /// Without a schema it is of any type: a text may be a decimal.
    case untold
    /// A decimal, which is compared by its value.
    case decimal
    /// Of any type: an object is a link if it has one of these primary keys, and else a dictionary, an array is a list.
    /// A text may be a decimal, and where objects have texts as keys, it may be a link.
    case mixed(keys: [Name], haveTexts: Bool)

    /// The plain form of a text that is the same decimal in another form; nil if it is not one.
    fileprivate func plainForm(of text: Value) -> String? {
      if case .unknown = self { return nil }
      guard let content = text.plainContent, !DecimalForm.isPlain(content) else { return nil }
      switch self {
      // An objectId is not a number, whatever its digits are.
      case .mixed, .untold: if content.count == 24 { return nil }
      case .decimal, .unknown: break
      }
      return text.string.flatMap(DecimalForm.plain)
    }

    /// Whether a value is a decimal in another form, or a link with such a key: it is neither compared as the one nor the other.
    fileprivate func hides(_ value: Value) -> Bool {
      guard case .mixed(_, true) = self, value.form == .string else { return false }
      return plainForm(of: value) != nil
    }
  }

  /// What is known of a property from the schema.
  enum Shape: Sendable {
    /// One value. Without a schema, an object may be an expanded link, an embedded object or a dictionary, an array a list or a
    /// set.
    case values(Scalar)
    /// An array in which the order does not count.
    case set(Scalar)
    /// An array in which the order counts.
    case list(Scalar)
    /// An object whose members are values.
    case dictionary(Scalar)
    /// A link or several, to a class with this primary key.
    case link(key: Name, isList: Bool)
    /// One embedded object, compared only by whether it is there: its own changes do not name the object that
    /// holds it.
    case embedded
    /// Not to be compared: it holds several embedded objects, or objects without a key.
    case opaque
    /// Not to be compared, whatever it is: what stands for an object may be anything, null too (REPR-1).
    case represented

    /// Nothing is known.
    static let unknown = Shape.values(.unknown)
    /// There is no schema.
    static let untold = Shape.values(.untold)

    /// Whether the order of an array counts.
    fileprivate var isOrdered: Bool {
      switch self {
      case .list, .values(.mixed): true
      case .link(_, let isList): isList
      case .values, .set, .dictionary, .embedded, .opaque, .represented: false
      }
    }

    fileprivate var scalar: Scalar {
      switch self {
      case .values(let scalar), .set(let scalar), .list(let scalar), .dictionary(let scalar): scalar
      case .link, .embedded, .opaque, .represented: .unknown
      }
    }
  }

  /// What stands for a value that is not followed.
  static let untracked: UInt64 = 0

  /// Set where the value is a list, a set or a dictionary; no hash is divided among places by this bit.
  private static let collectionBit: UInt64 = 1 << 23

  static func isCollection(_ hash: UInt64) -> Bool { hash & collectionBit != 0 }

  /// What a collection holds, whatever its order and its keys: the sum of what its elements add to it.
  ///
  /// So it can be told which element is missing.
  struct Content: Hashable, Sendable {
    private static let bits: UInt64 = 24

    let sum: UInt32

    /// What a value adds to a collection.
    init(ofElement hash: UInt64) { sum = UInt32(truncatingIfNeeded: hash >> Self.bits) }

    /// What a collection holds.
    init(ofCollection hash: UInt64) { self.init(ofElement: hash) }

    fileprivate init(ofHash hash: UInt64) {
      self.init(ofElement: FactValue.hash(hash))
    }

    private init(_ sum: UInt32) { self.sum = sum & (1 << UInt32(Self.bits) - 1) }

    /// What holds nothing.
    static let none = Content(0)

    static func + (left: Content, right: Content) -> Content { Content(left.sum &+ right.sum) }
    static func - (left: Content, right: Content) -> Content { Content(left.sum &- right.sum) }

    /// Of more values, it is not told which of them have some sum, unless it is that of one.
    static let mostParts = 512
    /// A trail may ask at every event: so many sums of several values are tried, and of so few any choice.
    private static let mostTried = 1 << 10, mostChosen = 12

    /// Whether it is the sum of some values: of as few as can be tried, each taken any number of times, or of any choice of few
    /// values.
    func isSum(of parts: [Content]) -> Bool {
      let all = Set(parts)
      func isSum(_ content: Content, of count: Int, from start: Int) -> Bool {
        if count == 1 { return all.contains(content) }
        return (start..<parts.count).contains {
          isSum(content - parts[$0], of: count - 1, from: $0)
        }
      }
      var (count, tried) = (1, 1)
      // The last value of a sum is looked up: only the others are tried.
      while tried <= Self.mostTried, count <= Self.mostChosen {
        if isSum(self, of: count, from: 0) { return true }
        tried = tried * (parts.count + count - 1) / count
        count += 1
      }
      guard parts.count <= Self.mostChosen else { return false }
      let rests = parts.reduce(into: [self]) { rests, part in rests += rests.map { $0 - part } }
      return rests.dropFirst().contains { $0.sum == 0 }
    }

    /// The hash of a collection with this content.
    fileprivate func joined(with hash: UInt64) -> UInt64 {
      UInt64(sum) << (64 - Self.bits) | hash >> Self.bits
    }
  }

  /// What stands for an embedded object.
  static let ofEmbedded = made(of: 10)

  /// What stands for null.
  static var ofNull: UInt64 { made(of: 1) }

  private static func made(of number: UInt64) -> UInt64 {
    var hash = StableHash()
    hash.add(number)
    return marked(hash.value, isCollection: false)
  }

  private static func marked(_ hash: UInt64, isCollection: Bool) -> UInt64 {
    let hash = FactValue.hash(hash) & ~collectionBit
    return isCollection ? hash | collectionBit : max(1, hash)
  }

  static func of(_ value: Value, _ shape: Shape) -> UInt64 {
    if case .represented = shape { return untracked }
    guard let hash = hash(value, shape, depth: 0) else { return untracked }
    return marked(hash, isCollection: value.isArray || isDictionary(value, shape))
  }

  /// The hash of a value that is neither an array nor an object, nor may be a decimal: those look the same whatever is known
  /// of them.
  static func ofScalar(_ value: Value) -> UInt64 {
    marked(scalarHash(value, .unknown), isCollection: false)
  }

  /// Whether what is known of a value makes a difference.
  @inline(__always)
  static func dependsOnShape(_ value: Value) -> Bool {
    if value.isObject || value.isArray { return true }
    guard value.form == .string else { return false }
    // Behind the quote, before which a document has a backslash.
    let first = value.start[value.start[0] == Ascii.quote ? 1 : 2]
    return first &- Ascii.zero < 10 || first == Ascii.minus
  }

  private static func isDictionary(_ value: Value, _ shape: Shape) -> Bool {
    guard value.isObject else { return false }
    switch shape {
    case .dictionary: return true
    case .values(.mixed(let keys, _)): return key(of: value, keys) == nil
    case .values, .set, .list, .link, .embedded, .opaque, .represented: return false
    }
  }

  /// The primary key of a link in full.
  private static func key(of value: Value, _ keys: [Name]) -> Value? {
    for name in keys { if let key = value[name] { return key } }
    return nil
  }

  private static func hash(_ value: Value, _ shape: Shape, depth: Int) -> UInt64? {
    if value.isArray { return hash(elementsOf: value, shape, depth: depth) }
    if value.isObject { return hash(membersOf: value, shape, depth: depth) }
    return shape.scalar.hides(value) ? nil : scalarHash(value, shape.scalar)
  }

  private static func scalarHash(_ value: Value, _ scalar: Scalar) -> UInt64 {
    var hash = StableHash()
    switch value.form {
    case nil, .array, .object: hash.add(1)
    case .bool: hash.add(value.start[0] == UInt8(ascii: "t") ? 2 : 3)
    case .string:
      hash.add(7)
      add(textOf: value, scalar, to: &hash)
    case .number: addNumber(value, to: &hash)
    }
    return hash.value
  }

  private static func add(textOf value: Value, _ scalar: Scalar, to hash: inout StableHash) {
    if let plain = scalar.plainForm(of: value) {
      hash.add(plain)
    } else {
      hash.add(textOf: value)
    }
  }

  private static func addNumber(_ value: Value, to hash: inout StableHash) {
    if let number = value.integer { return add(number, to: &hash) }
    if let number = value.fraction { return add(number, to: &hash) }
    switch value.json {
    case .int(let number): add(number, to: &hash)
    case .double(let number): add(number, to: &hash)
    case .number(let text):
      hash.add(6)
      hash.add(text)
    default: break
    }
  }

  private static func add(_ number: Int64, to hash: inout StableHash) {
    hash.add(4)
    hash.add(UInt64(bitPattern: number))
  }

  private static func add(_ number: Double, to hash: inout StableHash) {
    // A double may be written without its fraction, and is the same then.
    if let whole = Int64(exactly: number) { return add(whole, to: &hash) }
    hash.add(5)
    hash.add(number.bitPattern)
  }

  private static func hash(elementsOf value: Value, _ shape: Shape, depth: Int) -> UInt64? {
    guard depth < 32 else { return nil }
    if case .opaque = shape { return nil }
    var hash = StableHash()
    hash.add(8)
    hash.add(UInt64(value.children.count))
    var sum: UInt64 = 0
    var content = Content.none
    for element in value.children {
      guard let part = Self.hash(element, inside(shape), depth: depth + 1) else { return nil }
      content = content + Content(ofHash: part)
      // Without the schema an array may be a set, whose order is free.
      if shape.isOrdered { hash.add(part) } else { sum &+= part }
    }
    hash.add(sum)
    return content.joined(with: hash.value)
  }

  private static func hash(membersOf value: Value, _ shape: Shape, depth: Int) -> UInt64? {
    guard depth < 32 else { return nil }
    switch shape {
    case .opaque, .represented: return nil
    case .embedded:
      var hash = StableHash()
      hash.add(10)
      return hash.value
    case .link(let key, _):
      guard let key = value[key] else { return nil }
      return hash(key, .unknown, depth: depth + 1)
    case .values(.mixed(let keys, _)), .list(.mixed(let keys, _)):
      guard let key = key(of: value, keys) else {
        return hash(entriesOf: value, shape.scalar, depth: depth)
      }
      return hash(key, .unknown, depth: depth + 1)
    case .values, .set, .list:
      guard let key = value[.id] else { return nil }
      return hash(key, .values(shape.scalar), depth: depth + 1)
    case .dictionary(let scalar): return hash(entriesOf: value, scalar, depth: depth)
    }
  }

  private static func hash(entriesOf value: Value, _ scalar: Scalar, depth: Int) -> UInt64? {
    var hash = StableHash()
    hash.add(9)
    hash.add(UInt64(value.children.count))
    var sum: UInt64 = 0
    var content = Content.none
    for member in value.children {
      guard let part = Self.hash(member, .values(scalar), depth: depth + 1) else { return nil }
      content = content + Content(ofHash: part)
      var entry = StableHash()
      if member.key.isEscaped {
        entry.add(member.name)
      } else {
        entry.add(member.key.bytes)
      }
      entry.add(part)
      sum &+= entry.value
    }
    hash.add(sum)
    return content.joined(with: hash.value)
  }

  /// What the elements are: those of a list of links are links.
  private static func inside(_ shape: Shape) -> Shape {
    if case .link = shape { shape } else { .values(shape.scalar) }
  }
}

extension CaseSchema {
  /// What a property holds, as far as comparing its values needs it.
  func shape(of property: String, in name: String) -> ValueHash.Shape {
    guard let type = classes[name]?.properties[property] else { return .unknown }
    if isRepresented(in: type) { return .represented }
    let scalar: ValueHash.Scalar =
      switch type.scalar {
      case .decimal128: .decimal
      case .mixed: mixedScalar
      default: .unknown
      }
    switch type.shape {
    case .dictionary where type.isObject:
      // Entries that are followed are known by their `_id` alone.
      if case .link = link(to: type), classes[type.base]?.primaryKey == "_id" {
        return .dictionary(.unknown)
      }
      return .opaque
    case .single where type.isObject && isEmbedded(type.base): return .embedded
    case _ where type.isObject: return link(to: type)
    case .list: return .list(scalar)
    case .dictionary: return .dictionary(scalar)
    case .set: return .set(scalar)
    case .single, .linkingObjects: return .values(scalar)
    }
  }

  /// Whether something else stands for an object of some class.
  var hasRepresentations: Bool { classes.contains { $0.value.hasRepresentation } }

  /// Whether something else may stand for an object in values of a type.
  private func isRepresented(in type: PropertyType) -> Bool {
    type.scalar == .mixed ? hasRepresentations : classes[type.base]?.hasRepresentation ?? false
  }

  /// What a mixed value may be.
  private var mixedScalar: ValueHash.Scalar {
    let keyed = classes.map(\.value).filter { !$0.isEmbedded && $0.primaryKey != nil }
    return .mixed(
      keys: Set(keyed.compactMap(\.primaryKey)).sorted().map(Name.init),
      haveTexts: keyed.contains { known in
        known.keyProperty?.scalar == .string
      }
    )
  }

  private func isEmbedded(_ name: String) -> Bool {
    classes[name]?.isEmbedded ?? false
  }

  private func link(to type: PropertyType) -> ValueHash.Shape {
    guard let target = classes[type.base] else { return .unknown }
    guard !target.isEmbedded else { return .opaque }
    return target.primaryKey.map { .link(key: Name($0), isList: type.shape == .list) } ?? .opaque
  }
}
