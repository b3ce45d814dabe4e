package import JSON

/// Some bytes of a text where they stand; they are gone when the text is.
@safe
package struct Bytes: RandomAccessCollection {
  /// The first one, behind which so many more are there.
  package let start: Place
  package let count: Int

  /// So many bytes from a place on, which the caller answers for.
  @inline(__always)
  package init(from start: Place, count: Int) { (self.start, self.count) = (start, count) }

  /// The bytes of a buffer, for as long as it is there.
  @inline(__always)
  @unsafe package init(_ buffer: UnsafeBufferPointer<UInt8>) {
    // Without a place there are no bytes.
    unsafe self.init(
      from: buffer.baseAddress.map { unsafe Place($0) } ?? .ofNothing,
      count: buffer.count
    )
  }

  /// No bytes.
  static var none: Bytes { Bytes(from: .ofNothing, count: 0) }

  package var startIndex: Int { 0 }
  package var endIndex: Int { count }

  package subscript(index: Int) -> UInt8 {
    @inline(__always) get {
      precondition(index >= 0 && index < count)
      return start[index]
    }
  }

  /// The bytes of a range of them.
  package subscript(bytes range: Range<Int>) -> Bytes {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    return Bytes(from: start + range.lowerBound, count: range.count)
  }

  /// As they are, for what wants them in one piece; they are there as long as the text is.
  @unsafe package var buffer: UnsafeBufferPointer<UInt8> {
    @inline(__always) get { unsafe start.bytes(count) }
  }

  package func withContiguousStorageIfAvailable<Result>(
    _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) rethrows -> Result? {
    // Nothing keeps the buffer: the caller knows that it is gone afterwards.
    unsafe try body(buffer)
  }

  /// Where a byte stands first; nil if it does not.
  @inline(__always)
  func first(_ byte: UInt8) -> Int? { start.distance(to: byte, within: count) }
}

extension Bytes {
  /// Hands over a copy of some bytes with zeros behind it, so that whole words may be loaded anywhere.
  package static func withCopy<Result>(
    of bytes: some Collection<UInt8>,
    _ body: (Bytes) throws -> Result
  ) rethrows -> Result {
    let text = PaddedText(bytes)
    return try withExtendedLifetime(text) {
      try body(Bytes(from: text.start, count: text.end - text.start))
    }
  }
}
