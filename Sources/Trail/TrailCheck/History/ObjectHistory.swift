import TrailReading

/// A class and a key, as two hashes.
struct HistoryKey: Hashable, Sendable {
  var className: Int
  var key: UInt64
}

/// What was said of one object.
struct ObjectHistory: Sendable {
  /// The number of its class.
  let className: Int
  /// Its primary key as JSON.
  let key: String
  /// What tells it apart from the other objects of its class.
  let keyHash: UInt64
  /// Facts of this object and of others, one behind the other.
  let words: [UInt64]
  /// Where those of this object stand, in the order in which they were read.
  let places: [Range<Int>]

  /// The facts in the order of their time, those of one instant in the order of the trail, or in that of their ids where
  /// these count up in another one.
  func ordered(by files: HistoryFiles) -> (facts: [HistoryFact], counting: HistoryFiles?) {
    let ordered = facts(arePlaced: true).ofDevices(files).inOrder(of: files)
    guard let counting = files.counting(ordered) else { return (ordered, nil) }
    return (ordered.inOrder(of: counting), counting)
  }

  /// The facts of events of which it is not known when, or on which device, they happened: they explain others, and
  /// nothing is held against them.
  var unplaced: [HistoryFact] { facts(arePlaced: false) }

  private func facts(arePlaced: Bool) -> [HistoryFact] {
    var facts: [HistoryFact] = []
    if arePlaced { facts.reserveCapacity(places.count) }
    for range in places {
      for fact in HistoryFact.ranges(in: words, range)
      where HistoryFact.isPlaced(at: fact.lowerBound, in: words) == arePlaced {
        facts.append(HistoryFact(at: fact.lowerBound, in: words))
      }
    }
    return facts
  }
}

/// What is known of an object at a moment of its replay.
struct ObjectState: Sendable {
  /// A value of a property, and the fact that is the reason for believing in it.
  struct Known: Sendable {
    var value: UInt64
    /// Its place among the facts of the object.
    var fact: Int
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
  private var changes: Set<PrecomputedHash> = []
  /// The first event that mentions it.
  var first: HistoryEvent?
  var wasInserted = false
  /// The deletion of an object that no event has inserted, whose key was used again.
  var uncreated: HistoryEvent?
  /// The devices of which the insertion is known with which it came the last time.
  var beginners: Set<UInt32> = []
  /// Whether it is there only because an event mentions it that cannot.
  var isContradicted = false

  /// Nothing is known of a class with so many properties.
  init(properties: Int) { known = Array(repeating: nil, count: properties) }

  mutating func witness(_ event: HistoryEvent) {
    if let index = witnesses.firstIndex(where: { $0.partition == event.partition }) {
      witnesses[index] = event
    } else if witnesses.count < 16 {
      witnesses.append(event)
    }
  }

  func hasSeen(change: UInt64) -> Bool { changes.contains(PrecomputedHash(change)) }

  mutating func note(change: UInt64) { changes.insert(PrecomputedHash(change)) }

  mutating func forgetValues() {
    for index in known.indices { known[index] = nil }
  }
}
