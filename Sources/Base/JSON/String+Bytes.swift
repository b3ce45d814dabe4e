// Texts of JSON are compared byte by byte. `==` of strings would take "é" and "e\u{301}" for the same key.
extension String {
  /// Hands over where the UTF-8 bytes begin and how many there are, for as long as the function runs.
  @inlinable @inline(__always)
  package func withBytes<Result>(_ body: (_ start: Place, _ count: Int) -> Result) -> Result {
    func hand(over bytes: UnsafeBufferPointer<UInt8>) -> Result {
      // An empty text may have no bytes at all.
      guard let start = bytes.baseAddress else { return body(Place.ofNothing, 0) }
      return unsafe body(Place(start), bytes.count)
    }
    if let result = unsafe utf8.withContiguousStorageIfAvailable(hand) { return result }
    // Only strings that come from Objective-C get here.
    var copy = self
    return copy.withUTF8(hand)
  }

  /// Feeds the bytes to a hasher.
  func hashBytes(into hasher: inout Hasher) {
    withBytes { start, count in
      // Both are told of bytes that are there.
      unsafe hasher.combine(bytes: UnsafeRawBufferPointer(start.bytes(count)))
    }
  }

  /// Whether both are the same scalars.
  package func equalsByBytes(_ other: String) -> Bool {
    let count = utf8.count
    guard count == other.utf8.count else { return false }
    return withBytes { left, _ in
      other.withBytes { right, _ in left.hasSameBytes(as: right, count: count) }
    }
  }

  /// Whether this comes first in the order of the bytes, which has a place for every text that differs.
  package func precedesByBytes(_ other: String) -> Bool {
    utf8.lexicographicallyPrecedes(other.utf8)
  }
}
