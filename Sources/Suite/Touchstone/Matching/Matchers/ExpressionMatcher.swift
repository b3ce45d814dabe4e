import JSON

/// A string that the whole expression matches: `{"$$matches": "regex"}`.
struct ExpressionMatcher: ValueMatcher {
  /// How long a string may be that is searched: expressions can take much longer than their text.
  static let lengthLimit = 16_384

  let pattern: String
  /// Whether it is an expression at all; a string is one as far as its form goes.
  var isValid: Bool { CompiledExpression(pattern).matches("") != nil }

  init?(argument: JSON) {
    guard let pattern = argument.string else { return nil }
    self.pattern = pattern
  }

  func compare(_ actual: JSON, expected: JSON, with matching: inout ValueMatching) -> Comparison {
    let wanted = "a string that matches \(quoted)"
    guard let text = actual.string else {
      return matching.different(expected, actual, from: wanted)
    }
    guard text.utf8.count <= Self.lengthLimit else {
      let message = "expected \(wanted), found one of \(text.utf8.count) bytes"
      return matching.different(expected, actual, message)
    }
    let expression = matching.expressions[pattern] ?? CompiledExpression(pattern)
    matching.expressions[pattern] = expression
    switch expression.matches(text) {
    case true?: return .equal(expected: expected, actual: actual)
    case false?: return matching.different(expected, actual, from: wanted)
    case nil:
      let message = "the case expects \(quoted), which is not a valid expression"
      return matching.different(expected, actual, message)
    }
  }

  private var quoted: String { Abbreviation.shorten("/\(pattern)/") }
}

/// An expression that was compiled, or could not be.
package struct CompiledExpression {
  private let expression: Regex<AnyRegexOutput>?

  package init(_ pattern: String) {
    // Letters are compared scalar by scalar, as every other language does.
    expression = (try? Regex(pattern))?.matchingSemantics(.unicodeScalar)
  }

  /// Whether all of a text matches; nil if the expression is not valid.
  package func matches(_ text: String) -> Bool? {
    guard let expression else { return nil }
    return (try? expression.wholeMatch(in: text)) != nil
  }
}
