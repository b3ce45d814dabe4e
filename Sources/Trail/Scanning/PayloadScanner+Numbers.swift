extension PayloadScanner {
  /// Behind `true`, `false` or `null`.
  @inline(__always)
  func word(_ place: Place, _ text: StaticString) -> Place? {
    for index in 0..<text.utf8CodeUnitCount where place[index] != text.utf8Start[index] {
      return nil
    }
    return place + text.utf8CodeUnitCount
  }

  /// Behind a number.
  mutating func number(_ start: Place) -> Place? {
    var place = start
    let isNegative = place[0] == UInt8(ascii: "-")
    if isNegative { place += 1 }
    if place[0] == UInt8(ascii: "0") {
      place += 1
      if place[0] &- 0x30 < 10 { return nil }
      // -0 is a double.
      if isNegative { oddities &+= 1 }
    } else {
      guard place[0] &- 0x30 < 10 else { return nil }
      repeat { place += 1 } while place[0] &- 0x30 < 10
    }
    if place[0] == UInt8(ascii: ".") {
      oddities &+= 1
      place += 1
      guard place[0] &- 0x30 < 10 else { return nil }
      repeat { place += 1 } while place[0] &- 0x30 < 10
    }
    if place[0] | 0x20 == UInt8(ascii: "e") {
      oddities &+= 1
      place += 1
      if place[0] == UInt8(ascii: "+") || place[0] == UInt8(ascii: "-") { place += 1 }
      guard place[0] &- 0x30 < 10 else { return nil }
      repeat { place += 1 } while place[0] &- 0x30 < 10
    }
    return place
  }
}
