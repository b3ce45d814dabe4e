import JSON

/// The sequences of keys that objects had, as a tree: objects of one class nearly always have the same keys in the same
/// order, and a key that follows the same keys as before need be looked at only once.
///
/// Along each branch no key stands twice. What does not fit any more, or has escapes, is not remembered.
@safe
struct ShapeMemory: ~Copyable {
  /// A key behind the keys of the nodes above it, with the comma before it and the colon behind it.
  struct Node {
    fileprivate(set) var text: Place
    fileprivate(set) var length: Int
    fileprivate(set) var key: Key
    fileprivate(set) var parent: Int32
    fileprivate var firstChild: Int32 = 0
    fileprivate var nextSibling: Int32
    fileprivate var children: Int32 = 0
    /// The root of the keys of objects that stand under this key; 0 if there was none.
    fileprivate(set) var root: Int32 = 0
    /// The child that came last time; 0 if there was none.
    fileprivate(set) var expected: Int32 = 0
  }

  /// What is behind a node.
  enum Step {
    case child(Int)
    /// Too many keys follow here: the caller has to compare them.
    case unknown
    /// The key stands above already.
    case repeated
  }

  static let nodeLimit = 8192
  private static let childLimit: Int32 = 16
  private static let textLimit = 1 << 19

  // Memory of its own, which never moves: values point to the keys. Numbers of nodes are below the count, which is below
  // the limit; what is copied to the memory is counted as well.
  private let memory: UnsafeMutablePointer<UInt8>
  private let nodes: UnsafeMutablePointer<Node>
  private var count = 0
  private var textEnd = 0

  /// A node that never gets a child, for what is not remembered.
  static let barren = 1

  /// Node 0 is a root and never a child, so that 0 can mean that there is none.
  init() {
    unsafe memory = .allocate(capacity: Self.textLimit + 16)
    unsafe memory.initialize(repeating: 0, count: 16)
    unsafe nodes = .allocate(capacity: Self.nodeLimit)
    addRoot()
    addRoot()
  }

  /// A text of zeros.
  var emptyText: Place { unsafe Place(memory) }

  /// A key that is remembered.
  package subscript(number: Int) -> Node {
    @inline(__always) get {
      assert(number >= 0 && number < count)
      return unsafe nodes[number]
    }
  }

  /// Where the nodes stand for as long as this memory is kept.
  @unsafe var first: UnsafePointer<Node> { unsafe UnsafePointer(nodes) }

  private mutating func addRoot() {
    let key = Key(text: emptyText, length: 0, hash: 0, isEscaped: false, format: nil)
    let root = Node(text: emptyText, length: 0, key: key, parent: -1, nextSibling: 0)
    unsafe (nodes + count).initialize(to: root)
    count += 1
  }

  /// Where the keys of an object begin that stands under a key, by itself or in an array.
  @inline(__always)
  mutating func root(of key: Int) -> Int {
    let root = Int(self[key].root)
    return root == 0 ? newRoot(of: key) : root
  }

  @inline(never)
  private mutating func newRoot(of key: Int) -> Int {
    guard key > 0, count < Self.nodeLimit else { return 0 }
    // The key is the place of a node, which `self[key]` has checked.
    unsafe nodes[key].root = Int32(count)
    addRoot()
    return count - 1
  }

  deinit {
    // Its own memory, which it gives back once.
    unsafe nodes.deallocate()
    unsafe memory.deallocate()
  }

  /// The expected child, if its text stands at that place, otherwise 0.
  @inline(__always)
  func expectedChild(of index: Int, at place: Place) -> Int {
    let child = Int(self[index].expected)
    if child == 0 { return 0 }
    return ByteWords.areSame(place, self[child].text, count: self[child].length) ? child : 0
  }

  /// Any child whose text stands at that place, otherwise 0; from now on it is expected.
  func child(of index: Int, at place: Place) -> Int {
    var child = Int(self[index].firstChild)
    while child != 0, !ByteWords.areSame(place, self[child].text, count: self[child].length) {
      child = Int(self[child].nextSibling)
    }
    if child != 0 { unsafe nodes[index].expected = Int32(truncatingIfNeeded: child) }
    return child
  }

  /// The child of a key that was not there; it is remembered from now on.
  mutating func step(from index: Int, to text: Place, length: Int, key: Key) -> Step {
    if key.isEscaped { return .unknown }
    var above = index
    while self[above].parent >= 0 {
      let other = self[above].key
      if other.hash == key.hash, other.length == key.length,
        ByteWords.areSame(other.text, key.text, count: key.length)
      {
        return .repeated
      }
      above = Int(self[above].parent)
    }
    guard count < Self.nodeLimit, self[index].children < Self.childLimit,
      length + textEnd <= Self.textLimit
    else { return .unknown }
    let copy = emptyText + textEnd
    // There is room for the text and 16 bytes behind it, and for the node: both limits were looked at.
    unsafe text.copy(length, to: memory + textEnd)
    unsafe (memory + textEnd + length).initialize(repeating: 0, count: 16)
    textEnd += length
    var remembered = key
    remembered.text = copy + (key.text - text)
    unsafe (nodes + count).initialize(
      to: Node(
        text: copy,
        length: length,
        key: remembered,
        parent: Int32(index),
        nextSibling: self[index].firstChild
      )
    )
    // The place was checked when its children were counted above.
    unsafe nodes[index].firstChild = Int32(count)
    unsafe nodes[index].children += 1
    unsafe nodes[index].expected = Int32(count)
    count += 1
    return .child(count - 1)
  }
}
