package import JSON

/// What may stand in an expected value instead of the value itself: the table of matchers.
package enum Matcher: String, CaseIterable, Sendable {
  case unordered = "$$unordered"
  case type = "$$type"
  case matches = "$$matches"
  case absent = "$$absent"
  case anyOf = "$$anyOf"
  case between = "$$between"

  /// Whether an expected value is, or means to be, a matcher.
  package static func isOne(_ json: JSON) -> Bool {
    json.object?.contains { $0.key.hasPrefix("$$") } ?? false
  }

  /// How it is written, in the words of the specification.
  package var example: String {
    switch self {
    case .unordered: "{\"$$unordered\": [ … ]}"
    case .type: "{\"$$type\": \"…\"}"
    case .matches: "{\"$$matches\": \"…\"}"
    case .absent: "{\"$$absent\": true}"
    case .anyOf: "{\"$$anyOf\": [ … ]}"
    case .between: "{\"$$between\": [from, to]}"
    }
  }

  /// What it matches, in Markdown.
  package var meaning: String {
    switch self {
    case .unordered: "an array of these elements in any order"
    case .type:
      """
      any value of the form `objectId`, `uuid`, `date`, `string`, `int`, `number` or `bool`; within payloads the first \
      three are strings, as in [Serialization](serialization.md)
      """
    case .matches:
      """
      a string that the regular expression matches as a whole; as the `data` of an event it sees the stored string, \
      where every other matcher sees the payload
      """
    case .absent: "in place of the value of a key: the key is not there"
    case .anyOf: "what one of these matches"
    case .between: "a date or a number from the one to the other, both included"
    }
  }

  /// What must stand under it, as messages say it.
  package var argument: String {
    switch self {
    case .unordered: "an array"
    case .type: "one of \(TypeMatcher.Form.allCases.map(\.rawValue).joined(separator: ", "))"
    case .matches: "a string"
    case .absent: "true"
    case .anyOf: "an array with an element at least"
    case .between:
      "an array of two dates or two numbers, the first not above the second"
    }
  }
}
