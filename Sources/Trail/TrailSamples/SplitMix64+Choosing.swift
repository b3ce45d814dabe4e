import Formats

extension SplitMix64 {
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
