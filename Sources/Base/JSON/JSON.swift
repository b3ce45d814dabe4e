/// A JSON value that loses nothing of its text but white space: 64-bit integers stay integers, doubles
/// keep every bit, numbers that fit neither keep their literal, and objects keep the order of their keys.
///
/// ```swift
/// let event = try JSON(parsing: #"{"_id": 7, "pages": 1e400}"#)
/// event["_id"]?.int    // 7
/// event["pages"]       // .number("1e400")
/// ```
///
/// Two objects are equal when they hold the same members in any order. `int(1)` and `double(1)` differ,
/// because `1` and `1.0` are different literals.
public enum JSON: Sendable {
  case null
  case bool(Bool)
  /// A literal without fraction and exponent that fits into 64 bits.
  case int(Int64)
  /// A literal with fraction or exponent. Always finite: JSON has no text for anything else.
  case double(Double)
  /// A literal that fits neither of the above (`12345678901234567890`, `1e400`, `1e-400`), exactly as it was written.
  case number(String)
  case string(String)
  case array([JSON])
  case object(JSONObject)
}

extension JSON {
  /// The members, if this is an object.
  public var object: JSONObject? { if case .object(let value) = self { value } else { nil } }

  /// The elements, if this is an array.
  public var array: [JSON]? { if case .array(let value) = self { value } else { nil } }

  /// The text, if this is a string.
  public var string: String? { if case .string(let value) = self { value } else { nil } }

  /// The value, if this is an integer literal.
  public var int: Int64? { if case .int(let value) = self { value } else { nil } }

  /// The value, if this is true or false.
  public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }

  /// Whether this is a number, however it is written.
  package var isNumber: Bool {
    switch self {
    case .int, .double, .number: true
    default: false
    }
  }

  /// Whether this is null.
  public var isNull: Bool { self == .null }

  /// The member of that name, if this is an object that has one.
  public subscript(key: String) -> JSON? { object?[key] }

  /// The element at that place, if this is an array that has one.
  public subscript(index: Int) -> JSON? {
    guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
    return elements[index]
  }
}

extension JSON: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByStringInterpolation,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// `nil` is null.
  public init(nilLiteral: ()) { self = .null }
  /// A true or false.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// An integer literal.
  public init(integerLiteral value: Int64) { self = .int(value) }
  /// A literal with fraction or exponent.
  public init(floatLiteral value: Double) { self = .double(value) }
  /// A string.
  public init(stringLiteral value: String) { self = .string(value) }
  /// An array of these elements.
  public init(arrayLiteral elements: JSON...) { self = .array(elements) }
  /// An object of these members.
  ///
  /// Traps on a key that is given twice, as a dictionary literal does.
  public init(dictionaryLiteral elements: (String, JSON)...) {
    self = .object(JSONObject(uniqueMembers: elements))
  }
}

extension JSON: CustomStringConvertible {
  /// The compact text.
  public var description: String { text() }
}

extension JSON {
  /// What kind of value this is, as messages say it.
  package var kindName: String {
    switch self {
    case .null: "null"
    case .bool: "true or false"
    case .int: "an integer"
    case .double, .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
