/// A member of an `oldValue` or `newValue`: where its value stands, so that both can be compared.
struct ScannedMember {
  var keyHash: UInt64
  var start: Place
  var end: Place
  /// Whether the same value can be spelled otherwise.
  var isOdd: Bool
}

extension ScannedMember {
  /// Whether two members have different values, for sure.
  func surelyDiffers(from other: ScannedMember) -> Bool {
    let count = start.distance(to: end)
    if count == other.start.distance(to: other.end),
      Words.areSame(start, other.start, count: count)
    {
      return false
    }
    if !isOdd, !other.isOdd { return true }
    let (fraction, otherFraction) = (self.fraction, other.fraction)
    if let fraction, let otherFraction { return fraction != otherFraction }
    // An integer literal and one with a fraction are never the same value.
    if fraction != nil, !other.isOdd { return true }
    return otherFraction != nil && !isOdd
  }

  /// The value of a number with a fraction that is a quotient of two exact doubles.
  private var fraction: Double? {
    var place = start
    let isNegative = place[0] == UInt8(ascii: "-")
    if isNegative { place += 1 }
    guard place[0] &- 0x30 < 10, place.distance(to: end) <= 16 else { return nil }
    var digits: UInt64 = 0
    var power = 1.0
    var hasPoint = false
    while place < end {
      let digit = place[0] &- 0x30
      if digit < 10 {
        digits = digits &* 10 &+ UInt64(digit)
        if hasPoint { power *= 10 }
      } else {
        guard place[0] == UInt8(ascii: "."), !hasPoint else { return nil }
        hasPoint = true
      }
      place += 1
    }
    guard hasPoint else { return nil }
    let value = Double(digits) / power
    return isNegative ? -value : value
  }
}
