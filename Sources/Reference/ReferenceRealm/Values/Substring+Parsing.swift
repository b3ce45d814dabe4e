/// Reading a text byte by byte: what the parsers of value texts share.
///
/// They work on the string's own UTF-8, so that parsing allocates nothing.
extension Substring.UTF8View {
  /// Reads the byte if it comes next.
  mutating func skip(_ byte: UInt8) -> Bool {
    guard first == byte else { return false }
    removeFirst()
    return true
  }

  /// Reads a sign if one comes next: -1 or 1.
  mutating func sign() -> Int? { skip(ASCII.minus) ? -1 : skip(ASCII.plus) ? 1 : nil }

  /// Reads one decimal digit if one comes next.
  mutating func digit() -> UInt8? {
    guard let digit = first.map({ $0 &- ASCII.zero }), digit < 10 else { return nil }
    removeFirst()
    return digit
  }
}
