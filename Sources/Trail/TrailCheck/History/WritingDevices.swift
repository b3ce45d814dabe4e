import TrailReading

extension [HistoryFact] {
  /// The facts of one object with those of partitions that one device has written one after the other as those of the first.
  ///
  /// A process that fills a partition goes on in another one and counts its ids on. But two users of one process have a realm
  /// each, so the events of both partitions must also have an activity of one user in common, with the same metadata.
  func ofDevices(_ files: HistoryFiles) -> [HistoryFact] {
    guard mayGoOn else { return self }
    var writings: [UInt32: Writing] = [:]
    for fact in self { writings[fact.event.partition, default: Writing()].note(fact, files) }
    var devices: [UInt32: UInt32] = [:]
    /// For each process the device whose partition it has written last.
    var last: [UInt64: UInt32] = [:]
    let ordered = writings.filter { !files.isCut($0.key) }.sorted {
      $0.value.counts?.lowerBound ?? 0 < $1.value.counts?.lowerBound ?? 0
    }
    for (partition, writing) in ordered {
      guard let process = writing.process else { continue }
      if let device = last[process], let earlier = writings[device],
        writing.continues(earlier, areInOrder: files.areInOrder)
      {
        devices[partition] = device
        writings[device]?.take(writing)
      } else {
        last[process] = partition
      }
    }
    if devices.isEmpty { return self }
    return map { fact in
      var fact = fact
      if let device = devices[fact.event.partition] { fact.event.partition = device }
      return fact
    }
  }

  /// Whether a process may have gone on in another partition: seldom, and cheaper to see than the rest.
  private var mayGoOn: Bool {
    guard let partition = first?.event.partition,
      contains(where: { $0.event.partition != partition })
    else { return false }
    var known: [(partition: UInt32, process: UInt64, counts: ClosedRange<UInt32>)] = []
    for event in lazy.map(\.event) {
      guard let id = event.id else { continue }
      if let place = known.firstIndex(where: { $0.partition == event.partition }) {
        let counts = known[place].counts
        known[place].counts =
          Swift.min(counts.lowerBound, id.low)...Swift.max(counts.upperBound, id.low)
      } else {
        if known.count == 16 { return true }
        known.append((event.partition, id.process, id.low...id.low))
      }
    }
    return known.contains { earlier in
      known.contains { later in
        earlier.process == later.process && earlier.counts.upperBound < later.counts.lowerBound
      }
    }
  }
}

/// What the events of a partition that mention an object have in common.
private struct Writing {
  /// The process that made all ids; nil if several did, or if an event has no id.
  private(set) var process: UInt64?
  /// What the process has counted up to.
  private(set) var counts: ClosedRange<UInt32>?
  private var places: ClosedRange<HistoryPlace>?
  /// What stands for activities of users.
  private var actors: Set<UInt32> = []
  private var isOfOneProcess = true

  mutating func note(_ fact: HistoryFact, _ files: HistoryFiles) {
    let event = fact.event
    guard let id = event.id, isOfOneProcess, process ?? id.process == id.process else {
      (isOfOneProcess, process) = (false, nil)
      return
    }
    process = id.process
    counts = Self.joined(counts, id.low...id.low)
    let place = files.place(of: event)
    places = Self.joined(places, place...place)
    if event.namesUser { actors.insert(event.actor) }
  }

  /// Whether these events were recorded behind those of another partition by the same device.
  func continues(_ earlier: Self, areInOrder: Bool) -> Bool {
    guard let counts, let others = earlier.counts, let places, let otherPlaces = earlier.places
    else { return false }
    return others.upperBound < counts.lowerBound
      && (!areInOrder || otherPlaces.upperBound < places.lowerBound)
      && !actors.isDisjoint(with: earlier.actors)
  }

  mutating func take(_ later: Self) {
    if let counts = later.counts { self.counts = Self.joined(self.counts, counts) }
    if let places = later.places { self.places = Self.joined(self.places, places) }
    actors.formUnion(later.actors)
  }

  private static func joined<Bound>(
    _ one: ClosedRange<Bound>?,
    _ other: ClosedRange<Bound>
  ) -> ClosedRange<Bound> {
    guard let one else { return other }
    return Swift.min(one.lowerBound, other.lowerBound)...Swift.max(one.upperBound, other.upperBound)
  }
}
