/// One value of a text that was scanned: where it stands, and where the next one is noted.
struct Node {
  /// The first byte, counted from the beginning of the text.
  let start: UInt32
  private let endAndOddness: UInt32
  /// The number of the node behind this value and everything in it.
  let next: UInt32
  /// The number of its key: above zero a remembered one, below zero another; zero for an element.
  let key: Int32

  @inline(__always)
  init(start: Int, end: Int, isOdd: Bool, next: Int, key: Int32) {
    self.start = UInt32(truncatingIfNeeded: start)
    endAndOddness = UInt32(truncatingIfNeeded: end) | (isOdd ? 1 << 31 : 0)
    self.next = UInt32(truncatingIfNeeded: next)
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

  var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: text, count: length) }
}

/// A list that keeps its room: scanning a document allocates nothing.
///
/// An array would check at each of millions of appends whether it is shared.
struct Pile<Element: BitwiseCopyable>: ~Copyable {
  private(set) var elements: UnsafeMutablePointer<Element>
  private(set) var count = 0
  private var capacity = 256

  init() { elements = .allocate(capacity: capacity) }

  deinit { elements.deallocate() }

  subscript(index: Int) -> Element {
    @inline(__always) get { elements[index] }
    @inline(__always) nonmutating set { elements[index] = newValue }
  }

  @inline(__always)
  mutating func append(_ element: Element) {
    if count == capacity { grow() }
    (elements + count).initialize(to: element)
    count &+= 1
  }

  mutating func removeAll() { count = 0 }

  @inline(never)
  private mutating func grow() {
    let other = UnsafeMutablePointer<Element>.allocate(capacity: capacity * 2)
    other.update(from: elements, count: count)
    elements.deallocate()
    elements = other
    capacity *= 2
  }
}
