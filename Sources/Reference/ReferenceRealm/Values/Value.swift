public import Foundation
public import OrderedCollections

/// What a property holds.
///
/// Equality is what decides whether an assignment changed anything: a NaN equals itself, decimals are equal
/// when their numbers are, sets and dictionaries are equal in any order.
public enum Value: Sendable {
  case null
  case bool(Bool)
  case int(Int64)
  case float(Float)
  case double(Double)
  case string(String)
  case data([UInt8])
  case date(Timestamp)
  case objectId(ObjectId)
  case uuid(UUID)
  case decimal128(Decimal128)
  /// A link, or an embedded object: the property's class tells which.
  case object(ObjectReference)
  case list([Value])
  case set(OrderedSet<Value>)
  /// Also what an embedded object is created from.
  case dictionary(OrderedDictionary<String, Value>)

  /// Whether this is null.
  public var isNull: Bool { if case .null = self { true } else { false } }

  /// Whether this is a collection without an element.
  var isEmptyCollection: Bool {
    switch self {
    case .list(let elements): elements.isEmpty
    case .set(let elements): elements.isEmpty
    case .dictionary(let entries): entries.isEmpty
    default: false
    }
  }

  /// The object, if this is a link or an embedded object.
  public var reference: ObjectReference? {
    if case .object(let value) = self { value } else { nil }
  }
}

extension Value: Hashable {
  /// Whether an assignment of one over the other would change nothing.
  public static func == (left: Value, right: Value) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let a), .bool(let b)): a == b
    case (.int(let a), .int(let b)): a == b
    case (.float(let a), .float(let b)): a == b || (a.isNaN && b.isNaN)
    case (.double(let a), .double(let b)): a == b || (a.isNaN && b.isNaN)
    case (.string(let a), .string(let b)): a.hasSameBytes(as: b)
    case (.data(let a), .data(let b)): a == b
    case (.date(let a), .date(let b)): a == b
    case (.objectId(let a), .objectId(let b)): a == b
    case (.uuid(let a), .uuid(let b)): a == b
    case (.decimal128(let a), .decimal128(let b)): a == b
    case (.object(let a), .object(let b)): a == b
    case (.list(let a), .list(let b)): a == b
    case (.set(let a), .set(let b)): a.count == b.count && a.allSatisfy(b.contains)
    case (.dictionary(let a), .dictionary(let b)):
      a.count == b.count && a.allSatisfy { b[$0.key] == $0.value }
    default: false
    }
  }

  /// Agrees with `==`.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .bool(let value): hasher.combine(value)
    case .int(let value): hasher.combine(value)
    case .float(let value):
      hasher.combine(value.isNaN ? Float.nan.bitPattern : (value + 0).bitPattern)
    case .double(let value):
      hasher.combine(value.isNaN ? Double.nan.bitPattern : (value + 0).bitPattern)
    case .string(let value): hasher.combine(value)
    case .data(let value): hasher.combine(value)
    case .date(let value): hasher.combine(value)
    case .objectId(let value): hasher.combine(value)
    case .uuid(let value): hasher.combine(value)
    case .decimal128(let value): hasher.combine(value)
    case .object(let value): hasher.combine(value)
    case .list(let value): hasher.combine(value)
    case .set(let value): hasher.combine(value.count)
    case .dictionary(let value): hasher.combine(value.count)
    }
  }
}

extension Value: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByStringInterpolation,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// Null.
  public init(nilLiteral: ()) { self = .null }
  /// A bool.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// An int.
  public init(integerLiteral value: Int64) { self = .int(value) }
  /// A double.
  public init(floatLiteral value: Double) { self = .double(value) }
  /// A string.
  public init(stringLiteral value: String) { self = .string(value) }
  /// A list.
  public init(arrayLiteral elements: Value...) { self = .list(elements) }
  /// Traps on a key that is given twice, as a dictionary literal does.
  public init(dictionaryLiteral elements: (String, Value)...) {
    self = .dictionary(OrderedDictionary(uniqueKeysWithValues: elements))
  }
}

extension Value: CustomStringConvertible {
  /// The plain value, as Swift would print it.
  public var description: String {
    switch self {
    case .null: "nil"
    case .bool(let value): "\(value)"
    case .int(let value): "\(value)"
    case .float(let value): "\(value)"
    case .double(let value): "\(value)"
    case .string(let value): value
    case .data(let value): "\(value.count) bytes"
    case .date(let value): value.iso8601
    case .objectId(let value): "\(value)"
    case .uuid(let value): value.uuidString.lowercased()
    case .decimal128(let value): "\(value)"
    case .object(let value): "object \(value.key)"
    case .list(let value): "\(value)"
    case .set(let value): "\(Array(value))"
    case .dictionary(let value): "\(value)"
    }
  }

  /// What kind of value this is, for error messages: its type, never its content.
  package var kind: String { Mirror(reflecting: self).children.first?.label ?? "null" }
}
