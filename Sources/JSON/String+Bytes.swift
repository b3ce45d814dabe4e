import Foundation

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
    let count = utf8.count
    guard count == other.utf8.count else { return false }
    return withBytes { bytes in
      other.withBytes { others in
        // An empty text may have no bytes at all.
        guard let left = bytes.baseAddress, let right = others.baseAddress else { return true }
        return memcmp(left, right, count) == 0
      }
    }
  }

  /// Whether both are the same name.
  package func equalsByBytes(_ other: String) -> Bool { hasSameBytes(as: other) }

  /// Whether this comes first in the order of the bytes, which has a place for every text that differs.
  package func precedesByBytes(_ other: String) -> Bool {
    withBytes { bytes in other.withBytes { bytes.lexicographicallyPrecedes($0) } }
  }
}
