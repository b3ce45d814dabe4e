import Formats

extension SplitMix64 {
  /// What the program of a seed is drawn from.
  init(ofProgram seed: UInt64) {
    self.init(seed: seed)
    // Seeds that follow each other begin with numbers that have nothing in common.
    for _ in 0..<4 { _ = next() }
  }

  /// One of them; nil if there is none.
  mutating func pick<Element>(_ choices: [Element]) -> Element? {
    choices.isEmpty ? nil : choices[below(choices.count)]
  }

  /// One of them, each as often as its weight says; nil if no weight is above 0.
  mutating func pick<Element>(weighing choices: [(element: Element, weight: Int)]) -> Element? {
    var rest = below(choices.reduce(0) { $0 + $1.weight })
    for (element, weight) in choices where weight > 0 {
      if rest < weight { return element }
      rest -= weight
    }
    return nil
  }
}
