/// Bytes as lowercase hexadecimal digits, of which digests, ids and UUIDs are made.
package enum Hexadecimal {
  /// Two digits a byte.
  package static func text(_ bytes: some Sequence<UInt8>) -> String {
    var digits: [UInt8] = []
    for byte in bytes {
      for half in [byte >> 4, byte & 15] { digits.append(half + (half < 10 ? 0x30 : 0x57)) }
    }
    return String(decoding: digits, as: UTF8.self)
  }

  /// The form 8-4-4-4-12 of the 16 bytes of a UUID.
  package static func uuid(_ bytes: some Sequence<UInt8>) -> String {
    let bytes = Array(bytes)
    return [0..<4, 4..<6, 6..<8, 8..<10, 10..<16].map { text(bytes[$0]) }.joined(separator: "-")
  }
}
