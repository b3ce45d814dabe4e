/// Lays two sequences side by side: in their order as `diff` does it, or in any order.
///
/// Trails and arrays differ only in what an element costs that is missing or too many, and in how they name it.
struct SequenceMatching {
  let expected: Int
  let actual: Int
  /// What an element costs that is missing or too many.
  var gap = 1
  /// What a pair costs that differs.
  var cost: (Comparison) -> Int = { $0.differenceCount }
  /// Whether an expected element may be missing.
  var isOptional: (Int) -> Bool = { _ in false }
  let missing: (Int) -> Comparison
  let extra: (Int) -> Comparison

  /// Each element with the one in its place or, if that is not equal and there are not too many pairs, so that as
  /// little as possible differs.
  func inOrder(
    limit: @autoclosure () -> Int,
    _ compare: (Int, Int) -> Comparison
  ) -> [Comparison.Element] {
    let inPlace = (0..<min(expected, actual)).map { compare($0, $0) }
    let isEqual = expected == actual && inPlace.allSatisfy(\.isEqual)
    if isEqual || expected * actual > limit() {
      return (0..<max(expected, actual)).map { index in
        let alone = { index < expected ? missing(index) : extra(index) }
        return .init(index: index, value: index < inPlace.count ? inPlace[index] : alone())
      }
    }
    let pairs = (0..<expected).map { row in
      (0..<actual).map { $0 == row ? inPlace[row] : compare(row, $0) }
    }
    let way = Alignment.cheapest(
      expected,
      actual,
      missing: { isOptional($0) ? 0 : gap },
      extra: { _ in gap },
      pair: { cost(pairs[$0][$1]) }
    )
    return way.map { step in
      switch step {
      case .pair(let row, let column): .init(index: row, value: pairs[row][column])
      case .missing(let row): .init(index: row, value: missing(row))
      case .extra(let column): .init(index: column, value: extra(column))
      }
    }
  }

  /// Each element with one that it equals; what has none is shown with the one most like it, if that costs less than
  /// a limit.
  func inAnyOrder(
    below limit: Int,
    _ compare: (Int, Int) -> Comparison
  ) -> [Comparison.Element] {
    let pairs = (0..<expected).map { row in (0..<actual).map { compare(row, $0) } }
    let pairing = Pairing(
      fits: pairs.map { $0.map(\.isEqual) },
      rightCount: actual,
      required: (0..<expected).filter { !isOptional($0) }
    )
    var leftOver = pairing.leftOver
    var elements: [Comparison.Element] = []
    for (row, partner) in pairing.partners.enumerated() {
      func cost(_ column: Int) -> Int { self.cost(pairs[row][column]) }
      let isOpen = partner == nil && !isOptional(row)
      let nearest = isOpen ? leftOver.min { cost($0) < cost($1) } : nil
      if let partner {
        elements.append(.init(index: row, value: pairs[row][partner]))
      } else if let nearest, cost(nearest) < limit {
        leftOver.removeAll { $0 == nearest }
        elements.append(.init(index: row, value: pairs[row][nearest]))
      } else {
        elements.append(.init(index: row, value: missing(row)))
      }
    }
    return elements + leftOver.map { .init(index: $0, value: extra($0)) }
  }
}
