import JSON

/// `allOf`, `anyOf`, `oneOf` and `not`: forms that a value has or has not.
struct BranchConstraint: SchemaConstraint {
  static let keywords = ["allOf", "anyOf", "oneOf", "not"]

  private var all: [SchemaNode]
  private var any: [SchemaNode]
  private var one: [SchemaNode]
  private var none: SchemaNode?

  init(_ keywords: JSONObject, at path: JSONPath, _ reader: inout SchemaReader) {
    all = reader.list("allOf", of: keywords, at: path)
    any = reader.list("anyOf", of: keywords, at: path)
    one = reader.list("oneOf", of: keywords, at: path)
    none = reader.node("not", of: keywords, at: path)
  }

  var referencesInPlace: [String] {
    (all + any + one + (none.map { [$0] } ?? [])).flatMap(\.referencesInPlace)
  }

  func check(_ value: JSON, at path: JSONPath, _ validation: inout SchemaValidation) {
    for node in all { validation.check(value, against: node, at: path) }
    if !any.isEmpty { checkForms(any, value, at: path, &validation, onlyOne: false) }
    if !one.isEmpty { checkForms(one, value, at: path, &validation, onlyOne: true) }
    if let none, validation.accepts(value, none, at: path) {
      validation.report(path, "has a form that is excluded")
    }
  }

  private func checkForms(
    _ forms: [SchemaNode],
    _ value: JSON,
    at path: JSONPath,
    _ validation: inout SchemaValidation,
    onlyOne: Bool
  ) {
    let fitting = forms.count { validation.accepts(value, $0, at: path) }
    if fitting == 1 || (fitting > 1 && !onlyOne) { return }
    if fitting > 1 {
      return validation.report(
        path,
        "has \(fitting) of \(forms.count) forms, and only one is allowed"
      )
    }
    // On trial, that none fits is all that matters.
    if validation.isTrial { return validation.report(path, "") }
    let found = forms.map { validation.violations(of: value, $0, at: path) }
    validation.report(Self.meant(found, at: path))
  }

  /// The violations of the form that was meant: the only one that is not told apart by a value of its own, or the one
  /// whose violations are deepest.
  private static func meant(
    _ found: [[SchemaValidation.Violation]],
    at path: JSONPath
  ) -> [SchemaValidation.Violation] {
    let near = path.components.count + 1
    let meant = found.filter { violations in
      !violations.contains { $0.tellsFormsApart && $0.path.components.count <= near }
    }
    if meant.count == 1 { return meant[0] }
    let deepest = found.filter {
      $0.allSatisfy { $0.path.components.count > path.components.count }
    }
    if meant.isEmpty || deepest.count != 1 {
      return [.init(path: path, message: "has none of the \(found.count) forms that are allowed")]
    }
    return deepest[0]
  }
}
