/// The rows of a class at one version, by the keys of their objects.
///
/// A persistent tree: copies share what they have in common. Keys count up in the order of creation, and the tree keeps
/// that order, so that objects that were made together lie together, and reading many of them goes through memory once
/// from front to back. A hashed map finds each one somewhere else, which costs most of the time of a large query.
struct RowTree: Sendable {
  /// A level has 32 places, which five bits of a key choose from.
  private static let bits = 5
  private static let width = 1 << bits

  private var root = Node.empty
  /// By how much a key is shifted for its place in the root.
  private var shift = 0

  /// The row of that key; nil if there is none.
  subscript(key: Int64) -> [Value]? {
    guard holds(key) else { return nil }
    return root.row(key, shift)
  }

  /// Whether there is a row of that key.
  func contains(_ key: Int64) -> Bool { holds(key) && root.contains(key, shift) }

  /// The keys of all rows, in ascending order.
  var keys: [Int64] {
    var keys: [Int64] = []
    root.appendKeys(to: &keys, from: 0, shift)
    return keys
  }

  /// Adds a row, or replaces it.
  mutating func insert(_ row: [Value], at key: Int64) {
    precondition(key >= 0, "keys of objects count up from 0")
    while !holds(key) {
      if case .empty = root {} else { root = .inner([root] + Node.none(Self.width - 1)) }
      shift += Self.bits
    }
    root.update(key, shift) { $0 = row }
  }

  /// Removes a row.
  mutating func remove(at key: Int64) {
    if contains(key) { root.update(key, shift) { $0 = nil } }
  }

  /// Changes a row in place, if there is one.
  mutating func update(at key: Int64, _ body: (inout [Value]) -> Void) {
    guard contains(key) else { return }
    root.update(key, shift) { row in
      // Without a second owner the row is not copied.
      guard var changed = row.take() else { return }
      body(&changed)
      row = changed
    }
  }

  /// Whether a key has a place in a tree of this height.
  private func holds(_ key: Int64) -> Bool { key >= 0 && key >> shift < Self.width }

  private enum Node: Sendable {
    case empty
    case inner([Node])
    case leaf([[Value]?])

    static func none(_ count: Int) -> [Node] { Array(repeating: .empty, count: count) }

    private static func place(_ key: Int64, _ shift: Int) -> Int {
      Int(truncatingIfNeeded: key >> shift) & (RowTree.width - 1)
    }

    func row(_ key: Int64, _ shift: Int) -> [Value]? {
      switch self {
      case .empty: nil
      case .inner(let nodes): nodes[Self.place(key, shift)].row(key, shift - RowTree.bits)
      case .leaf(let rows): rows[Self.place(key, 0)]
      }
    }

    func contains(_ key: Int64, _ shift: Int) -> Bool {
      switch self {
      case .empty: false
      case .inner(let nodes): nodes[Self.place(key, shift)].contains(key, shift - RowTree.bits)
      case .leaf(let rows): rows[Self.place(key, 0)] != nil
      }
    }

    func appendKeys(to keys: inout [Int64], from first: Int64, _ shift: Int) {
      switch self {
      case .empty: break
      case .inner(let nodes):
        for (place, node) in nodes.enumerated() {
          node.appendKeys(to: &keys, from: first + Int64(place) << shift, shift - RowTree.bits)
        }
      case .leaf(let rows):
        for (place, row) in rows.enumerated() where row != nil { keys.append(first + Int64(place)) }
      }
    }

    /// Changes what is at a key; what becomes empty is given up.
    mutating func update(_ key: Int64, _ shift: Int, _ body: (inout [Value]?) -> Void) {
      let place = Self.place(key, shift)
      // This node is let go of meanwhile, so that what it holds has a single owner and is not copied.
      let node = self
      self = .empty
      if shift > 0 {
        var nodes =
          if case .inner(let nodes) = consume node { nodes } else { Self.none(RowTree.width) }
        nodes[place].update(key, shift - RowTree.bits, body)
        if case .empty = nodes[place], nodes.allSatisfy(\.isEmpty) { return }
        self = .inner(nodes)
      } else {
        var rows: [[Value]?] =
          if case .leaf(let rows) = consume node { rows } else {
            Array(repeating: nil, count: RowTree.width)
          }
        body(&rows[place])
        if rows[place] == nil, rows.allSatisfy({ $0 == nil }) { return }
        self = .leaf(rows)
      }
    }

    private var isEmpty: Bool { if case .empty = self { true } else { false } }
  }
}
