import TrailReading

/// Finds events that stand in two partitions: the same values of the same object at the same time, under the same
/// activity and the same metadata.
struct HistoryCopies {
  /// The events that were told, each of which may mention many objects.
  private var told: Set<TrailPosition> = []
  private static let maximum = 100_000

  /// The pairs of events of which the second one is told for the first time.
  mutating func find(
    in facts: [HistoryFact],
    _ words: [UInt64],
    _ names: [String]
  ) -> [(first: HistoryEvent, copy: HistoryEvent)] {
    var found: [(HistoryEvent, HistoryEvent)] = []
    var start = facts.startIndex
    while start < facts.endIndex {
      var end = start + 1
      while end < facts.endIndex, facts[end].event.time == facts[start].event.time { end += 1 }
      let partition = facts[start].event.partition
      if facts[start..<end].contains(where: { $0.event.partition != partition }) {
        found += pairs(among: facts[start..<end], words, names)
      }
      start = end
    }
    return found
  }

  /// The pairs among facts of one instant.
  private mutating func pairs(
    among facts: ArraySlice<HistoryFact>,
    _ words: [UInt64],
    _ names: [String]
  ) -> [(HistoryEvent, HistoryEvent)] {
    var firsts: [UInt64: HistoryFact] = [:]
    var found: [(HistoryEvent, HistoryEvent)] = []
    func position(_ event: HistoryEvent) -> TrailPosition {
      TrailPosition(file: names[event.file], document: event.number)
    }
    let sorted = facts.map { (position($0.event), $0) }.sorted { $0.0 < $1.0 }
    for (place, fact) in sorted {
      let hash = fact.contentHash(in: words)
      guard let first = firsts[hash] else {
        firsts[hash] = fact
        continue
      }
      guard first.event.partition != fact.event.partition, first.says(fact, in: words),
        told.count < Self.maximum, told.insert(place).inserted
      else { continue }
      found.append((first.event, fact.event))
    }
    return found
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
