import TrailCheck
import Testing

@testable import TrailState

/// What is looked up of an object with many values is what going through them finds.
struct StatedValuesTests {
  /// Events whose values repeat, so many of each event.
  private func facts(_ count: Int, values: Int) -> (facts: [StateSection.Fact], words: [UInt64]) {
    var words: [UInt64] = []
    let facts = (0..<count).map { number in
      let start = words.count
      for value in 0..<values {
        words.append(FactValue(property: value, hash: UInt64(number % 3)).word)
      }
      let middle = words.count
      for value in 0..<values {
        words.append(FactValue(property: value, hash: UInt64(number % 5)).word)
      }
      return StateSection.Fact(
        kind: .changed,
        place: StateFacts.Place(),
        start: start,
        before: start..<middle,
        after: middle..<words.count
      )
    }
    return (facts, words)
  }

  @Test func `A value is found where it stands`() throws {
    let (facts, words) = facts(60, values: 20)
    let stated = try #require(StatedValues(facts, in: words))
    for number in facts.indices {
      for hash in UInt64(0)..<6 {
        let word = FactValue(property: 1, hash: hash).word
        let left = facts.indices.contains { $0 > number && words[facts[$0].after].contains(word) }
        #expect(stated.isLeft(word) { $0 > number } == left)
        let shown = facts[..<number].contains { words[$0.before].contains(word) }
        #expect(stated.isShown(word, before: number) == shown)
      }
    }
  }

  @Test func `Few values are not looked up`() {
    let (facts, words) = facts(4, values: 3)
    #expect(StatedValues(facts, in: words) == nil)
  }

  @Test(arguments: [3, 100])
  func `A property has the value that stands first`(_ count: Int) {
    let words =
      (0..<count).map { FactValue(property: $0, hash: UInt64($0 + 7)).word } + [
        FactValue(property: 1, hash: 99).word
      ]
    let values = ValuesByProperty(words.indices, in: words, lookups: count)
    for property in 0..<count {
      #expect(values.value(of: property, in: words) == UInt64(property + 7))
    }
    #expect(values.value(of: count, in: words) == nil)
  }
}
