/// Reads a text byte by byte: what the parsers of value texts share.
///
/// It works on the string's own UTF-8, so that parsing allocates nothing.
struct TextCursor {
  private let bytes: String.UTF8View
  private var index: String.Index

  init(_ text: String) {
    bytes = text.utf8
    index = bytes.startIndex
  }

  /// The next byte, without reading it; nil at the end.
  var next: UInt8? { index == bytes.endIndex ? nil : bytes[index] }

  var isAtEnd: Bool { index == bytes.endIndex }

  /// What has not been read yet.
  var rest: Substring.UTF8View { bytes[index...] }

  mutating func advance() { bytes.formIndex(after: &index) }

  /// Reads the byte if it comes next.
  mutating func skip(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    advance()
    return true
  }

  /// Reads one decimal digit if one comes next.
  mutating func digit() -> UInt8? {
    guard let byte = next, byte &- 0x30 < 10 else { return nil }
    advance()
    return byte &- 0x30
  }

  /// Reads a number of exactly so many decimal digits.
  mutating func number(digits count: Int) -> Int64? {
    var value: Int64 = 0
    for _ in 0..<count {
      guard let digit = digit() else { return nil }
      value = value * 10 + Int64(digit)
    }
    return value
  }
}
