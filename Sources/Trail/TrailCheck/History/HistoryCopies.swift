import TrailReading

/// Finds events that stand in two partitions: the same values of the same object at the same time, under the same
/// activity and the same metadata.
struct HistoryCopies: Sendable {
  /// Two events that say the same of an object.
  struct Pair: Sendable {
    let first, copy: HistoryEvent
    /// The object, as findings call it.
    let object: String
    /// Where the copy stands.
    let place: TrailPosition
  }

  /// Each copy with the first object of which it says the same as another event.
  private(set) var pairs: [Pair] = []
  private var told: Set<TrailPosition> = []
  private static let maximum = 100_000

  /// Notes the events that say of an object what another one says.
  mutating func note(
    _ facts: [HistoryFact],
    _ words: [UInt64],
    _ object: @autoclosure () -> String,
    _ files: [String]
  ) {
    var start = facts.startIndex
    while start < facts.endIndex {
      var end = start + 1
      while end < facts.endIndex, facts[end].event.time == facts[start].event.time { end += 1 }
      let partition = facts[start].event.partition
      if facts[start..<end].contains(where: { $0.event.partition != partition }) {
        notePairs(among: facts[start..<end], words, object, files)
      }
      start = end
    }
  }

  /// Notes the pairs among facts of one instant.
  private mutating func notePairs(
    among facts: ArraySlice<HistoryFact>,
    _ words: [UInt64],
    _ object: () -> String,
    _ files: [String]
  ) {
    var firsts: [UInt64: HistoryFact] = [:]
    let sorted = facts.map { ($0.event.position(in: files), $0) }.sorted { $0.0 < $1.0 }
    for (place, fact) in sorted {
      let hash = fact.contentHash(in: words)
      guard let first = firsts[hash] else {
        firsts[hash] = fact
        continue
      }
      guard first.event.partition != fact.event.partition, first.says(fact, in: words) else {
        continue
      }
      tell(Pair(first: first.event, copy: fact.event, object: object(), place: place))
    }
  }

  /// Takes over what was found behind these.
  mutating func take(_ later: HistoryCopies) { for pair in later.pairs { tell(pair) } }

  private mutating func tell(_ pair: Pair) {
    guard told.count < Self.maximum, told.insert(pair.place).inserted else { return }
    pairs.append(pair)
  }
}

extension HistoryFact {
  fileprivate func contentHash(in words: [UInt64]) -> UInt64 {
    var hash = StableHash()
    hash.add(kind.rawValue)
    hash.add(UInt64(event.actor))
    for value in words[before] { hash.add(value) }
    hash.add(UInt64(before.count))
    for value in words[after] { hash.add(value) }
    return hash.value
  }

  fileprivate func says(_ other: HistoryFact, in words: [UInt64]) -> Bool {
    kind == other.kind && event.actor == other.event.actor
      && words[before].elementsEqual(words[other.before])
      && words[after].elementsEqual(words[other.after])
  }
}
