/// Numbers that look random and are the same in every run.
struct SplitMix64 {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// The next number from zero up to that bound.
  mutating func next(below bound: Int64) -> Int64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    mixed ^= mixed >> 31
    return Int64(mixed % UInt64(bound))
  }
}
