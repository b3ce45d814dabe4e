/// Random numbers that are the same in every run (SplitMix64), so that a failed property can be repeated.
struct ValuesRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

  /// A number with a random count of digits: short and long ones are equally likely.
  mutating func coefficient() -> UInt128 {
    var number: UInt128 = 0
    for _ in 0..<Int.random(in: 1...34, using: &self) {
      number = number * 10 + UInt128.random(in: 0...9, using: &self)
    }
    return number
  }

  /// Any finite number.
  mutating func decimal() -> String {
    let sign = Bool.random(using: &self) ? "-" : ""
    return "\(sign)\(coefficient())E\(Int.random(in: -6176...6111, using: &self))"
  }
}
