// Texts of JSON are compared byte by byte. `==` of strings would take "é" and "e\u{301}" for the same key.
extension String {
  /// Hands over the UTF-8 bytes in one piece.
  @inline(__always)
  func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    if let result = utf8.withContiguousStorageIfAvailable(body) { return result }
    // Only strings that come from Objective-C get here.
    var copy = self
    return copy.withUTF8(body)
  }

  /// Whether both are the same scalars.
  func hasSameBytes(as other: String) -> Bool {
    utf8.count == other.utf8.count
      && withBytes { bytes in other.withBytes { Self.areSame(bytes, $0) } }
  }

  /// Whether as many bytes are the same, eight at once: this decides on millions of names.
  private static func areSame(
    _ left: UnsafeBufferPointer<UInt8>,
    _ right: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    let (left, right) = (UnsafeRawBufferPointer(left), UnsafeRawBufferPointer(right))
    // Nearly always one text is held in both places.
    if left.baseAddress == right.baseAddress { return true }
    var place = 0
    while place &+ 8 <= left.count {
      let word = left.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      if word != right.loadUnaligned(fromByteOffset: place, as: UInt64.self) { return false }
      place &+= 8
    }
    while place < left.count {
      if left[place] != right[place] { return false }
      place &+= 1
    }
    return true
  }

  /// Whether both are the same name.
  package func equalsByBytes(_ other: String) -> Bool { hasSameBytes(as: other) }

  /// Whether this comes first in the order of the bytes, which has a place for every text that differs.
  package func precedesByBytes(_ other: String) -> Bool {
    withBytes { bytes in other.withBytes { bytes.lexicographicallyPrecedes($0) } }
  }
}
