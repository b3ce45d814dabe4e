import Testing

@testable import TrailState

/// What is looked up of an object with many values is what going through them finds.
struct StatedValuesTests {
  /// Events whose values repeat, so many of each event.
  private func facts(_ count: Int, values: Int) -> (facts: [StateSection.Fact], words: [UInt64]) {
    var words: [UInt64] = []
    let facts = (0..<count).map { number in
      let start = words.count
      for value in 0..<values { words.append(StateFacts.word(value, UInt64(number % 3))) }
      let middle = words.count
      for value in 0..<values { words.append(StateFacts.word(value, UInt64(number % 5))) }
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

  @Test(arguments: [(4, 3), (60, 20)])
  func `A value is found where it stands`(_ count: Int, values: Int) {
    let (facts, words) = facts(count, values: values)
    let stated = StatedValues(facts, in: words)
    for number in facts.indices {
      for hash in UInt64(0)..<6 {
        let word = StateFacts.word(1, hash)
        let left = facts.indices.contains { $0 > number && words[facts[$0].after].contains(word) }
        #expect(stated.isLeft(word) { $0 > number } == left)
        let shown = facts[..<number].contains { words[$0.before].contains(word) }
        #expect(stated.isShown(word, before: number) == shown)
      }
    }
  }

  @Test(arguments: [3, 100])
  func `A property has the value that stands first`(_ count: Int) {
    let words = (0..<count).map { StateFacts.word($0, UInt64($0 + 7)) } + [StateFacts.word(1, 99)]
    let values = ValuesByProperty(words[...], lookups: count)
    for property in 0..<count { #expect(values[property] == UInt64(property + 7)) }
    #expect(values[count] == nil)
  }
}
