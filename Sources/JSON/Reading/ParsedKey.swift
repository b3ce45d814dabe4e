/// A key as it waits for its object to close, with what is needed to tell it from the others quickly.
struct ParsedKey {
  let key: String
  /// Where its opening quote stands.
  let place: UnsafePointer<UInt8>
  /// Differs for most keys that differ, so that one comparison of words settles most pairs.
  private let fingerprint: UInt64

  @inline(__always)
  init(_ key: String, at place: UnsafePointer<UInt8>) {
    self.key = key
    self.place = place
    fingerprint = key.withBytes(Self.fingerprint)
  }

  @inline(__always)
  func isSame(as other: ParsedKey) -> Bool {
    fingerprint == other.fingerprint && key.hasSameBytes(as: other.key)
  }

  /// The length, the first and the last eight bytes, mixed.
  @inline(__always)
  private static func fingerprint(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
    var word = UInt64(truncatingIfNeeded: bytes.count)
    if bytes.count >= 8, let start = bytes.baseAddress {
      let first = EightBytes(at: start).word
      let last = EightBytes(at: start + (bytes.count - 8)).word
      word ^= first &* 0x9E37_79B9_7F4A_7C15 ^ last
    } else {
      for byte in bytes { word = word << 8 | UInt64(byte) }
    }
    return word
  }
}
