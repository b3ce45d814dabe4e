import JSON

/// A key that is not there: `{"$$absent": true}`.
///
/// A key that is there has a value, and no value matches.
struct AbsentMatcher: ValueMatcher {
  init?(argument: JSON) {
    guard argument == .bool(true) else { return nil }
  }

  func compare(_ actual: JSON, expected: JSON, with matching: inout ValueMatching) -> Comparison {
    matching.different(expected, actual, from: "to be absent")
  }
}
