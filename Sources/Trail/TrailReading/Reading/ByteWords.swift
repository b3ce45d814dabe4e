package import JSON

/// Words of bytes, as scanners look at them.
package enum ByteWords {
  /// What an objectId and a date begin with where exports write them.
  static var oidStart: UInt64 { word("{\"$oid\":") }
  static var dateStart: UInt64 { word("{\"$date\"") }

  @inline(__always)
  private static func word(_ text: StaticString) -> UInt64 { unsafe Place(text.utf8Start).word }

  private static let ones: UInt64 = 0x0101_0101_0101_0101

  /// Eight bytes, the first one lowest.
  @inline(__always)
  static func load(_ place: Place) -> UInt64 { place.word }

  /// Sixteen bytes; those outside ASCII are below zero.
  private typealias Lanes = SIMD16<Int8>

  @inline(__always)
  private static func lanes(_ place: Place) -> Lanes {
    // Behind a text there are more zeros than that.
    unsafe place.load(as: Lanes.self)
  }

  /// The same mask as words: its own operators are not inlined.
  @inline(__always)
  private static func words(_ mask: SIMDMask<Lanes>) -> SIMD8<UInt16> {
    // Both are sixteen bytes of any content.
    unsafe unsafeBitCast(mask, to: SIMD8<UInt16>.self)
  }

  /// All bits of the bytes that equal one.
  @inline(__always)
  private static func equals(_ lanes: Lanes, _ byte: UInt8) -> SIMD8<UInt16> {
    words(lanes .== Lanes(repeating: Int8(bitPattern: byte)))
  }

  /// All bits of the control characters and of the bytes outside ASCII.
  @inline(__always)
  private static func strange(_ lanes: Lanes) -> SIMD8<UInt16> {
    words(lanes .< Lanes(repeating: 0x20))
  }

  /// A mask as two words, the first byte lowest: nothing generic, which a build without optimization pays dearly.
  @inline(__always)
  private static func halves(_ mask: SIMD8<UInt16>) -> (low: UInt64, high: UInt64) {
    // Both are sixteen bytes of any content.
    let halves = unsafe unsafeBitCast(mask, to: (UInt64, UInt64).self)
    return (halves.0.littleEndian, halves.1.littleEndian)
  }

  /// The number of the first byte of a mask that is set; nil if there is none.
  @inline(__always)
  private static func firstSet(_ mask: SIMD8<UInt16>) -> Int? {
    let (low, high) = halves(mask)
    if low != 0 { return low.trailingZeroBitCount &>> 3 }
    return high != 0 ? 8 &+ high.trailingZeroBitCount &>> 3 : nil
  }

  /// The first quote, backslash, control character or byte outside ASCII.
  @inline(__always)
  static func special(from first: Place) -> Place {
    var place = first
    while true {
      let lanes = lanes(place)
      let found = equals(lanes, Ascii.quote) | equals(lanes, Ascii.backslash) | strange(lanes)
      if let number = firstSet(found) { return place + number }
      place += 16
    }
  }

  /// The end of what payloads are made of, as strings of documents: ASCII and quotes behind a backslash.
  ///
  /// That is a quote without a backslash, a backslash before anything else, a control character or a byte outside ASCII.
  /// A byte may be read before the first one; if it is a backslash, it escapes something else.
  @inline(__always)
  package static func unusual(from first: Place) -> Place {
    var place = first
    // The bytes before which a backslash counts.
    var mayBeEscaped = SIMD8<UInt16>(repeating: .max)
    mayBeEscaped[0] = 0xFF00
    while true {
      let lanes = lanes(place)
      let escaped = equals(self.lanes(place - 1), Ascii.backslash) & mayBeEscaped
      if let number = firstSet((equals(lanes, Ascii.quote) ^ escaped) | strange(lanes)) {
        place += number
        return place > first && place[-1] == Ascii.backslash ? place - 1 : place
      }
      mayBeEscaped = SIMD8(repeating: .max)
      place += 16
    }
  }

  /// The value of eight hexadecimal digits; nil if they are not all there.
  @inline(__always)
  static func hexValue(at place: Place) -> UInt32? {
    let word = load(place)
    // Of digits and letters of both cases, letters alone have the bit 0x40; the bit 0x20 is their case.
    let letters = word >> 6 & ones
    let values = (word & (ones &* 0x0F)) &+ letters &* 9
    let misplaced = (word & (ones &* 0xF0 &- letters << 5)) ^ (ones &* 0x30 &+ letters << 4)
    // Digits are below ten, letters are not, and all are below 16.
    let beyond = ((values &+ ones &* 6) ^ letters << 4 | values) & (ones &* 0x10)
    guard misplaced | beyond == 0 else { return nil }
    var value = values.byteSwapped
    value = (value | value >> 4) & 0x00FF_00FF_00FF_00FF
    value = (value | value >> 8) & 0x0000_FFFF_0000_FFFF
    return UInt32(truncatingIfNeeded: value | value >> 16)
  }

  /// Whether there are the 24 hexadecimal digits of an objectId, in lower case.
  @inline(__always)
  package static func areObjectIdDigits(at place: Place) -> Bool {
    let (low, high) = halves(lowerHexDigits(lanes(place)) & lowerHexDigits(lanes(place + 8)))
    return low & high == .max
  }

  /// All bits of the bytes that are hexadecimal digits in lower case.
  @inline(__always)
  private static func lowerHexDigits(_ lanes: Lanes) -> SIMD8<UInt16> {
    between(lanes, 0x30, 0x39) | between(lanes, 0x61, 0x66)
  }

  @inline(__always)
  private static func between(_ lanes: Lanes, _ first: Int8, _ last: Int8) -> SIMD8<UInt16> {
    words(lanes .>= Lanes(repeating: first)) & words(lanes .<= Lanes(repeating: last))
  }

  /// Behind the decimal digits that begin at a place.
  @inline(__always)
  static func behindDigits(at first: Place) -> Place {
    var place = first
    while true {
      // Digits are below ten now; what is not a digit may change what is behind it, never what is before it.
      let values = load(place) ^ (ones &* 0x30)
      let others = ((values &+ ones &* 0x76) | values) & (ones &* 0x80)
      if others != 0 { return place + others.trailingZeroBitCount >> 3 }
      place += 8
    }
  }

  /// Whether some bytes stand in a text, behind which there are more that may be read.
  ///
  /// Sixteen places at a time are compared with the first and the last of the bytes; what is between them is looked at
  /// only where both are right.
  package static func contains(_ needle: Bytes, in text: Bytes) -> Bool {
    let (start, distance) = (needle.start, needle.count - 1)
    guard text.count > distance, distance >= 0 else { return false }
    let (first, last) = (start[0], start[distance])
    let end = text.start + (text.count - distance)
    var group = text.start
    while group < end {
      let (low, high) = halves(
        equals(lanes(group), first) & equals(lanes(group + distance), last)
      )
      if low | high != 0 {
        for half in 0..<2 {
          var bits = (half == 0 ? low : high) & ones
          while bits != 0 {
            let place = group + 8 * half + bits.trailingZeroBitCount >> 3
            if place < end, place.hasSameBytes(as: start, count: needle.count) { return true }
            bits &= bits &- 1
          }
        }
      }
      group += 16
    }
    return false
  }

  /// Whether the bytes at two places are the same.
  @inline(__always)
  static func areSame(_ left: Place, _ right: Place, count: Int) -> Bool {
    let last = count &- 8
    if last < 0 {
      let mask = (UInt64(1) &<< UInt64(truncatingIfNeeded: count &* 8)) &- 1
      return (load(left) ^ load(right)) & mask == 0
    }
    var index = 0
    while index < last {
      if load(left + index) != load(right + index) { return false }
      index &+= 8
    }
    return load(left + last) == load(right + last)
  }

  /// The hash of a text.
  package static func hash(of text: String) -> UInt64 {
    Bytes.withCopy(of: text.utf8) { hash($0.start, count: $0.count) }
  }

  /// A hash of some bytes, which equal bytes share.
  ///
  /// Without a seed that is not known, others can be made that share it.
  @inline(__always)
  package static func hash(_ place: Place, count: Int, seed: UInt64 = 0) -> UInt64 {
    var sum = UInt64(truncatingIfNeeded: count) &* 0x9E37_79B9_7F4A_7C15 ^ seed
    func mix(_ word: UInt64) {
      let product = (sum ^ word).multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
      sum = product.high ^ product.low
    }
    var index = 0
    while index &+ 8 <= count {
      mix(load(place + index))
      index &+= 8
    }
    if index < count {
      let bits = UInt64(truncatingIfNeeded: (count &- index) &* 8)
      mix(load(place + index) & ((1 &<< bits) &- 1))
    }
    return sum
  }
}
