import JSON

/// Which strings there are.
///
/// Lengths count Unicode scalars.
struct StringConstraint: SchemaConstraint {
  static let keywords = ["pattern", "minLength", "maxLength"]

  private var pattern: String?
  private var least: Int?
  private var most: Int?

  init(_ keywords: JSONObject, at path: JSONPath, _ reader: inout SchemaReader) {
    least = reader.size("minLength", of: keywords, at: path)
    most = reader.size("maxLength", of: keywords, at: path)
    guard let value = keywords["pattern"] else { return }
    pattern = value.string
    if let pattern {
      reader.checkPattern(pattern, at: path.appending("pattern"))
    } else {
      reader.fault(path.appending("pattern"), "\"pattern\" takes a string")
    }
  }

  func check(_ value: JSON, at path: JSONPath, _ validation: inout SchemaValidation) {
    guard let text = value.string else { return }
    if let pattern, !validation.matches(text, pattern) {
      validation.report(path, "\(text.quoted) does not match /\(pattern)/")
    }
    if least == nil, most == nil { return }
    let length = text.unicodeScalars.count
    if let least, length < least {
      validation.report(
        path,
        least == 1 ? "must not be empty" : "must have \(least) characters at least, not \(length)"
      )
    }
    if let most, length > most {
      validation.report(path, "must have \(most) characters at most, not \(length)")
    }
  }
}
