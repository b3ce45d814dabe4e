import Formats
import Testing

@testable import TrailCheck

/// What a collection lacks is told as links to deleted objects where few enough could be meant.
struct ContentSumTests {
  private typealias Content = ValueHash.Content

  private static func parts(_ count: Int) -> [ValueHash.Content] {
    var random = SplitMix64(seed: 5)
    return (0..<count).map { _ in Content(ofElement: FactValue.hash(random.next())) }
  }

  private func sum(_ parts: some Sequence<ValueHash.Content>) -> ValueHash.Content {
    parts.reduce(Content.none, +)
  }

  @Test(arguments: [(1, 1), (1, 400), (2, 400), (3, 40), (7, 12), (12, 12)])
  func `So many of so many values are told by their sum`(_ taken: Int, _ count: Int) {
    let parts = Self.parts(count)
    #expect(sum(parts.suffix(taken)).isSum(of: parts))
  }

  @Test func `A value that a list has twice is told`() {
    let parts = Self.parts(20)
    #expect(sum([parts[3], parts[3], parts[9]]).isSum(of: parts))
  }

  @Test(arguments: [0, 1, 12, 40])
  func `Nothing is not a sum of values, and neither is another value`(
    _ count: Int
  ) {
    let parts = Self.parts(count + 1)
    #expect(!parts[count].isSum(of: Array(parts.dropLast())))
    #expect(!Content.none.isSum(of: Array(parts.dropLast())))
  }

  @Test func `Of too many values it is not told which of them are meant`() {
    let parts = Self.parts(400)
    #expect(!sum(parts.prefix(5)).isSum(of: parts))
  }
}
