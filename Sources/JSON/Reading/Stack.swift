/// Where parsed elements wait until their container closes and its array can be made at its exact size.
struct Stack<Element>: ~Copyable {
  private(set) var count = 0
  // Small enough for an allocator's quick lists: most documents are small.
  private var capacity = 16
  private var elements = UnsafeMutablePointer<Element>.allocate(capacity: 16)

  deinit {
    elements.deinitialize(count: count)
    elements.deallocate()
  }

  @inline(__always)
  mutating func push(_ element: consuming Element) {
    if count == capacity { grow() }
    (elements + count).initialize(to: element)
    count += 1
  }

  @inline(never)
  private mutating func grow() {
    capacity *= 2
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
    larger.moveInitialize(from: elements, count: count)
    elements.deallocate()
    elements = larger
  }

  /// The elements from that index on, to be read at once.
  @inline(__always)
  func elements(from first: Int) -> UnsafeBufferPointer<Element> {
    UnsafeBufferPointer(start: elements + first, count: count - first)
  }

  /// Hands over the elements from that index on: the caller has to move all of them out.
  @inline(__always)
  mutating func take(from first: Int) -> UnsafeMutablePointer<Element> {
    count = first
    return elements + first
  }
}
