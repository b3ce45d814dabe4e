import TrailReading

/// Which events of an object left or show a value: looked up where there are many, so that no object takes the square of its
/// words.
struct StatedValues {
  private let facts: [StateSection.Fact]
  private let words: [UInt64]
  /// The events that left each value, and the first one that shows it; nil if there are so few that they are gone through.
  private let index: (left: [UInt64: [Int]], shown: [UInt64: Int])?

  /// So many words are gone through each time.
  private static let few = 512

  init(_ facts: [StateSection.Fact], in words: [UInt64]) {
    (self.facts, self.words) = (facts, words)
    guard facts.reduce(0, { $0 + $1.before.count + $1.after.count }) > Self.few else {
      index = nil
      return
    }
    var left: [UInt64: [Int]] = [:]
    var shown: [UInt64: Int] = [:]
    for (number, fact) in facts.enumerated() {
      for word in words[fact.after] { left[word, default: []].append(number) }
      for word in words[fact.before] where shown[word] == nil { shown[word] = number }
    }
    index = (left, shown)
  }

  /// Whether an event of which something is so left a value.
  func isLeft(_ word: UInt64, where isSo: (Int) -> Bool) -> Bool {
    if let index { return index.left[word]?.contains(where: isSo) ?? false }
    return facts.indices.contains { isSo($0) && words[facts[$0].after].contains(word) }
  }

  /// Whether an event before this one shows a value.
  func isShown(_ word: UInt64, before number: Int) -> Bool {
    if let index { return index.shown[word].map { $0 < number } ?? false }
    return facts[..<number].contains { words[$0.before].contains(word) }
  }
}

/// The values of an object at a moment by their properties, each looked up so many times.
struct ValuesByProperty {
  private let words: ArraySlice<UInt64>
  private let table: [Int: UInt64]?

  init(_ words: ArraySlice<UInt64>, lookups: Int) {
    self.words = words
    let isWide = words.count * lookups > 1 << 12
    table =
      isWide
      ? Dictionary(
        words.map { (StateFacts.property($0), StateFacts.hash($0)) },
        uniquingKeysWith: { first, _ in first }
      ) : nil
  }

  subscript(property: Int) -> UInt64? {
    if let table { return table[property] }
    return words.first { StateFacts.property($0) == property }.map(StateFacts.hash)
  }
}
