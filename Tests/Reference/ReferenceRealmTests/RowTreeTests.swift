import Formats
import Testing

@testable import ReferenceRealm

/// The tree that holds the rows of a class, beside a dictionary.
struct RowTreeTests {
  private static func keys(_ tree: RowTree, below limit: Int64) -> [Int64] {
    (0..<limit).filter { tree.contains($0) }
  }

  @Test func `An empty tree has no row at any key`() {
    var tree = RowTree()
    for key in [0, 1, 31, 32, .max, -1, .min] as [Int64] {
      #expect(tree[key] == nil)
      #expect(!tree.contains(key))
      tree.remove(at: key)
      tree.update(at: key) { $0 = [1] }
    }
    #expect(tree.keys.isEmpty)
  }

  @Test(arguments: [0, 31, 32, 1023, 1024, 32_767, 32_768, 1 << 40, .max] as [Int64])
  func `A row at the edge of a level is found there and beside it there is none`(key: Int64) {
    var tree = RowTree()
    tree.insert([.int(key)], at: key)
    #expect(tree[key] == [.int(key)])
    #expect(tree.keys == [key])
    #expect(!tree.contains(key - 1))
    if key < .max { #expect(!tree.contains(key + 1)) }
    #expect(tree[key ^ 32] == nil)
    tree.remove(at: key)
    #expect(tree.keys.isEmpty)
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `It holds what a dictionary holds, and earlier copies stay as they were`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var tree = RowTree()
    var model: [Int64: [Value]] = [:]
    var earlier: [(tree: RowTree, model: [Int64: [Value]])] = []
    for step in 0..<6_000 {
      let key = Int64.random(in: 0..<(step < 3_000 ? 200 : 40_000), using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0, 1:
        let row: [Value] = [.int(Int64(step)), .string("row \(step)")]
        tree.insert(row, at: key)
        model[key] = row
      case 2:
        tree.remove(at: key)
        model[key] = nil
      default:
        tree.update(at: key) { $0[0] = .int(Int64(-step)) }
        model[key]?[0] = .int(Int64(-step))
      }
      if step % 500 == 0 { earlier.append((tree, model)) }
    }
    earlier.append((tree, model))
    for (tree, model) in earlier {
      #expect(tree.keys == model.keys.sorted())
      #expect(Self.keys(tree, below: 40_000) == tree.keys)
      #expect(tree.keys.allSatisfy { tree[$0] == model[$0] })
    }
  }

  @Test func `A row with one owner is changed where it is`() throws {
    var tree = RowTree()
    tree.insert([.list(Array(repeating: 1, count: 100))], at: 7)
    func address(_ tree: RowTree) throws -> UnsafeRawPointer? {
      try #require(tree[7]).withUnsafeBytes(\.baseAddress)
    }
    let before = try address(tree)
    tree.update(at: 7) { $0[0] = 2 }
    #expect(try address(tree) == before)
    let copy = tree
    tree.update(at: 7) { $0[0] = 3 }
    #expect(try address(tree) != before)
    #expect(copy[7] == [2])
  }
}
