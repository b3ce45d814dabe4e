/// Numbers that look random and are the same for the same seed on every machine.
///
/// Hand-written because samples and random programs have to come out the same in every release, and the standard library
/// leaves open how many numbers its own functions draw.
package struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number from 0 up to, not including, the bound; 0 if the bound is not above 0.
  package mutating func below(_ bound: Int) -> Int {
    bound > 0 ? Int(truncatingIfNeeded: next() >> 33) % bound : 0
  }

  /// A number from `low` to `high`, both included.
  package mutating func between(_ low: Int, _ high: Int) -> Int { low + below(high - low + 1) }

  /// True in this many of a hundred draws, on average.
  package mutating func chance(_ percent: Int) -> Bool { below(100) < percent }
}
