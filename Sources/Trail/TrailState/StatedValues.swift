import TrailCheck
import TrailReading

/// Which events of an object left or show a value: looked up where there are many, so that no object takes the square of its
/// words.
struct StatedValues {
  /// The events that left each value, and the first one that shows it.
  private var left: [UInt64: [Int]] = [:]
  private var shown: [UInt64: Int] = [:]

  /// So few events, and so few words, are gone through each time.
  private static let few = (events: 8, words: 512)

  /// Nil if there are few.
  init?(_ facts: [StateSection.Fact], in words: [UInt64]) {
    guard facts.count > Self.few.events,
      facts.reduce(0, { $0 + $1.before.count + $1.after.count }) > Self.few.words
    else { return nil }
    for (number, fact) in facts.enumerated() {
      for word in words[fact.after] { left[word, default: []].append(number) }
      for word in words[fact.before] where shown[word] == nil { shown[word] = number }
    }
  }

  /// Whether an event of which something is so left a value.
  func isLeft(_ word: UInt64, where isSo: (Int) -> Bool) -> Bool {
    left[word]?.contains(where: isSo) ?? false
  }

  /// Whether an event before this one shows a value.
  func isShown(_ word: UInt64, before number: Int) -> Bool {
    shown[word].map { $0 < number } ?? false
  }
}

/// The values of an object at a moment by their properties, each looked up so many times.
struct ValuesByProperty {
  private let places: Range<Int>
  private let table: [Int: UInt64]?

  init(_ places: Range<Int>, in words: [UInt64], lookups: Int) {
    self.places = places
    guard places.count * lookups > 1 << 12 else {
      table = nil
      return
    }
    let values = words[places].map { (FactValue($0).property, FactValue($0).hash) }
    table = Dictionary(values) { first, _ in first }
  }

  func value(of property: Int, in words: [UInt64]) -> UInt64? {
    if let table { return table[property] }
    return places.first { FactValue(words[$0]).property == property }
      .map { FactValue(words[$0]).hash }
  }
}
