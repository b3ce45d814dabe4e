import JSON

/// A key that is not there: `{"$$absent": true}`.
///
/// A key that is there has a value, and no value matches.
struct AbsentMatcher: ValueMatcher {
  init?(argument: JSON) {
    guard argument == .bool(true) else { return nil }
  }

  func compare(_ actual: JSON, expected: JSON, with matching: inout ValueMatching) -> Comparison {
    let notation = matching.notation
    return matching.different(
      expected,
      actual,
      "expected to be absent, found \(Abbreviation.describe(actual, in: notation))"
    )
  }
}
