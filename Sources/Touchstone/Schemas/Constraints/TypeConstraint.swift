import JSON

/// `type`: what kind of value it is.
struct TypeConstraint: SchemaConstraint {
  static let keywords = ["type"]

  private enum Kind: String, CaseIterable {
    case null, boolean, integer, number, string, array, object

    func holds(_ value: JSON) -> Bool {
      switch (self, value) {
      case (.null, .null), (.boolean, .bool), (.integer, .int), (.number, .int), (.number, .double),
        (.number, .number), (.string, .string), (.array, .array), (.object, .object):
        true
      case (.integer, .double(let value)): value.rounded(.towardZero) == value
      // Too large for 64 bits: an integer if it is written like one.
      case (.integer, .number(let literal)): !literal.contains { ".eE".contains($0) }
      default: false
      }
    }

    var phrase: String {
      switch self {
      case .null: "null"
      case .boolean: "true or false"
      case .integer, .array, .object: "an " + rawValue
      case .number, .string: "a " + rawValue
      }
    }
  }

  private var kinds: [Kind] = []

  init(_ keywords: JSONObject, at path: JSONPath, _ reader: inout SchemaReader) {
    let value = keywords["type"] ?? .null
    let names = value.array ?? [value]
    kinds = names.compactMap { $0.string.flatMap(Kind.init) }
    if kinds.isEmpty || kinds.count != names.count {
      let known = Kind.allCases.map(\.rawValue).joined(separator: ", ")
      reader.fault(path.appending("type"), "\"type\" takes one or several of \(known)")
    }
  }

  func check(_ value: JSON, at path: JSONPath, _ validation: inout SchemaValidation) {
    if kinds.contains(where: { $0.holds(value) }) { return }
    let phrase = kinds.map(\.phrase).joined(separator: " or ")
    validation.report(path, "must be \(phrase), not \(value.kindName)")
  }
}
