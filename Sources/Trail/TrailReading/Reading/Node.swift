package import JSON

/// One value of a text that was scanned: where it stands, and how many are noted from it to the next one.
@usableFromInline
package struct Node: BitwiseCopyable {
  /// The first byte, counted from the beginning of the text.
  @usableFromInline package let start: UInt32
  @usableFromInline let endAndOddness: UInt32
  /// How many nodes this value has, together with everything in it.
  @usableFromInline let width: UInt32
  /// The number of its key: above zero a remembered one, below zero another; zero for an element.
  package let key: Int32

  @inline(__always)
  init(start: Int, end: Int, isOdd: Bool, width: Int, key: Int32) {
    self.start = UInt32(truncatingIfNeeded: start)
    endAndOddness = UInt32(truncatingIfNeeded: end) | (isOdd ? 1 << 31 : 0)
    self.width = UInt32(truncatingIfNeeded: width)
    self.key = key
  }

  /// How many bytes it has.
  @inlinable package var count: Int { end - Int(start) }
  /// The byte behind the last one.
  @inlinable var end: Int { Int(endAndOddness & 0x7FFF_FFFF) }
  /// Whether the same value can be spelled otherwise: with escapes, a fraction, members in another order, white space.
  @inlinable package var isOdd: Bool { endAndOddness >> 31 == 1 }
}

/// A key without its quotes.
package struct Key: BitwiseCopyable {
  package var text: Place
  let length: Int
  /// A hash of what it says, however that is spelled.
  package let hash: UInt64
  /// Whether there is a backslash in it.
  package let isEscaped: Bool
  /// What it is in the format; nil for what applications call their classes and properties.
  let format: FormatKey?

  package var bytes: Bytes { Bytes(from: text, count: length) }
}

/// A list that keeps its room: scanning a document allocates nothing.
///
/// An array would check at each of millions of appends whether it is shared.
@safe
struct BitwiseArray<Element: BitwiseCopyable>: ~Copyable {
  // Between the elements and their end all are initialized, and there is room up to the limit.
  private var start, end, limit: UnsafeMutablePointer<Element>

  init() {
    let capacity = 256
    unsafe start = .allocate(capacity: capacity)
    unsafe (end, limit) = (start, start + capacity)
  }

  // Its own memory, which it gives back once.
  deinit { unsafe start.deallocate() }

  /// Where the elements stand until the next one is appended.
  @unsafe var elements: UnsafePointer<Element> {
    @inline(__always) get { unsafe UnsafePointer(start) }
  }

  package var count: Int {
    @inline(__always) get { unsafe start.distance(to: end) }
  }

  package subscript(index: Int) -> Element {
    @inline(__always) get {
      precondition(index >= 0 && index < count)
      return unsafe start[index]
    }
    @inline(__always) nonmutating set {
      precondition(index >= 0 && index < count)
      unsafe start[index] = newValue
    }
  }

  @inline(__always)
  mutating func append(_ element: Element) {
    // Nothing is written at the limit: there is more room first.
    if unsafe end == limit { grow() }
    unsafe end.initialize(to: element)
    unsafe end += 1
  }

  // Nothing has to be given back of what is bitwise copyable.
  mutating func removeAll() { unsafe end = start }

  @inline(never)
  private mutating func grow() {
    let count = count
    let other = UnsafeMutablePointer<Element>.allocate(capacity: count * 2)
    // There is room for twice as many, and the old one is given back when all is copied.
    unsafe other.update(from: start, count: count)
    unsafe start.deallocate()
    unsafe (start, end, limit) = (other, other + count, other + count * 2)
  }
}
