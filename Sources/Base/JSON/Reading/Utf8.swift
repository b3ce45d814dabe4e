/// Well-formed UTF-8, which strings consist of.
package enum Utf8 {
  /// The length of the sequence at a place, 0 if it is ill-formed (Unicode, table 3-7): too long for its scalar, a
  /// surrogate, beyond the last scalar, or cut off by a byte such as zero.
  package static func wellFormedLength(at place: Place) -> Int {
    func continues(_ index: Int) -> Bool { place[index] & 0xC0 == 0x80 }
    let byte = place[0]
    switch byte {
    case 0xC2...0xDF: return continues(1) ? 2 : 0
    case 0xE0...0xEF:
      let second: ClosedRange<UInt8> =
        byte == 0xE0 ? 0xA0...0xBF : byte == 0xED ? 0x80...0x9F : 0x80...0xBF
      return second.contains(place[1]) && continues(2) ? 3 : 0
    case 0xF0...0xF4:
      let second: ClosedRange<UInt8> =
        byte == 0xF0 ? 0x90...0xBF : byte == 0xF4 ? 0x80...0x8F : 0x80...0xBF
      return second.contains(place[1]) && continues(2) && continues(3) ? 4 : 0
    default: return 0
    }
  }
}
