import JSON

/// `enum` and `const`: which values there are.
struct ValueConstraint: SchemaConstraint {
  static let keywords = ["enum", "const"]

  private var allowed: [[JSON]] = []

  init(_ keywords: JSONObject, at path: JSONPath, _ reader: inout SchemaReader) {
    if let value = keywords["const"] { allowed.append([value]) }
    guard let values = keywords["enum"] else { return }
    if let values = values.array, !values.isEmpty {
      allowed.append(values)
    } else {
      reader.fault(path.appending("enum"), "\"enum\" takes an array of values")
    }
  }

  func check(_ value: JSON, at path: JSONPath, _ validation: inout SchemaValidation) {
    for values in allowed where !values.contains(where: value.isSame) {
      let found = value.text().shortened
      let message =
        values.count == 1
        ? "must be \(values[0].text().shortened), not \(found)"
        : "\(found) is none of \(values.map { $0.text() }.joined(separator: ", ").shortened)"
      validation.report(path, message, tellsFormsApart: true)
    }
  }
}

extension String {
  /// This text, short enough for one line of a message.
  var shortened: String { count > 200 ? prefix(199) + "…" : self }
}
