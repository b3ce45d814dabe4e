import JSON

/// One check of a document against a schema: collects what is wrong, and keeps expressions that were compiled.
struct SchemaValidation {
  /// One violation, with what is needed to find the branch that was meant.
  struct Violation {
    var path: JSONPath
    var message: String
    /// Whether a value is none of those that tell one form from another, such as the kind of a step.
    var tellsFormsApart = false
  }

  private let definitions: [String: SchemaNode]
  private var expressions: [String: Regex<AnyRegexOutput>] = [:]
  private(set) var violations: [Violation] = []
  /// Whether only the fact counts that something is wrong, not what.
  private(set) var isTrial = false
  /// Whether something was found on trial: then the rest is not looked at.
  private(set) var hasFailed = false

  init(_ definitions: [String: SchemaNode]) { self.definitions = definitions }

  mutating func report(
    _ path: @autoclosure () -> JSONPath,
    _ message: @autoclosure () -> String,
    tellsFormsApart: Bool = false
  ) {
    hasFailed = isTrial
    if isTrial { return }
    violations.append(
      Violation(path: path(), message: message(), tellsFormsApart: tellsFormsApart)
    )
  }

  mutating func report(_ found: [Violation]) { violations += found }

  mutating func check(_ value: JSON, against node: SchemaNode, at path: JSONPath) {
    for constraint in node.constraints {
      if hasFailed { return }
      constraint.check(value, at: path, &self)
    }
  }

  mutating func check(_ value: JSON, against definition: String, at path: JSONPath) {
    guard let node = definitions[definition] else {
      return report(path, "the schema has no definition \(definition.quoted)")
    }
    check(value, against: node, at: path)
  }

  /// Whether a value keeps a schema.
  ///
  /// Most forms are tried in vain: nothing is said about them.
  mutating func accepts(_ value: JSON, _ node: SchemaNode, at path: JSONPath) -> Bool {
    let before = (isTrial, hasFailed)
    (isTrial, hasFailed) = (true, false)
    defer { (isTrial, hasFailed) = before }
    check(value, against: node, at: path)
    return !hasFailed
  }

  /// What is wrong with a value, without reporting it.
  mutating func violations(of value: JSON, _ node: SchemaNode, at path: JSONPath) -> [Violation] {
    let before = violations
    violations = []
    defer { violations = before }
    check(value, against: node, at: path)
    return violations
  }

  /// Whether an expression matches somewhere in a text, as schemas mean it.
  mutating func matches(_ text: String, _ pattern: String) -> Bool {
    if expressions[pattern] == nil {
      expressions[pattern] = (try? Regex(pattern))?.matchingSemantics(.unicodeScalar)
    }
    guard let expression = expressions[pattern] else { return false }
    return (try? expression.firstMatch(in: text)) != nil
  }
}
