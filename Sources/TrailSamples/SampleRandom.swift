/// Numbers that look random and are the same for the same seed on every platform (SplitMix64).
///
/// Hand-written because a sample has to come out byte for byte in every release, and the standard library leaves open
/// how many numbers its own functions draw.
struct SampleRandom: Sendable {
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

  mutating func pick<Element>(_ choices: [Element]) -> Element { choices[below(choices.count)] }

  /// Hexadecimal digits in lower case.
  mutating func hex(_ digits: Int) -> String {
    var text = ""
    text.reserveCapacity(digits)
    var bits: UInt64 = 0
    for position in 0..<digits {
      if position % 16 == 0 { bits = next() }
      text.unicodeScalars.append(Self.hexDigits[Int(bits & 15)])
      bits >>= 4
    }
    return text
  }

  private static let hexDigits = Array("0123456789abcdef".unicodeScalars)
}
