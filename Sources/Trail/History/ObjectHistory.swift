/// What is remembered of one object: the facts that are not replayed yet, and what those before them came to.
struct ObjectHistory: Sendable {
  /// The number of its class.
  let className: Int
  /// Its primary key as JSON.
  let key: String
  /// What tells it apart from the other objects of its class.
  let keyHash: UInt64
  /// The facts one behind the other, in the order in which they were read.
  var words: [UInt64] = []
  /// What the facts came to that had to make room; nil as long as all are here.
  var base: ObjectState?

  /// The facts in the order of their time, those of one instant in the order of the trail.
  func ordered(by files: HistoryFiles) -> [HistoryFact] {
    let facts = HistoryFact.ranges(in: words).map {
      HistoryFact(at: $0.lowerBound, in: words)
    }
    return facts.inOrder(of: files)
  }
}

/// What is known of an object at a moment of its replay.
struct ObjectState: Sendable {
  /// A value of a property, and the event that is the reason for believing in it.
  struct Known: Sendable {
    var value: UInt64
    var event: HistoryEvent
    /// The change that left it; nil if it was only seen.
    var change: UInt64?
  }

  /// Whether the object is there.
  enum Life: Sendable {
    case unknown
    case alive
    /// Deleted by this event with this change.
    case deleted(HistoryEvent, change: UInt64)
  }

  /// The values by property; nil where none is known.
  var known: [Known?]
  var life = Life.unknown
  /// The last events of each partition that show it alive, since it was last deleted.
  var witnesses: [HistoryEvent] = []
  /// The changes that were replayed: another scope may record each again.
  var changes: Set<UInt64> = []
  /// The first event that speaks of it.
  var first: HistoryEvent?
  var wasInserted = false
  /// Whether the insertion is known with which it came the last time.
  var isBegun = false
  /// The values that facts which had to make room left, with their partitions.
  var produced: [UInt64: UInt32] = [:]
  /// The values that properties had before the trail began.
  var initial: [UInt64: UInt64] = [:]

  /// Nothing is known of a class with so many properties.
  init(properties: Int) { known = Array(repeating: nil, count: properties) }

  /// Remembers no more than so many changes and values: what was replayed long ago is rarely recorded again.
  mutating func trim(to limit: Int) {
    if changes.count > limit { changes.removeAll(keepingCapacity: false) }
    if produced.count > limit {
      let current = Set(
        known.indices.compactMap { p in known[p].map { UInt64(p) << 48 | $0.value } }
      )
      produced = produced.filter { current.contains($0.key) }
    }
  }

  mutating func witness(_ event: HistoryEvent) {
    if let index = witnesses.firstIndex(where: { $0.partition == event.partition }) {
      witnesses[index] = event
    } else if witnesses.count < 16 {
      witnesses.append(event)
    }
  }

  mutating func forgetValues() {
    for index in known.indices { known[index] = nil }
  }
}
