/// The sequences of keys that objects had, as a tree: objects of one class nearly always have the same keys in the same
/// order, and a key that follows the same keys as before need be looked at only once.
///
/// Along each branch no key stands twice. What does not fit any more is not remembered.
struct ShapeMemory {
  /// A key behind the keys of the nodes above it, as it was spelled, with as much around it as the caller likes.
  struct Node {
    fileprivate(set) var text: Place
    fileprivate(set) var length: Int
    fileprivate(set) var hash: UInt64
    fileprivate(set) var parent: Int32
    fileprivate var firstChild: Int32
    fileprivate var nextSibling: Int32
    fileprivate var children: Int32
    /// The child that came last time; 0 if there was none.
    fileprivate(set) var expected: Int32
    /// What the key means to whoever scans.
    fileprivate(set) var role: UInt8
  }

  /// What is behind a node.
  enum Step {
    case child(Int)
    /// Too many keys follow here: the caller has to compare them.
    case unknown
    /// The key stands above already.
    case repeated
  }

  private static let nodeLimit = 8192
  private static let childLimit: Int32 = 16
  private static let textLimit = 1 << 19

  /// Frees the memory with the last copy.
  private final class Owner {
    let nodes = UnsafeMutablePointer<Node>.allocate(capacity: ShapeMemory.nodeLimit)
    let text = UnsafeMutablePointer<UInt8>.allocate(capacity: ShapeMemory.textLimit + 16)

    init() { text.initialize(repeating: 0, count: ShapeMemory.textLimit + 16) }

    deinit {
      nodes.deallocate()
      text.deallocate()
    }
  }

  private let owner = Owner()
  private let nodes: UnsafeMutablePointer<Node>
  private let memory: UnsafeMutablePointer<UInt8>
  private var count = 0
  private var textEnd = 0

  /// Nodes 0 and 1 are roots: nobody's child, so that 0 can mean that there is none.
  init() {
    nodes = owner.nodes
    memory = owner.text
    for _ in 0..<2 {
      (nodes + count).initialize(
        to: Node(
          text: UnsafePointer(memory),
          length: 0,
          hash: 0,
          parent: -1,
          firstChild: 0,
          nextSibling: 0,
          children: 0,
          expected: 0,
          role: 0
        )
      )
      count += 1
    }
  }

  subscript(index: Int) -> Node {
    @inline(__always) get { nodes[index] }
  }

  /// The expected child, if its text stands at that place, otherwise 0.
  @inline(__always)
  func expectedChild(of index: Int, at place: Place) -> Int {
    let child = Int(nodes[index].expected)
    if child == 0 { return 0 }
    return Words.areSame(place, nodes[child].text, count: nodes[child].length) ? child : 0
  }

  /// The child of a key that was not expected; it is remembered from now on.
  ///
  /// The hash is that of the key alone.
  mutating func step(
    from index: Int,
    to text: Place,
    length: Int,
    hash: UInt64,
    role: @autoclosure () -> UInt8
  ) -> Step {
    var child = Int(nodes[index].firstChild)
    while child != 0 {
      let node = nodes[child]
      if node.hash == hash, node.length == length, Words.areSame(text, node.text, count: length) {
        nodes[index].expected = Int32(child)
        return .child(child)
      }
      child = Int(node.nextSibling)
    }
    var above = index
    while above > 1 {
      // Another key of the same hash is no harm: the slow way decides.
      if nodes[above].hash == hash { return .repeated }
      above = Int(nodes[above].parent)
    }
    guard count < Self.nodeLimit, nodes[index].children < Self.childLimit,
      length + textEnd <= Self.textLimit
    else { return .unknown }
    let copy = memory + textEnd
    copy.update(from: text, count: length)
    textEnd += length
    (nodes + count).initialize(
      to: Node(
        text: UnsafePointer(copy),
        length: length,
        hash: hash,
        parent: Int32(index),
        firstChild: 0,
        nextSibling: nodes[index].firstChild,
        children: 0,
        expected: 0,
        role: role()
      )
    )
    nodes[index].firstChild = Int32(count)
    nodes[index].children += 1
    nodes[index].expected = Int32(count)
    count += 1
    return .child(count - 1)
  }
}
