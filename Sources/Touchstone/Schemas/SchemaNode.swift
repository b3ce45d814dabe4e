import JSON

/// One schema, top or nested: the constraints that a value has to keep, all of them.
struct SchemaNode: Sendable {
  var constraints: [any SchemaConstraint] = []

  /// The definitions that apply to the same value.
  var referencesInPlace: [String] { constraints.flatMap(\.referencesInPlace) }
}

/// What some keywords that belong together ask of a value; every family is a type in a file of its own.
protocol SchemaConstraint: Sendable {
  static var keywords: [String] { get }

  /// Takes the keywords of this family from a schema that has at least one of them.
  init(_ keywords: JSONObject, at path: JSONPath, _ reader: inout SchemaReader)

  func check(_ value: JSON, at path: JSONPath, _ validation: inout SchemaValidation)

  /// The definitions that apply to the same value.
  var referencesInPlace: [String] { get }
}

extension SchemaConstraint {
  var referencesInPlace: [String] { [] }
}

/// `false`: there is no such value.
struct NothingConstraint: SchemaConstraint {
  static let keywords: [String] = []

  init() {}

  init(_ keywords: JSONObject, at path: JSONPath, _ reader: inout SchemaReader) {}

  func check(_ value: JSON, at path: JSONPath, _ validation: inout SchemaValidation) {
    validation.report(path, "must not be there")
  }
}

extension JSON {
  /// The value as a number; schemas do not tell `1` from `1.0`.
  var schemaNumber: Double? {
    switch self {
    case .int(let value): Double(value)
    case .double(let value): value
    case .number(let literal): Double(literal)
    default: nil
    }
  }

  /// Whether both are the same value to a schema.
  func isSame(as other: JSON) -> Bool {
    switch (self, other) {
    case (.int(let left), .int(let right)): left == right
    case (.array(let left), .array(let right)):
      left.count == right.count && zip(left, right).allSatisfy { $0.isSame(as: $1) }
    case (.object(let left), .object(let right)):
      left.count == right.count
        && left.allSatisfy { key, value in right[key].map(value.isSame) ?? false }
    default:
      if let left = schemaNumber, let right = other.schemaNumber {
        left == right
      } else {
        self == other
      }
    }
  }
}
