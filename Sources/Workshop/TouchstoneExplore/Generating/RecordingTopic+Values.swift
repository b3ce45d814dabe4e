import Formats
import JSON
import Touchstone

/// Values come from short lists, so that equal ones meet; the lists have the limits of each type.
extension RecordingTopic {
  static let texts = [
    "", "a", "b", "A", "é", "e\u{301}", "\u{1F600}", "line\nbreak", "\"quoted\\\"", "null", "1",
    "{}", "\u{1}", " ", "a\u{0}b", String(repeating: "long ", count: 60),
  ]
  fileprivate static let activities = ["read", "", "edit", "a b", "é", "press"]
  fileprivate static let oddActivities = [
    " a ", "a\u{0}b", "e\u{301}", "\n", String(repeating: "x", count: 300),
  ]
  fileprivate static let integers: [Int64] = [
    0, 1, 2, 3, -1, 9_007_199_254_740_993, 9_007_199_254_740_992, .max, .min,
  ]
  fileprivate static let doubles: [JSON] = [
    0.0, 1.0, 2.5, 0.1, -1.5, 1e300, .double(.leastNonzeroMagnitude), 9_007_199_254_740_992.0,
    ["$numberDouble": "Infinity"],
  ]
  fileprivate static let floats: [JSON] = [0.0, 1.0, 0.5, 0.1, -1.5, 3.4028234663852886e38]
  fileprivate static let dates: [JSON] = [
    ["$date": "2022-06-23T14:54:37.756Z"], ["$date": "1970-01-01T00:00:00Z"],
    ["$date": "1969-12-31T23:59:59.999Z"], ["$date": ["$numberLong": "253402300800000"]],
    ["$date": ["$numberLong": "-36520000000000"]], ["$date": "2024-02-29T12:00:00.1Z"],
  ]
  fileprivate static let decimals: [JSON] = [
    "0", "1", "1.50", "1.5", "0.1", "-7", "1E+10", "0.001", "NaN",
  ].map {
    ["$numberDecimal": .string($0)]
  }
  fileprivate static let ones: [JSON] = [1, 1.0, ["$numberDecimal": "1"]]
  fileprivate static let bytes: [JSON] = ["", "AA==", "AQI="].map {
    ["$binary": ["base64": .string($0), "subType": "00"]]
  }

  static func objectId(_ number: Int) -> JSON {
    ["$oid": .string("62b38b3c10846041166f5de" + String(number, radix: 16))]
  }

  static func uuid(_ number: Int) -> JSON {
    ["$uuid": .string("abcdef00-0000-0000-0000-00000000000" + String(number, radix: 16))]
  }

  static func plain(
    _ type: PropertyType,
    of property: String,
    _ generator: inout ProgramGenerator<Self>
  ) -> JSON {
    guard let scalar = type.scalar else { return .null }
    if scalar == .mixed, type.shape != .single {
      return generator.mixed(isElement: true, isInSet: type.shape == .set)
    }
    return generator.plain(scalar)
  }
}

extension ProgramGenerator where Topic == RecordingTopic {
  // MARK: Plain values

  mutating func plain(_ scalar: PropertyType.Scalar, isInSet: Bool = false) -> JSON {
    switch scalar {
    case .bool: return .bool(random.chance(50))
    case .int:
      return .int(
        RecordingTopic.integers[random.below(random.chance(70) ? 4 : RecordingTopic.integers.count)]
      )
    case .float:
      if topic.hasNaN, random.chance(30) { return ["$numberDouble": "NaN"] }
      return random.pick(RecordingTopic.floats) ?? 0.0
    case .double:
      if topic.hasNaN, random.chance(30) { return ["$numberDouble": "NaN"] }
      return random.pick(RecordingTopic.doubles) ?? 0.0
    case .string: return .string(random.pick(RecordingTopic.texts) ?? "")
    case .data: return random.pick(RecordingTopic.bytes) ?? RecordingTopic.bytes[0]
    case .date: return random.pick(RecordingTopic.dates) ?? RecordingTopic.dates[0]
    case .objectId: return RecordingTopic.objectId(random.below(3))
    case .uuid: return RecordingTopic.uuid(random.below(3))
    case .decimal128: return random.pick(RecordingTopic.decimals) ?? RecordingTopic.decimals[0]
    case .mixed: return mixed(isElement: isInSet, isInSet: isInSet)
    }
  }

  /// Any value.
  ///
  /// Whether a set holds `1` beside `1.0` is open (`OpenPoint.equalInSet`), and data among the elements of a collection is
  /// left to a recorder's discretion (SERIAL-33), so sets hold no numbers with a fraction and collections no data.
  fileprivate mutating func mixed(isElement: Bool, isInSet: Bool) -> JSON {
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
      if settings.features.contains(.mixedCollections), random.chance(18) {
        return mixedCollection(depth: 0)
      }
    }
    // Values that are equal and of another type each (WRITE-41).
    if !isInSet, random.chance(12) { return random.pick(RecordingTopic.ones) ?? 1 }
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

  // MARK: Links and keys

  /// A link to an object of a class, or of any.
  mutating func link(to type: String?) -> JSON? {
    let schema = limits.schema
    let names = objectNames { className in
      type.map { $0 == className } ?? !schema.isEmbedded(className)
    }
    return random.pick(names).map { ["$ref": .string($0)] }
  }

  /// A primary key out of few.
  mutating func key(_ type: PropertyType?) -> JSON {
    let number = random.below(4)
    switch type?.scalar {
    case .string: return .string(["", "a", "é", "B"][number])
    case .objectId: return RecordingTopic.objectId(number)
    case .uuid: return RecordingTopic.uuid(number)
    default: return .int([1, 2, 3, -9_223_372_036_854_775_808][number])
    }
  }

  // MARK: Texts of events

  mutating func makeMetadata(valid: Bool) -> JSON {
    let fields = ["_id", "timestamp", settings.edition.activityField, "event", "data"]
    if !valid {
      // What follows from `_partition` is specified in edition 2023 alone (CONFIG-10).
      let reserved = settings.edition == .current ? fields + ["_partition"] : fields
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
      members[random.pick(keys) ?? "user"] = .string(random.pick(RecordingTopic.texts) ?? "")
    }
    return .object(members)
  }

  /// The name of a scope or of a custom event: any text (SCOPE-24, CUSTOM-9).
  mutating func activity() -> JSON {
    let isOdd = random.chance(15)
    return .string(
      random.pick(isOdd ? RecordingTopic.oddActivities : RecordingTopic.activities) ?? "read"
    )
  }
}
