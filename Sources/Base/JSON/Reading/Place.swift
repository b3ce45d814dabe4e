import Foundation

/// A place in bytes that are there as long as it is used: what scans a text moves along it without checking bounds.
///
/// What makes a place answers for it. A text that is scanned has zeros behind it, so that whole words can be loaded
/// anywhere; no token of JSON contains a zero, so a scan ends by itself. Elsewhere it is counted how many bytes are left.
/// Everything else has nothing to do with pointers. Nothing is written through a place, so threads may share it.
@safe @usableFromInline
package struct Place: Comparable, BitwiseCopyable, @unchecked Sendable {
  @usableFromInline let pointer: UnsafePointer<UInt8>

  /// The place that a pointer into such a text points to.
  @inlinable @inline(__always)
  @unsafe package init(_ pointer: UnsafePointer<UInt8>) { unsafe self.pointer = pointer }

  /// A place of which no byte is asked for, but zeros.
  @inlinable package static var ofNothing: Place {
    unsafe Place(StaticString("\0\0\0\0\0\0\0\0").utf8Start)
  }

  /// The byte that stands there.
  package var byte: UInt8 {
    // Within the text or the zeros behind it.
    @inlinable @inline(__always) get { unsafe pointer.pointee }
  }

  /// A byte that stands near it.
  package subscript(offset: Int) -> UInt8 {
    // No token looks further than the zeros go.
    @inlinable @inline(__always) get { unsafe pointer[offset] }
  }

  /// Eight bytes, the first one lowest.
  package var word: UInt64 {
    // The zeros are at least as many.
    @inlinable @inline(__always) get {
      unsafe UInt64(littleEndian: UnsafeRawPointer(pointer).loadUnaligned(as: UInt64.self))
    }
  }

  /// What stands here, of a type of which any bytes are a value.
  @inlinable @inline(__always)
  @unsafe package func load<Value: BitwiseCopyable>(as type: Value.Type) -> Value {
    unsafe UnsafeRawPointer(pointer).loadUnaligned(as: type)
  }

  /// So many bytes from here on, for as long as the text is there.
  @inlinable @inline(__always)
  @unsafe package func bytes(_ count: Int) -> UnsafeBufferPointer<UInt8> {
    unsafe UnsafeBufferPointer(start: pointer, count: count)
  }

  /// The text of the bytes from here up to another place.
  @inlinable @inline(__always)
  package func text(to end: Place) -> String {
    // Both are places of one text.
    unsafe String(decoding: bytes(end - self), as: UTF8.self)
  }

  /// Copies so many bytes to memory that has room for them.
  @unsafe package func copy(_ count: Int, to memory: UnsafeMutablePointer<UInt8>) {
    unsafe memory.update(from: pointer, count: count)
  }

  /// Appends the bytes from here up to another place.
  func append(to end: Place, into bytes: inout [UInt8]) {
    // Both are places of one text.
    unsafe bytes.append(contentsOf: self.bytes(end - self))
  }

  /// Whether so many bytes are the same as at another place.
  package func hasSameBytes(as other: Place, count: Int) -> Bool {
    // Both have so many.
    unsafe memcmp(pointer, other.pointer, count) == 0
  }

  /// How far away a byte stands first, if it is among so many from here on.
  @inline(__always)
  package func distance(to byte: UInt8, within count: Int) -> Int? {
    // So many are there.
    unsafe memchr(pointer, Int32(byte), count).map {
      unsafe UnsafeRawPointer(pointer).distance(to: UnsafeRawPointer($0))
    }
  }

  @inlinable @inline(__always)
  package static func == (left: Place, right: Place) -> Bool {
    // Addresses are compared, and nothing is read there.
    unsafe left.pointer == right.pointer
  }

  @inlinable @inline(__always)
  package static func < (left: Place, right: Place) -> Bool {
    // Addresses are compared, and nothing is read there.
    unsafe left.pointer < right.pointer
  }

  // Moving a place reads nothing.
  @inlinable @inline(__always)
  package static func + (place: Place, count: Int) -> Place { unsafe Place(place.pointer + count) }
  @inlinable @inline(__always)
  package static func - (place: Place, count: Int) -> Place { unsafe Place(place.pointer - count) }
  @inlinable @inline(__always)
  package static func - (end: Place, start: Place) -> Int { unsafe end.pointer - start.pointer }
  @inlinable @inline(__always)
  package static func += (place: inout Place, count: Int) { place = place + count }
}
