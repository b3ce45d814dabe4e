import Formats
import JSON
import TrailReading

/// A value as a payload and a database can both have it, whatever each writes for it: the two are compared in this form.
enum StateValue: Sendable {
  case null
  case bool(Bool)
  case int(Int64)
  case double(Double)
  case text(String)
  /// A decimal as it is written, which is compared by its value (WRITE-41).
  case decimal(String)
  /// An instant, and whether the database has digits below the millisecond, which no payload shows.
  case date(Timestamp, isFiner: Bool)
  case list([StateValue])
  case set([StateValue])
  /// A dictionary or an embedded object.
  case object([(name: String, value: StateValue)])
  /// What the property cannot hold, in words.
  case wrong(String)
  /// What cannot be compared, and why.
  case opaque(String)
  /// A value of which only is known what it is compared by.
  case hashed(UInt64)

  /// A number that is not finite is null in a payload (SERIAL-9).
  static func number(_ number: Double, isMixed: Bool = false) -> StateValue {
    guard number.isFinite else { return .null }
    // In a mixed value, a double may be written like an integer.
    if isMixed, let whole = Int64(exactly: number) {
      return .int(whole)
    }
    return .double(number)
  }

  /// A text in a mixed value, which may be a decimal.
  static func mixed(_ text: String) -> StateValue {
    DecimalForm.plain(text) == nil ? .text(text) : .decimal(text)
  }

  /// Whether a part of it is more exact than a payload shows.
  var isFiner: Bool {
    switch self {
    case .date(_, let isFiner): isFiner
    case .list(let elements), .set(let elements): elements.contains(where: \.isFiner)
    case .object(let members): members.contains { $0.value.isFiner }
    default: false
    }
  }

  /// What is wrong with it or a part of it.
  var fault: String? {
    switch self {
    case .wrong(let words): words
    case .list(let elements), .set(let elements): elements.lazy.compactMap(\.fault).first
    case .object(let members): members.lazy.compactMap(\.value.fault).first
    default: nil
    }
  }

  /// Why it or a part of it cannot be compared.
  var obstacle: String? {
    switch self {
    case .opaque(let reason): reason
    case .list(let elements), .set(let elements): elements.lazy.compactMap(\.obstacle).first
    case .object(let members): members.lazy.compactMap(\.value.obstacle).first
    default: nil
    }
  }

  /// As a sentence shows it.
  var words: String {
    switch self {
    case .null: "null"
    case .bool(let flag): flag ? "true" : "false"
    case .int(let number): String(number)
    case .double(let number): "\(number)"
    case .text(let text), .decimal(let text):
      JSON.string(text.withoutMiddle(ifLongerThan: Self.shownLength)).text()
    case .date(let date, _): date.description.quoted
    case .list(let elements), .set(let elements):
      Self.shortened("[" + Self.ends(of: elements).map(\.words).joined(separator: ",") + "]")
    case .object(let members):
      Self.shortened(
        "{"
          + Self.ends(of: members).map { $0.name.quoted + ":" + $0.value.words }
          .joined(separator: ",") + "}"
      )
    case .wrong(let words): words
    case .opaque(let reason): reason
    case .hashed: "a value that is not at hand"
    }
  }

  static func shortened(_ text: String) -> String {
    text.withoutMiddle(ifLongerThan: shownLength)
  }

  private static let shownLength = 80

  /// As many of the first and of the last elements as leave a mark in what is shown: there may be millions.
  private static func ends<Element>(of elements: [Element]) -> [Element] {
    elements.count <= 2 * shownLength
      ? elements : Array(elements.prefix(shownLength) + elements.suffix(shownLength))
  }
}

/// Tells in 48 bits whether a payload and a database give a property the same value.
enum StateHash {
  /// What stands for a value that is not compared, and for one that the property cannot hold.
  static let untracked: UInt64 = 0, wrong: UInt64 = 1
  static let ofNull = of(.null)

  private static let flags = [false, true].map {
    (flag: of(.bool($0)), number: of(.int($0 ? 1 : 0)))
  }

  /// The boolean for which SQLite keeps a number.
  static func flag(ofNumber value: UInt64) -> UInt64? {
    flags.first { $0.number == value }?.flag
  }

  private static let mask: UInt64 = 1 << 48 - 1

  /// The lowest bit says whether it is a collection or an embedded object.
  static func folded(_ hash: UInt64, isCollection: Bool) -> UInt64 {
    max(2, hash >> 16 & mask & ~1) | (isCollection ? 1 : 0)
  }

  static func isCollection(_ hash: UInt64) -> Bool { hash & 1 == 1 && hash != wrong }

  /// The hash of a value of a database.
  static func of(_ value: StateValue) -> UInt64 {
    switch value {
    case .wrong: return wrong
    case .opaque: return untracked
    case .hashed(let hash): return hash
    case .list, .set, .object:
      if value.fault != nil { return wrong }
      return value.obstacle != nil ? untracked : folded(whole(value), isCollection: true)
    default: return folded(whole(value), isCollection: false)
    }
  }

  private static func whole(_ value: StateValue) -> UInt64 {
    var hash = StableHash()
    switch value {
    case .null: return add(1)
    case .bool(let flag): return add(flag ? 2 : 3)
    case .int(let number):
      hash.add(4)
      hash.add(UInt64(bitPattern: number))
    case .double(let number):
      hash.add(5)
      // A negative zero is the same number (WRITE-41).
      hash.add((number == 0 ? 0 : number).bitPattern)
    case .text(let text):
      hash.add(7)
      hash.add(text)
    case .decimal(let text):
      hash.add(7)
      hash.add(DecimalForm.plain(text) ?? text)
    case .date(let date, _):
      hash.add(7)
      hash.add(date.description)
    case .list(let elements):
      hash.add(8)
      hash.add(UInt64(elements.count))
      for element in elements { hash.add(whole(element)) }
    case .set(let elements):
      hash.add(8)
      hash.add(UInt64(elements.count))
      hash.add(elements.reduce(0) { $0 &+ whole($1) })
    case .object(let members):
      return sealed(9, members.reduce(0) { $0 &+ entry($1.name, whole($1.value)) })
    case .wrong, .opaque, .hashed: break
    }
    return hash.value
  }

  private static func add(_ word: UInt64) -> UInt64 {
    var hash = StableHash()
    hash.add(word)
    return hash.value
  }

  private static func entry(_ name: String, _ value: UInt64) -> UInt64 {
    var hash = StableHash()
    hash.add(name)
    hash.add(value)
    return hash.value
  }

  // MARK: Payloads

  /// The hash of a value of a payload; `untracked` if it cannot be compared.
  static func of(_ value: Value, _ type: StateType, _ schema: StateSchema) -> UInt64 {
    guard let hash = whole(value, type, schema, depth: 0) else { return untracked }
    if case .link = type { return folded(hash, isCollection: false) }
    return folded(hash, isCollection: value.isArray || value.isObject)
  }

  /// The hash of a value of a payload that is not a collection; nil if it is one, or cannot be that of a link or a scalar.
  static func of(_ value: Value, _ scalar: PropertyType.Scalar) -> UInt64? {
    self.scalar(value, scalar).map { folded($0, isCollection: false) }
  }

  private static func whole(
    _ value: Value,
    _ type: StateType,
    _ schema: StateSchema,
    depth: Int
  ) -> UInt64? {
    if value.isNull { return add(1) }
    guard depth < 32 else { return nil }
    switch type {
    case .unknown: return nil
    case .link(let key, let name, _):
      guard value.isObject else { return scalar(value, key) }
      return value[name].flatMap { scalar($0, key) }
    case .embedded(let number):
      guard value.isObject else { return scalar(value, .mixed) }
      var sum: UInt64 = 0
      for member in value.children where !member.isNull {
        let name = member.name
        guard let type = schema.types[number][name], !type.isLeftOut else { continue }
        guard let part = whole(member, type, schema, depth: depth + 1) else { return nil }
        sum &+= entry(name, part)
      }
      return sealed(9, sum)
    case .list(let inner), .set(let inner):
      guard value.isArray else { return scalar(value, .mixed) }
      var hash = StableHash()
      hash.add(8)
      hash.add(UInt64(value.children.count))
      var sum: UInt64 = 0
      for element in value.children {
        guard let part = whole(element, inner, schema, depth: depth + 1) else { return nil }
        if case .list = type { hash.add(part) } else { sum &+= part }
      }
      if case .set = type { hash.add(sum) }
      return hash.value
    case .dictionary(let inner):
      guard value.isObject else { return scalar(value, .mixed) }
      var sum: UInt64 = 0
      for member in value.children {
        guard let part = whole(member, inner, schema, depth: depth + 1) else { return nil }
        sum &+= entry(member.name, part)
      }
      return sealed(9, sum)
    case .scalar(.mixed) where value.isArray:
      return whole(value, .list(type), schema, depth: depth)
    case .scalar(.mixed) where value.isObject:
      // It may be a link that is shown with its object, of which the database has the key.
      if schema.hasKey(value) { return nil }
      return whole(value, .dictionary(type), schema, depth: depth)
    case .scalar(let scalar): return Self.scalar(value, scalar)
    }
  }

  private static func sealed(_ tag: UInt64, _ sum: UInt64) -> UInt64 {
    var hash = StableHash()
    hash.add(tag)
    hash.add(sum)
    return hash.value
  }

  /// So many bytes has a date of a year of four digits.
  private static let dateBytes = 24

  private static func scalar(_ value: Value, _ type: PropertyType.Scalar) -> UInt64? {
    switch value.form {
    case nil: return add(1)
    case .bool: return add(value.start[0] == UInt8(ascii: "t") ? 2 : 3)
    case .string:
      switch type {
      case .decimal128, .mixed: if let text = value.string { return whole(.decimal(text)) }
      case .date:
        // Edition core writes years of more digits otherwise (SERIAL-12).
        if value.content?.count != Self.dateBytes,
          let date = value.string.flatMap(Timestamp.init(anyYear:))
        {
          return whole(.date(date, isFiner: false))
        }
      default: break
      }
      var hash = StableHash()
      hash.add(7)
      hash.add(textOf: value)
      return hash.value
    case .number: return number(value, type)
    case .array, .object: return nil
    }
  }

  private static func number(_ value: Value, _ type: PropertyType.Scalar) -> UInt64? {
    let json: JSON =
      value.integer.map(JSON.int) ?? value.fraction.map(JSON.double) ?? value.json
    switch (type, json) {
    case (.float, .int(let number)): return whole(.double(Double(Float(number))))
    case (.float, .double(let number)): return whole(.double(Double(Float(number))))
    case (.double, .int(let number)): return whole(.double(Double(number)))
    case (.double, .double(let number)): return whole(.double(number))
    case (_, .int(let number)): return whole(.int(number))
    case (_, .double(let number)): return whole(.number(number, isMixed: type == .mixed))
    case (_, .number(let text)): return whole(.text("number " + text))
    default: return nil
    }
  }
}
