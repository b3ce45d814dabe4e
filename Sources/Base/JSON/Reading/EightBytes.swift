/// Eight bytes of a text, looked at together in one register.
struct EightBytes {
  /// The first byte of the text is the lowest one.
  let word: UInt64

  @inline(__always)
  init(at place: Place) { word = place.word }

  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highBits: UInt64 = 0x8080_8080_8080_8080

  /// How many bytes come before the first quote, backslash or control character; 8 if there is none.
  @inline(__always)
  var plainPrefix: Int { Self.position(specials) }

  /// The same, but bytes outside ASCII count as special too.
  @inline(__always)
  var plainAsciiPrefix: Int { Self.position(specials | (word & Self.highBits)) }

  // `(x - 1) & ~x` has the high bit of a byte set if that byte was zero. A borrow can also set it in
  // the bytes after a zero one, never before: the lowest bit that is set is right.
  @inline(__always)
  private var specials: UInt64 {
    let quote = word ^ (Self.ones &* UInt64(Ascii.quote))
    let backslash = word ^ (Self.ones &* UInt64(Ascii.backslash))
    let isQuote = (quote &- Self.ones) & ~quote
    let isBackslash = (backslash &- Self.ones) & ~backslash
    let isControl = (word &- Self.ones &* UInt64(Ascii.space)) & ~word
    return (isQuote | isBackslash | isControl) & Self.highBits
  }

  // Zero has 64 trailing zeros, which makes 8.
  @inline(__always)
  private static func position(_ bits: UInt64) -> Int { bits.trailingZeroBitCount >> 3 }
}
