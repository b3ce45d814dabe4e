import Formats
import JSON
import Touchstone

// Values come from short lists, so that equal ones meet; the lists have the limits of each type.
extension ProgramGenerator {
  static let texts = [
    "", "a", "b", "A", "é", "e\u{301}", "\u{1F600}", "line\nbreak", "\"quoted\\\"", "null", "1",
    "{}", "\u{1}", " ", "a\u{0}b", String(repeating: "long ", count: 60),
  ]
  private static let integers: [Int64] = [
    0, 1, 2, 3, -1, 9_007_199_254_740_993, 9_007_199_254_740_992, .max, .min,
  ]
  private static let doubles: [JSON] = [
    0.0, 1.0, 2.5, 0.1, -1.5, 1e300, .double(.leastNonzeroMagnitude), 9_007_199_254_740_992.0,
    ["$numberDouble": "Infinity"],
  ]
  private static let floats: [JSON] = [0.0, 1.0, 0.5, 0.1, -1.5, 3.4028234663852886e38]
  private static let dates: [JSON] = [
    ["$date": "2022-06-23T14:54:37.756Z"], ["$date": "1970-01-01T00:00:00Z"],
    ["$date": "1969-12-31T23:59:59.999Z"], ["$date": ["$numberLong": "253402300800000"]],
    ["$date": ["$numberLong": "-36520000000000"]], ["$date": "2024-02-29T12:00:00.1Z"],
  ]
  private static let decimals: [JSON] = [
    "0", "1", "1.50", "1.5", "0.1", "-7", "1E+10", "0.001", "NaN",
  ].map {
    ["$numberDecimal": .string($0)]
  }
  private static let bytes: [JSON] = ["", "AA==", "AQI="].map {
    ["$binary": ["base64": .string($0), "subType": "00"]]
  }

  static func objectId(_ number: Int) -> JSON {
    ["$oid": .string("62b38b3c10846041166f5de" + String(number, radix: 16))]
  }

  static func uuid(_ number: Int) -> JSON {
    ["$uuid": .string("abcdef00-0000-0000-0000-00000000000" + String(number, radix: 16))]
  }

  // MARK: Plain values

  mutating func plain(_ scalar: PropertyType.Scalar, isInSet: Bool = false) -> JSON {
    switch scalar {
    case .bool: return .bool(random.chance(50))
    case .int: return .int(Self.integers[random.below(random.chance(70) ? 4 : Self.integers.count)])
    case .float:
      if hasNaN, random.chance(30) { return ["$numberDouble": "NaN"] }
      return random.pick(Self.floats) ?? 0.0
    case .double:
      if hasNaN, random.chance(30) { return ["$numberDouble": "NaN"] }
      return random.pick(Self.doubles) ?? 0.0
    case .string: return .string(random.pick(Self.texts) ?? "")
    case .data: return random.pick(Self.bytes) ?? Self.bytes[0]
    case .date: return random.pick(Self.dates) ?? Self.dates[0]
    case .objectId: return Self.objectId(random.below(3))
    case .uuid: return Self.uuid(random.below(3))
    case .decimal128: return random.pick(Self.decimals) ?? Self.decimals[0]
    case .mixed: return mixed(isElement: isInSet, isInSet: isInSet)
    }
  }

  /// Any value.
  ///
  /// Whether a set holds `1` beside `1.0` is open (WRITE-41), and data among the elements of a collection is
  /// left to a recorder's discretion (SERIAL-33), so sets hold no numbers with a fraction and collections no data.
  private mutating func mixed(isElement: Bool, isInSet: Bool) -> JSON {
    let types: [PropertyType.Scalar] =
      isInSet
      ? [.int, .string, .bool, .objectId]
      : [.int, .int, .string, .string, .double, .bool, .date, .decimal128, .uuid, .objectId]
    if random.chance(10) { return .null }
    if !isElement {
      if random.chance(8) { return plain(.data) }
      if settings.features.contains(.mixedLinks), random.chance(20), let link = link(to: nil) {
        return link
      }
      if settings.features.contains(.mixedCollections), random.chance(15) {
        return mixedCollection(depth: 0)
      }
    }
    let type = random.pick(types) ?? .int
    // The text of a number that is there as well.
    return type == .string && random.chance(50) ? "1" : plain(type)
  }

  private mutating func mixedCollection(depth: Int) -> JSON {
    var elements: [JSON] = []
    for _ in 0..<random.below(3) {
      let isNested = depth < 1 && random.chance(20)
      elements.append(
        isNested ? mixedCollection(depth: depth + 1) : mixed(isElement: true, isInSet: false)
      )
    }
    if random.chance(50) { return .array(elements) }
    return .object(
      JSONObject(uniqueMembers: zip(["k", "l", "m"], elements).map { ($0, $1) })
    )
  }

  // MARK: Values of properties

  /// A link to an object of a class, or of any.
  mutating func link(to type: String?) -> JSON? {
    let names = (names[.object] ?? []).filter { name in
      guard case .object(let id)? = model.handles[name], let object = model.objects[id] else {
        return false
      }
      return type.map { $0 == object.type } ?? !model.isEmbedded(object.type)
    }
    return random.pick(names).map { ["$ref": .string($0)] }
  }

  /// A value that a property of this type takes; nil if nothing is there that it could hold.
  mutating func value(of type: PropertyType, depth: Int = 0) -> JSON? {
    switch type.shape {
    case .single: return element(of: type, depth: depth)
    case .list, .set:
      let count = random.pick([0, 1, 1, 2, 2, 3]) ?? 1
      return .array((0..<count).compactMap { _ in element(of: type, depth: depth) })
    case .dictionary:
      var members: JSONObject = [:]
      for _ in 0..<(random.pick([0, 1, 1, 2, 3]) ?? 1) {
        members[dictionaryKey()] = element(of: type, depth: depth)
      }
      return .object(members)
    case .linkingObjects: return nil
    }
  }

  mutating func dictionaryKey() -> String { random.pick(["k", "l", "", "é"]) ?? "k" }

  /// A value of an element, or of a property that holds one.
  mutating func element(of type: PropertyType, depth: Int = 0) -> JSON? {
    if type.isOptional, random.chance(type.isObject && type.shape == .single ? 8 : 22) {
      return .null
    }
    guard let className = type.className else {
      return type.scalar.map { scalar in
        if scalar == .mixed, type.shape != .single {
          return mixed(isElement: true, isInSet: type.shape == .set)
        }
        return plain(scalar)
      }
    }
    guard model.isEmbedded(className) else {
      return link(to: className) ?? (type.isOptional ? .null : nil)
    }
    if depth > 2 { return type.isOptional ? .null : nil }
    return members(of: className, depth: depth + 1)
  }

  /// The members of a new object.
  mutating func members(of className: String, depth: Int = 0) -> JSON? {
    guard let definition = classes.first(where: { $0.name == className }) else { return nil }
    var members: JSONObject = [:]
    for (name, type) in definition.properties where type.shape != .linkingObjects {
      if name == "_id" {
        members[name] = key(type)
        continue
      }
      let mayBeLeftOut = type.isCollection || type.isOptional || type.scalar == .mixed
      if mayBeLeftOut, random.chance(type.isObject ? 15 : 30) { continue }
      if let value = value(of: type, depth: depth) { members[name] = value }
    }
    return .object(members)
  }

  /// A primary key out of few.
  mutating func key(_ type: PropertyType) -> JSON {
    let number = random.below(4)
    switch type.scalar {
    case .string: return .string(["", "a", "é", "B"][number])
    case .objectId: return Self.objectId(number)
    case .uuid: return Self.uuid(number)
    default: return .int([1, 2, 3, -9_223_372_036_854_775_808][number])
    }
  }

  // MARK: Texts of events

  mutating func makeMetadata(valid: Bool) -> JSON {
    let fields = ["_id", "timestamp", settings.edition.activityField, "event", "data"]
    if !valid {
      // What follows from `_partition` in edition core is not specified (CONFIG-10).
      let reserved = settings.edition == .core ? fields : fields + ["_partition"]
      let key = random.pick(
        reserved + ["", String(repeating: "k", count: 64), String(repeating: "é", count: 32)]
      )
      switch random.below(4) {
      case 0: return [["k", "a"], ["k", .string(random.pick(["a", "b"]) ?? "a")]]
      case 1: return .object(["user": "x", key ?? "": "y"])
      default: return .object([key ?? "": "x"])
      }
    }
    let other = settings.edition == .draft ? "activity" : "scope"
    let keys = [
      "user", "User", "é", "e\u{301}", " user", "Event", "data ", other,
      String(repeating: "k", count: 63),
    ]
    var members: JSONObject = [:]
    for _ in 0..<random.below(3) {
      members[random.pick(keys) ?? "user"] = .string(random.pick(Self.texts) ?? "")
    }
    return .object(members)
  }

  /// The name of a scope or of a custom event: any text (SCOPE-24, CUSTOM-9).
  mutating func activity() -> JSON {
    let odd = [" a ", "a\u{0}b", "e\u{301}", "\n", String(repeating: "x", count: 300)]
    let usual = ["read", "", "edit", "a b", "é", "press"]
    return .string(random.pick(random.chance(15) ? odd : usual) ?? "read")
  }
}
