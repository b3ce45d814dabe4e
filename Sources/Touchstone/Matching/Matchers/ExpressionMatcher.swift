import JSON

/// A string that the whole expression matches: `{"$$matches": "regex"}`.
struct ExpressionMatcher: ValueMatcher {
  /// How long a string may be that is searched: expressions can take much longer than their text.
  static let lengthLimit = 16_384

  let pattern: String

  init?(argument: JSON) {
    guard let pattern = argument.string else { return nil }
    self.pattern = pattern
  }

  func compare(_ actual: JSON, expected: JSON, with matching: inout ValueMatching) -> Comparison {
    let notation = matching.notation
    guard let text = actual.string else {
      return matching.different(
        expected,
        actual,
        "expected a string that matches \(quoted), found \(Abbreviation.describe(actual, in: notation))"
      )
    }
    guard text.utf8.count <= Self.lengthLimit else {
      let message =
        "expected a string that matches \(quoted), found one of \(text.utf8.count) bytes"
      return matching.different(expected, actual, message)
    }
    let expression = matching.expressions[pattern] ?? CompiledExpression(pattern)
    matching.expressions[pattern] = expression
    guard let matches = expression.matches(text) else {
      return matching.different(
        expected,
        actual,
        "the case expects \(quoted), which is no valid expression"
      )
    }
    if matches { return .equal(expected: expected, actual: actual) }
    return matching.different(
      expected,
      actual,
      "expected a string that matches \(quoted), found \(Abbreviation.describe(actual, in: notation))"
    )
  }

  private var quoted: String { Abbreviation.shorten("/\(pattern)/") }
}

/// An expression that was compiled, or could not be.
struct CompiledExpression {
  private let expression: Regex<AnyRegexOutput>?

  init(_ pattern: String) {
    // Letters are compared scalar by scalar, as every other language does.
    expression = (try? Regex(pattern))?.matchingSemantics(.unicodeScalar)
  }

  /// Whether all of a text matches; nil if the expression is not valid.
  func matches(_ text: String) -> Bool? {
    guard let expression else { return nil }
    return (try? expression.wholeMatch(in: text)) != nil
  }
}
