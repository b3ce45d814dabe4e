/// One value of a text that was scanned: where it stands, and how many are noted from it to the next one.
struct Node {
  /// The first byte, counted from the beginning of the text.
  let start: UInt32
  private let endAndOddness: UInt32
  /// How many nodes this value has, together with everything in it.
  let width: UInt32
  /// The number of its key: above zero a remembered one, below zero another; zero for an element.
  let key: Int32

  @inline(__always)
  init(start: Int, end: Int, isOdd: Bool, width: Int, key: Int32) {
    self.start = UInt32(truncatingIfNeeded: start)
    endAndOddness = UInt32(truncatingIfNeeded: end) | (isOdd ? 1 << 31 : 0)
    self.width = UInt32(truncatingIfNeeded: width)
    self.key = key
  }

  /// How many bytes it has.
  var count: Int { end - Int(start) }
  /// The byte behind the last one.
  var end: Int { Int(endAndOddness & 0x7FFF_FFFF) }
  /// Whether the same value can be spelled otherwise: with escapes, a fraction, members in another order, white space.
  var isOdd: Bool { endAndOddness >> 31 == 1 }
}

/// A key without its quotes.
struct Key {
  var text: Place
  let length: Int
  /// A hash of what it says, however that is spelled.
  let hash: UInt64
  /// Whether there is a backslash in it.
  let isEscaped: Bool
  /// What it is in the format; nil for what applications call their classes and properties.
  let format: FormatKey?

  var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: text, count: length) }
}

/// A list that keeps its room: scanning a document allocates nothing.
///
/// An array would check at each of millions of appends whether it is shared.
struct Pile<Element: BitwiseCopyable>: ~Copyable {
  private(set) var elements: UnsafeMutablePointer<Element>
  private var end, limit: UnsafeMutablePointer<Element>

  init() {
    let capacity = 256
    elements = .allocate(capacity: capacity)
    (end, limit) = (elements, elements + capacity)
  }

  deinit { elements.deallocate() }

  var count: Int {
    @inline(__always) get { elements.distance(to: end) }
  }

  subscript(index: Int) -> Element {
    @inline(__always) get { elements[index] }
    @inline(__always) nonmutating set { elements[index] = newValue }
  }

  @inline(__always)
  mutating func append(_ element: Element) {
    if end == limit { grow() }
    end.initialize(to: element)
    end += 1
  }

  mutating func removeAll() { end = elements }

  @inline(never)
  private mutating func grow() {
    let count = count
    let other = UnsafeMutablePointer<Element>.allocate(capacity: count * 2)
    other.update(from: elements, count: count)
    elements.deallocate()
    (elements, end, limit) = (other, other + count, other + count * 2)
  }
}
