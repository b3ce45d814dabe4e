import JSON
import OrderedCollections
import ReferenceRealm

/// Writes objects of one version as JSON text, straight into a buffer (SERIAL).
struct ObjectSerializer {
  let snapshot: Snapshot
  let plan: SerializationPlan
  /// Which links are written as full objects; nil for none.
  private let links: LinkExpansion?
  /// The place of the event that is being written among those of its scope.
  var event = 0
  /// The objects that are being written, outermost first: one that links back to itself ends as its key.
  private var path: [ObjectReference] = []

  init(snapshot: Snapshot, plan: SerializationPlan, links: LinkExpansion? = nil) {
    self.snapshot = snapshot
    self.plan = plan
    self.links = links
  }

  /// Writes an object, or the text that its class represents it by; the values that it holds are looked up unless they are
  /// known.
  mutating func write(
    _ object: ObjectReference,
    holding known: [Value]? = nil,
    into bytes: inout [UInt8]
  ) throws(EventError) {
    if let own = try representation(of: object) {
      bytes.append(contentsOf: own.text.utf8)
      return
    }
    guard let values = known ?? snapshot.values(of: object), !plan.tables[object.table].isNull
    else {
      bytes.append(contentsOf: Self.null)
      return
    }
    guard bytes.count <= Self.sizeLimit else {
      throw EventError(
        .serializationFailed,
        "the payload has more than \(Self.sizeLimit >> 20) MiB"
      )
    }
    guard path.count < Self.depthLimit else {
      throw EventError(
        .serializationFailed,
        "objects stand in each other more than \(Self.depthLimit) levels deep"
      )
    }
    path.append(object)
    defer { path.removeLast() }
    bytes.append(UInt8(ascii: "{"))
    for property in plan.tables[object.table].properties {
      try write(property, values[property.column], of: object, into: &bytes)
    }
    bytes.append(UInt8(ascii: "}"))
  }

  /// The usual object as a text, to compare with one that its class gave for another state.
  mutating func text(of object: ObjectReference) throws(EventError) -> CustomRepresentation {
    var bytes: [UInt8] = []
    try write(object, into: &bytes)
    guard let text = try? CustomRepresentation(String(decoding: bytes, as: UTF8.self)) else {
      throw EventError(.serializationFailed, "an object of a modification is not JSON")
    }
    return text
  }

  /// What the class of an object represents it by; nil if it does not.
  func representation(of object: ObjectReference) throws(EventError) -> CustomRepresentation? {
    guard plan.tables[object.table].isRepresented else { return nil }
    return try plan.pipeline.represent(FrozenObject(snapshot: snapshot, reference: object), path)
  }

  /// Writes a property with its name, unless nothing of it is part of an event.
  mutating func write(
    _ property: SerializationPlan.Property,
    _ value: Value,
    of object: ObjectReference,
    into bytes: inout [UInt8]
  ) throws(EventError) {
    if plan.edition.leavesOut(value, ofMixed: property.isMixed) { return }
    bytes.separate()
    bytes.append(contentsOf: property.label)
    try write(value, through: LinkPath(parent: object, column: property.column), into: &bytes)
  }

  /// Writes a value that the property of an object holds.
  mutating func write(
    _ value: Value,
    through link: LinkPath,
    into bytes: inout [UInt8]
  ) throws(EventError) {
    switch value {
    case .null, .data: bytes.append(contentsOf: Self.null)
    case .bool(let value): bytes.append(contentsOf: value ? Self.true : Self.false)
    case .int(let value): bytes.append(contentsOf: String(value).utf8)
    case .float(let value): Self.write(Double(value), into: &bytes)
    case .double(let value): Self.write(value, into: &bytes)
    case .string(let value): JSON.writeString(value, into: &bytes)
    case .date(let value):
      Self.quoted(&bytes) {
        value.write(into: &$0, hasPlainYears: plan.edition.writesPlainYears)
      }
    case .objectId(let value): Self.quoted(&bytes) { value.write(into: &$0) }
    case .uuid(let value): Self.quoted(&bytes) { value.write(into: &$0) }
    case .decimal128 where plan.edition.omitsDecimals: bytes.append(contentsOf: Self.null)
    case .decimal128(let value): Self.quoted(&bytes) { value.write(into: &$0) }
    case .object(let target): try write(target, through: link, into: &bytes)
    case .list(let elements): try write(elements, through: link, into: &bytes)
    case .set(let elements):
      let written = elements.elements.filter { !$0.isData || plan.edition.writesNullForData }
      try write(written, through: link, into: &bytes)
    case .dictionary(let entries): try write(entries, through: link, into: &bytes)
    }
  }

  private mutating func write(
    _ target: ObjectReference,
    through link: LinkPath,
    into bytes: inout [UInt8]
  ) throws(EventError) {
    if plan.tables[target.table].isEmbedded || isExpanded(link, to: target) {
      try write(target, into: &bytes)
    } else {
      try write(snapshot.primaryKey(of: target) ?? .null, through: link, into: &bytes)
    }
  }

  private func isExpanded(_ link: LinkPath, to target: ObjectReference) -> Bool {
    guard let links, path.count < Self.depthLimit else { return false }
    let version = snapshot.version
    return links(
      WrittenLink(link: link, target: target, path: path, version: version, event: event)
    )
  }

  /// Data among other elements is null, so that they keep their places (SERIAL-33).
  private mutating func write(
    _ elements: [Value],
    through link: LinkPath,
    into bytes: inout [UInt8]
  ) throws(EventError) {
    bytes.append(UInt8(ascii: "["))
    for element in elements {
      bytes.separate()
      try write(plan.edition.element(element), through: link, into: &bytes)
    }
    bytes.append(UInt8(ascii: "]"))
  }

  private mutating func write(
    _ entries: OrderedDictionary<String, Value>,
    through link: LinkPath,
    into bytes: inout [UInt8]
  ) throws(EventError) {
    bytes.append(UInt8(ascii: "{"))
    for (key, element) in plan.edition.sortsEveryKey ? entries.sortedByKeys : entries {
      if element.isData && !plan.edition.writesNullForData { continue }
      bytes.separate()
      JSON.writeString(key, into: &bytes)
      bytes.append(UInt8(ascii: ":"))
      try write(plan.edition.element(element), through: link, into: &bytes)
    }
    bytes.append(UInt8(ascii: "}"))
  }

  /// A double that JSON has no number for is written as null.
  private static func write(_ value: Double, into bytes: inout [UInt8]) {
    if value.isFinite {
      JSON.writeDouble(value, into: &bytes)
    } else {
      bytes.append(contentsOf: null)
    }
  }

  private static func quoted(_ bytes: inout [UInt8], _ body: (inout [UInt8]) -> Void) {
    bytes.append(UInt8(ascii: "\""))
    body(&bytes)
    bytes.append(UInt8(ascii: "\""))
  }

  /// How many objects may stand in each other (LINK-28, SERIAL-34).
  ///
  /// It keeps the stack of the worker bounded, and payloads readable for parsers with limits of their own.
  static let depthLimit = 100

  /// How long a payload may be.
  ///
  /// Objects that link to each other crosswise double it with every level when all links were followed; such a
  /// scope fails instead of taking all memory (SERIAL-31).
  static let sizeLimit = 256 << 20

  private static let null = Array("null".utf8)
  private static let `true` = Array("true".utf8)
  private static let `false` = Array("false".utf8)
}

extension Value {
  fileprivate var isData: Bool { if case .data = self { true } else { false } }
}

extension [UInt8] {
  /// Appends the comma before a member or an element that is not the first.
  mutating func separate() {
    // No value ends with an opening bracket.
    if last != UInt8(ascii: "{") && last != UInt8(ascii: "[") { append(UInt8(ascii: ",")) }
  }
}

extension OrderedDictionary<String, Value> {
  /// The same entries in the order of their keys' bytes.
  fileprivate var sortedByKeys: Self {
    let sorted = elements.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    return Self(uniqueKeysWithValues: sorted.map { ($0.key, $0.value) })
  }
}
