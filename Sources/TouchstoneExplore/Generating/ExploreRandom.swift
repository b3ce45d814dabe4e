/// Numbers that look random and are the same for the same seed on every machine (SplitMix64).
///
/// Hand-written because a program has to come out the same in every release, and the standard library leaves open how
/// many numbers its own functions draw.
struct ExploreRandom: Sendable {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number from 0 up to, not including, the bound; 0 if there is no such number.
  mutating func below(_ bound: Int) -> Int {
    bound > 0 ? Int(truncatingIfNeeded: next() >> 33) % bound : 0
  }

  mutating func between(_ low: Int, _ high: Int) -> Int { low + below(high - low + 1) }

  mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

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
