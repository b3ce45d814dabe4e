import JSON

/// Any one of several values: `{"$$anyOf": […]}`.
struct AnyOfMatcher: ValueMatcher {
  let alternatives: [JSON]

  init?(argument: JSON) {
    guard let alternatives = argument.array, !alternatives.isEmpty else { return nil }
    self.alternatives = alternatives
  }

  func compare(_ actual: JSON, expected: JSON, with matching: inout ValueMatching) -> Comparison {
    for alternative in alternatives where matching.compare(alternative, actual).isEqual {
      return .equal(expected: expected, actual: actual)
    }
    let notation = matching.notation
    return matching.different(expected, actual, from: list(in: notation))
  }

  private func list(in notation: Notation) -> String {
    let first = alternatives.prefix(4).map { Abbreviation.describe($0, in: notation) }
    return first.joined(separator: " or ")
      + (alternatives.count > first.count ? " or \(alternatives.count - first.count) others" : "")
  }
}
