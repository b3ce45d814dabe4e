import JSON

/// An array with these elements in any order: `{"$$unordered": […]}`.
struct UnorderedMatcher: ValueMatcher {
  let elements: [JSON]

  init?(argument: JSON) {
    guard let elements = argument.array else { return nil }
    self.elements = elements
  }

  func compare(_ actual: JSON, expected: JSON, with matching: inout ValueMatching) -> Comparison {
    let notation = matching.notation
    guard let found = actual.array else {
      return matching.different(
        expected,
        actual,
        "expected an array of \(elements.count) in any order, found \(Abbreviation.describe(actual, in: notation))"
      )
    }
    guard elements.count * found.count <= Pairing.limit else {
      let message =
        "expected an array of \(elements.count) in any order, found one of \(found.count)"
      return matching.different(expected, actual, message)
    }
    var pairs: [[Comparison]] = []
    for element in elements {
      pairs.append(found.map { matching.compare(element, $0) })
    }
    let pairing = Pairing(
      fits: pairs.map { $0.map(\.isEqual) },
      rightCount: found.count,
      required: Array(elements.indices)
    )
    return .array(result(pairing, pairs, found, matching))
  }

  /// What has no partner is shown with what is most like it, in the order of the expected elements.
  private func result(
    _ pairing: Pairing,
    _ pairs: [[Comparison]],
    _ found: [JSON],
    _ matching: ValueMatching
  ) -> [Comparison.Element] {
    var leftOver = pairing.leftOver
    var result: [Comparison.Element] = []
    for (row, partner) in pairing.partners.enumerated() {
      if let partner {
        result.append(.init(index: partner, value: pairs[row][partner]))
        continue
      }
      let nearest = leftOver.indices.min { left, right in
        pairs[row][leftOver[left]].differenceCount < pairs[row][leftOver[right]].differenceCount
      }
      if let nearest, pairs[row][leftOver[nearest]].differenceCount <= 2 {
        let column = leftOver.remove(at: nearest)
        result.append(.init(index: column, value: pairs[row][column]))
      } else {
        result.append(.init(index: row, value: matching.missingElement(elements[row])))
      }
    }
    for column in leftOver {
      result.append(.init(index: column, value: matching.extraElement(found[column])))
    }
    return result
  }
}
