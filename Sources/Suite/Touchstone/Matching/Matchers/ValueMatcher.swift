package import JSON

/// What a kind of matcher does with a value.
protocol ValueMatcher: SendableMetatype {
  /// Reads what stands under the key; nil if that is malformed.
  init?(argument: JSON)

  /// Holds a value against the matcher. `expected` is the matcher as it is written.
  func compare(_ actual: JSON, expected: JSON, with matching: inout ValueMatching) -> Comparison
}

extension Matcher {
  /// What carries it out.
  private var implementation: any ValueMatcher.Type {
    switch self {
    case .unordered: UnorderedMatcher.self
    case .type: TypeMatcher.self
    case .matches: ExpressionMatcher.self
    case .absent: AbsentMatcher.self
    case .anyOf: AnyOfMatcher.self
    case .between: BetweenMatcher.self
    }
  }

  /// What a file says under its key.
  package enum Argument {
    case malformed
    /// A text that is not a regular expression.
    case badPattern(String)
    /// Values of which one has to be there.
    case alternatives([JSON])
    /// Values that all have to be there.
    case elements([JSON])
    case other
  }

  /// Reads what stands under its key.
  package func read(_ argument: JSON) -> Argument {
    switch implementation.init(argument: argument) {
    case nil: .malformed
    case let matcher as ExpressionMatcher where !matcher.isValid: .badPattern(matcher.pattern)
    case let matcher as AnyOfMatcher: .alternatives(matcher.alternatives)
    case let matcher as UnorderedMatcher: .elements(matcher.elements)
    default: .other
    }
  }

  /// The matcher that an expected value is, if it is one.
  static func matcher(in expected: JSON) -> (any ValueMatcher)? {
    guard let object = expected.object, object.count == 1, let (key, argument) = object.first,
      key.hasPrefix("$$")
    else { return nil }
    return Matcher(rawValue: key)?.implementation.init(argument: argument) ?? MalformedMatcher()
  }

  /// Whether an expected value is satisfied by a key that is not there.
  static func acceptsAbsence(_ expected: JSON) -> Bool {
    switch matcher(in: expected) {
    case is AbsentMatcher: true
    case let anyOf as AnyOfMatcher: anyOf.alternatives.contains(where: acceptsAbsence)
    default: false
    }
  }
}

/// What is not a valid matcher matches nothing, loudly: a misspelt one must not pass for a value.
struct MalformedMatcher: ValueMatcher {
  init() {}
  init?(argument: JSON) { nil }

  func compare(_ actual: JSON, expected: JSON, with matching: inout ValueMatching) -> Comparison {
    let notation = matching.notation
    return matching.different(
      expected,
      actual,
      "the case expects \(Abbreviation.describe(expected, in: notation)), which is not a valid matcher"
    )
  }
}
