import Formats

/// Random numbers that are the same in every run, so that a failed property can be repeated.
extension SplitMix64 {
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
