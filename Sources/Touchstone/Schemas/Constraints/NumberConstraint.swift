import JSON

/// Which numbers there are.
struct NumberConstraint: SchemaConstraint {
  static let keywords = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"]

  private var least: Double?
  private var most: Double?
  private var above: Double?
  private var below: Double?

  init(_ keywords: JSONObject, at path: JSONPath, _ reader: inout SchemaReader) {
    least = reader.number("minimum", of: keywords, at: path)
    most = reader.number("maximum", of: keywords, at: path)
    above = reader.number("exclusiveMinimum", of: keywords, at: path)
    below = reader.number("exclusiveMaximum", of: keywords, at: path)
  }

  func check(_ value: JSON, at path: JSONPath, _ validation: inout SchemaValidation) {
    guard let number = value.schemaNumber else { return }
    let text = value.text()
    if let least, number < least { validation.report(path, "\(text) is less than \(least)") }
    if let most, number > most { validation.report(path, "\(text) is greater than \(most)") }
    if let above, number <= above {
      validation.report(path, "\(text) is not greater than \(above)")
    }
    if let below, number >= below { validation.report(path, "\(text) is not less than \(below)") }
  }
}
