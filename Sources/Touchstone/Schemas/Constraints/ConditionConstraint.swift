import JSON

/// `if`, `then` and `else`: what holds only for some values.
struct ConditionConstraint: SchemaConstraint {
  static let keywords = ["if", "then", "else"]

  private var condition: SchemaNode?
  private var consequence: SchemaNode?
  private var alternative: SchemaNode?

  init(_ keywords: JSONObject, at path: JSONPath, _ reader: inout SchemaReader) {
    condition = reader.node("if", of: keywords, at: path)
    consequence = reader.node("then", of: keywords, at: path)
    alternative = reader.node("else", of: keywords, at: path)
    if condition == nil || (consequence == nil && alternative == nil) {
      reader.fault(path, "\"if\" stands together with \"then\" or \"else\"")
    }
  }

  var referencesInPlace: [String] {
    [condition, consequence, alternative].compactMap { $0 }.flatMap(\.referencesInPlace)
  }

  func check(_ value: JSON, at path: JSONPath, _ validation: inout SchemaValidation) {
    guard let condition else { return }
    let holds = validation.accepts(value, condition, at: path)
    if let next = holds ? consequence : alternative {
      validation.check(value, against: next, at: path)
    }
  }
}
