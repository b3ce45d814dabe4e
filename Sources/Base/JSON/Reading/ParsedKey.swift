/// A key as it waits for its object to close, with what is needed to tell it from the others quickly.
struct ParsedKey {
  let key: String
  /// Where its opening quote stands.
  let place: Place
  /// Differs for most keys that differ, so that one comparison of words settles most pairs.
  private let fingerprint: UInt64

  @inline(__always)
  init(_ key: String, at place: Place) {
    self.key = key
    self.place = place
    fingerprint = key.withBytes(Self.fingerprint)
  }

  @inline(__always)
  func isSame(as other: ParsedKey) -> Bool {
    fingerprint == other.fingerprint && key.equalsByBytes(other.key)
  }

  /// The length, the first and the last eight bytes, mixed.
  @inline(__always)
  private static func fingerprint(_ start: Place, _ count: Int) -> UInt64 {
    var word = UInt64(truncatingIfNeeded: count)
    if count >= 8 {
      word ^= start.word &* 0x9E37_79B9_7F4A_7C15 ^ (start + (count - 8)).word
    } else {
      for place in 0..<count { word = word << 8 | UInt64(start[place]) }
    }
    return word
  }
}
