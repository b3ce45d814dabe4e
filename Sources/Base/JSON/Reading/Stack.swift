/// Where parsed elements wait until their container closes and its array can be made at its exact size.
@safe
struct Stack<Element>: ~Copyable {
  private(set) var count = 0
  // Small enough for an allocator's quick lists: most documents are small.
  private var capacity = 16
  // So many of them as are counted are initialized: this file alone counts.
  private var elements = UnsafeMutablePointer<Element>.allocate(capacity: 16)

  deinit {
    unsafe elements.deinitialize(count: count)
    unsafe elements.deallocate()
  }

  @inline(__always)
  mutating func push(_ element: consuming Element) {
    if count == capacity { grow() }
    // There is room for it now.
    unsafe (elements + count).initialize(to: element)
    count += 1
  }

  @inline(never)
  private mutating func grow() {
    capacity *= 2
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
    // Twice the room, into which all elements move; the old one is given back without them.
    unsafe larger.moveInitialize(from: elements, count: count)
    unsafe elements.deallocate()
    unsafe elements = larger
  }

  /// An element that waits.
  subscript(index: Int) -> Element {
    @inline(__always) get {
      assert(index >= 0 && index < count)
      // Parsing takes the counts of its containers for indices, which are never above this one.
      return unsafe elements[index]
    }
  }

  /// Takes the last elements away, from that index on.
  @inline(__always)
  mutating func removeAll(from first: Int) {
    assert(first >= 0 && first <= count)
    unsafe (elements + first).deinitialize(count: count - first)
    count = first
  }

  /// Takes the last elements away, from that index on, and makes something of each.
  @inline(__always)
  mutating func take<Result>(
    from first: Int,
    _ make: (_ index: Int, consuming Element) -> Result
  ) -> [Result] {
    assert(first >= 0 && first <= count)
    // As many as there are from the first one on, all of them initialized.
    let (count, start) = unsafe (self.count - first, elements + first)
    self.count = first
    return unsafe [Result](unsafeUninitializedCapacity: count) { results, initialized in
      // Each is moved out once, and none counts any more.
      for index in 0..<count {
        unsafe results.initializeElement(at: index, to: make(index, (start + index).move()))
      }
      initialized = count
    }
  }
}
