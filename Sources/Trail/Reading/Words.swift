/// A place in a text that has zeros behind it: whole words may be loaded anywhere.
typealias Place = UnsafePointer<UInt8>

/// Characters and words of bytes, as scanners look at them.
enum Words {
  static let quote = UInt8(ascii: "\"")
  static let backslash = UInt8(ascii: "\\")
  static let comma = UInt8(ascii: ",")
  static let colon = UInt8(ascii: ":")
  static let openBrace = UInt8(ascii: "{")
  static let closeBrace = UInt8(ascii: "}")
  static let openBracket = UInt8(ascii: "[")
  static let closeBracket = UInt8(ascii: "]")

  /// What an objectId and a date begin with where exports write them.
  static var oidStart: UInt64 { word("{\"$oid\":") }
  static var dateStart: UInt64 { word("{\"$date\"") }

  @inline(__always)
  private static func word(_ text: StaticString) -> UInt64 { load(text.utf8Start) }

  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highBits: UInt64 = 0x8080_8080_8080_8080

  /// Eight bytes, the first one lowest.
  @inline(__always)
  static func load(_ place: Place) -> UInt64 {
    UInt64(littleEndian: UnsafeRawPointer(place).loadUnaligned(as: UInt64.self))
  }

  /// The first quote, backslash, control character or byte outside ASCII.
  ///
  /// `x - 1` sets the high bit of a byte if it was zero. A borrow can set it in bytes behind a zero one, never before: the
  /// lowest bit that is set is right.
  @inline(__always)
  static func special(from first: Place) -> Place {
    var place = first
    while true {
      let lanes = lanes(place)
      let quotes = (lanes ^ all(quote)) &- all(1)
      let slashes = (lanes ^ all(backslash)) &- all(1)
      let bits = (quotes | slashes | (lanes &- all(0x20)) | lanes) & all(0x80)
      if bits[0] != 0 { return place + bits[0].trailingZeroBitCount >> 3 }
      if bits[1] != 0 { return place + 8 + bits[1].trailingZeroBitCount >> 3 }
      place += 16
    }
  }

  /// Two words of eight bytes, the first one lowest, for what is long.
  @inline(__always)
  private static func lanes(_ place: Place) -> SIMD2<UInt64> {
    SIMD2(load(place), load(place + 8))
  }

  @inline(__always)
  private static func all(_ byte: UInt8) -> SIMD2<UInt64> {
    SIMD2(repeating: ones &* UInt64(byte))
  }

  /// Sets the high bit of each byte that is zero, and of no other.
  @inline(__always)
  private static func zeros(_ lanes: SIMD2<UInt64>) -> SIMD2<UInt64> {
    // No sum exceeds its byte.
    ~(((lanes & all(0x7F)) &+ all(0x7F)) | lanes) & all(0x80)
  }

  /// The end of what payloads are made of, as strings of documents: ASCII and quotes behind a backslash.
  ///
  /// That is a quote without a backslash, a backslash before anything else, a control character or a byte outside ASCII.
  /// A byte may be read before the first one; if it is a backslash, it escapes something else.
  @inline(__always)
  static func unusual(from first: Place) -> Place {
    var place = first
    // The high bits of the bytes before which a backslash counts.
    var mayBeEscaped = all(0x80)
    mayBeEscaped[0] &= ~0xFF
    while true {
      let lanes = lanes(place)
      let quotes = zeros(lanes ^ all(quote))
      let escaped = zeros(self.lanes(place - 1) ^ all(backslash)) & mayBeEscaped
      let bits = ((quotes ^ escaped) | (lanes &- all(0x20)) | lanes) & all(0x80)
      if bits[0] | bits[1] != 0 {
        let half = bits[0] == 0 ? 1 : 0
        place += 8 * half + bits[half].trailingZeroBitCount >> 3
        return place > first && place[-1] == backslash ? place - 1 : place
      }
      mayBeEscaped = all(0x80)
      place += 16
    }
  }

  /// Marks the bytes that hexadecimal digits may be: decimal ones, and letters of both cases.
  @inline(__always)
  private static func digits(_ word: UInt64) -> (decimal: UInt64, lower: UInt64, upper: UInt64) {
    // No sum exceeds its byte where none is outside ASCII; others are masked out.
    let ascii = ~word & highBits
    let low = word & ~highBits
    func marks(from first: UInt8, to last: UInt8) -> UInt64 {
      let reached = low &+ ones &* UInt64(0x80 - first)
      let passed = low &+ ones &* UInt64(0x7F - last)
      return reached & ~passed & ascii
    }
    return (marks(from: 0x30, to: 0x39), marks(from: 0x61, to: 0x66), marks(from: 0x41, to: 0x46))
  }

  /// The value of eight hexadecimal digits; nil if they are not all there.
  @inline(__always)
  static func hexValue(at place: Place) -> UInt32? {
    let word = load(place)
    let (decimal, lower, upper) = digits(word)
    guard decimal | lower | upper == highBits else { return nil }
    var value = ((word & (ones &* 0x0F)) &+ ((lower | upper) >> 7) &* 9).byteSwapped
    value = (value | value >> 4) & 0x00FF_00FF_00FF_00FF
    value = (value | value >> 8) & 0x0000_FFFF_0000_FFFF
    return UInt32(truncatingIfNeeded: value | value >> 16)
  }

  /// Whether there are eight hexadecimal digits in lower case.
  @inline(__always)
  static func areLowerHexDigits(at place: Place) -> Bool {
    let (decimal, lower, _) = digits(load(place))
    return decimal | lower == highBits
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
  static func hash(of text: String) -> UInt64 {
    (Array(text.utf8) + Array(repeating: 0, count: 8)).withUnsafeBufferPointer { bytes in
      bytes.baseAddress.map { hash($0, count: bytes.count - 8) } ?? 0
    }
  }

  /// A hash of some bytes; equal bytes have equal hashes.
  @inline(__always)
  static func hash(_ place: Place, count: Int) -> UInt64 {
    var sum = UInt64(truncatingIfNeeded: count) &* 0x9E37_79B9_7F4A_7C15
    var index = 0
    while index < count {
      let rest = count &- index
      var word = load(place + index)
      if rest < 8 { word &= (UInt64(1) << UInt64(truncatingIfNeeded: rest &* 8)) &- 1 }
      let product = (sum ^ word).multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
      sum = product.high ^ product.low
      index &+= 8
    }
    return sum
  }
}
