import JSON

/// An array with these elements in any order: `{"$$unordered": […]}`.
struct UnorderedMatcher: ValueMatcher {
  let elements: [JSON]

  init?(argument: JSON) {
    guard let elements = argument.array else { return nil }
    self.elements = elements
  }

  func compare(_ actual: JSON, expected: JSON, with matching: inout ValueMatching) -> Comparison {
    let wanted = "an array of \(elements.count) in any order"
    guard let found = actual.array else {
      return matching.different(expected, actual, from: wanted)
    }
    guard elements.count * found.count <= Pairing.limit else {
      let message = "expected \(wanted), found one of \(found.count)"
      return matching.different(expected, actual, message)
    }
    let sequence = ValueMatching.sequence(elements, found)
    return .array(sequence.inAnyOrder(below: 3) { matching.compare(elements[$0], found[$1]) })
  }
}
