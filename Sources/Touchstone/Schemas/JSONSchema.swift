public import JSON

/// A JSON Schema (draft 2020-12) as the files of `Spec/schemas` are written: what an editor or another language checks
/// a file with is what the suite checks it with.
///
/// Only the keywords that those files use are known. Any other is an error, so that nothing a schema asks for is passed
/// over in silence.
public struct JSONSchema: Sendable {
  /// The name under which `#` finds the whole schema.
  static let rootName = ""

  /// The definitions by name, and the whole schema under the empty name.
  private let definitions: [String: SchemaNode]

  /// Reads a schema.
  public init(_ json: JSON) throws(JSONSchemaError) {
    var reader = SchemaReader()
    definitions = reader.read(json)
    guard reader.faults.isEmpty else {
      throw JSONSchemaError(
        faults: reader.faults.entries.map { SchemaViolation(path: $0.path, message: $0.message) }
      )
    }
  }

  /// The names of the definitions in `$defs`, sorted.
  public var definitionNames: [String] {
    definitions.keys.filter { $0 != Self.rootName }.sorted()
  }

  /// Everything in a document that breaks the schema, or the definition of that name; none if it keeps it.
  public func violations(in document: JSON, definition: String? = nil) -> [SchemaViolation] {
    var validation = SchemaValidation(definitions)
    validation.check(
      document,
      against: definition ?? Self.rootName,
      at: JSONPath()
    )
    return validation.violations.map { SchemaViolation(path: $0.path, message: $0.message) }
  }
}

/// One place of a document that breaks a schema, or one place of a schema that makes no sense.
public struct SchemaViolation: Sendable, Hashable, CustomStringConvertible {
  /// The way to the value at fault.
  public var path: JSONPath
  /// What is wrong with it.
  public var message: String

  /// `cases[0].id: must be a string`.
  public var description: String {
    path.components.isEmpty ? message : "\(path): \(message)"
  }
}

/// Why a schema cannot be used.
public struct JSONSchemaError: Error, Sendable, Hashable, CustomStringConvertible {
  /// All that is wrong with it.
  public var faults: [SchemaViolation]

  /// A line for each fault.
  public var description: String { faults.map(\.description).joined(separator: "\n") }
}
