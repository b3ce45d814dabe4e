import JSON

/// Reads one group file strictly: whatever is not exactly as the format says becomes a fault with its place.
///
/// Each concern (keys, schema, configuration, steps, values, filters, expectations) is an extension in a file of its
/// own.
struct GroupChecker {
  /// The requirements that cases may name.
  let requirements: Set<String>
  var faults = FaultList()
  /// The class of the group that is being read.
  var conformanceClass = ConformanceClass.recording
  /// The classes of the group that is being read.
  var schema = SchemaIndex()

  init(requirements: Set<String>) { self.requirements = requirements }

  mutating func fault(_ path: JSONPath, _ message: String) { faults.add(path, message) }
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
