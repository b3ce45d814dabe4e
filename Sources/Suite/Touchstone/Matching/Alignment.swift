/// Lays two sequences side by side so that as little as possible differs, as `diff` does with lines.
enum Alignment {
  enum Step: Hashable {
    case pair(Int, Int)
    case missing(Int)
    case extra(Int)
  }

  /// The way of least cost through the table of both.
  ///
  /// A pair is preferred where costs are the same. The caller
  /// bounds both counts, because the table has a cell for each pair.
  static func cheapest(
    _ expected: Int,
    _ actual: Int,
    missing: (Int) -> Int,
    extra: (Int) -> Int,
    pair: (Int, Int) -> Int
  ) -> [Step] {
    let width = actual + 1
    // costs[row * width + column]: the least cost of what remains from there on.
    var costs = [Int](repeating: 0, count: (expected + 1) * width)
    var steps = [Step?](repeating: nil, count: costs.count)
    for row in stride(from: expected, through: 0, by: -1) {
      for column in stride(from: actual, through: 0, by: -1) where row < expected || column < actual
      {
        var best: (cost: Int, step: Step)?
        func consider(_ cost: Int, _ step: Step) {
          if cost < best?.cost ?? .max { best = (cost, step) }
        }
        if row < expected, column < actual {
          consider(pair(row, column) + costs[(row + 1) * width + column + 1], .pair(row, column))
        }
        if row < expected {
          consider(missing(row) + costs[(row + 1) * width + column], .missing(row))
        }
        if column < actual {
          consider(extra(column) + costs[row * width + column + 1], .extra(column))
        }
        costs[row * width + column] = best?.cost ?? 0
        steps[row * width + column] = best?.step
      }
    }
    var way: [Step] = []
    var cell = 0
    while let step = steps[cell] {
      way.append(step)
      switch step {
      case .pair: cell += width + 1
      case .missing: cell += width
      case .extra: cell += 1
      }
    }
    return way
  }
}
