import TrailReading

extension [HistoryFact] {
  /// The facts of one object with those of partitions that one device has written one after the other as those of the first.
  ///
  /// A process that fills a partition goes on in another one and counts its ids on. But two users of one process have a realm
  /// each, so the events of both partitions must also have an activity of one user in common, with the same metadata.
  func ofDevices(_ files: HistoryFiles) -> [HistoryFact] {
    guard let partition = first?.event.partition,
      contains(where: { $0.event.partition != partition })
    else { return self }
    var writings = writings
    var devices: [UInt32: UInt32] = [:]
    /// The one of a device that may go on.
    var earlier: Int?
    for index in writings.indices where !files.isCut(writings[index].partition) {
      if let earlier, writings[index].continues(writings[earlier], of: self, files) {
        devices[writings[index].partition] = writings[earlier].partition
        writings[earlier].take(writings[index], of: self, files)
      } else {
        earlier = index
      }
    }
    if devices.isEmpty { return self }
    return map { fact in
      var fact = fact
      if let device = devices[fact.event.partition] { fact.event.partition = device }
      return fact
    }
  }

  /// What each process has written of the object, one partition behind the other.
  private var writings: [Writing] {
    var writings: [Writing] = []
    var mixed: UInt32?
    let byPartition = indices.sorted {
      (self[$0].event.partition, $0) < (self[$1].event.partition, $1)
    }
    for index in byPartition {
      let event = self[index].event
      if event.partition == mixed { continue }
      let isKnown = writings.last?.partition == event.partition
      if let id = event.id, !isKnown || writings[writings.count - 1].process == id.process {
        if isKnown {
          writings[writings.count - 1].note(index, id.low)
        } else {
          writings.append(Writing(index, event.partition, id))
        }
      } else {
        // Of several processes, or of an unknown one.
        if isKnown { writings.removeLast() }
        mixed = event.partition
      }
    }
    return writings.sorted {
      ($0.process, $0.counts.lowerBound) < ($1.process, $1.counts.lowerBound)
    }
  }
}

/// What the events of a partition that mention an object have in common if one process made all of their ids.
private struct Writing {
  let partition: UInt32
  let process: UInt64
  /// What the process has counted up to.
  private(set) var counts: ClosedRange<UInt32>
  /// The facts, without those of partitions in which the device went on.
  private var facts: [Int]
  /// Where the last event of these partitions stands, and what stands for the activities of users in all of them; nil as long
  /// as there are none.
  private var whole: (end: HistoryPlace, users: Set<UInt32>)?

  init(_ fact: Int, _ partition: UInt32, _ id: DocumentId) {
    (self.partition, process, counts, facts) = (partition, id.process, id.low...id.low, [fact])
  }

  mutating func note(_ fact: Int, _ count: UInt32) {
    counts = min(counts.lowerBound, count)...max(counts.upperBound, count)
    facts.append(fact)
  }

  /// Whether these events were recorded behind those of another partition by the same device.
  func continues(_ earlier: Self, of known: [HistoryFact], _ files: HistoryFiles) -> Bool {
    guard process == earlier.process, earlier.counts.upperBound < counts.lowerBound else {
      return false
    }
    if files.areInOrder, let start = places(known, files).min(), earlier.end(known, files) >= start
    {
      return false
    }
    return haveUser(in: known, with: earlier)
  }

  /// Takes note that these facts are of the same device.
  mutating func take(_ later: Self, of known: [HistoryFact], _ files: HistoryFiles) {
    counts = counts.lowerBound...later.counts.upperBound
    let last = max(end(known, files), later.end(known, files))
    if whole == nil { whole = (last, users(in: known)) }
    whole?.end = last
    whole?.users.formUnion(later.users(in: known))
  }

  private func places(
    _ known: [HistoryFact],
    _ files: HistoryFiles
  ) -> some Sequence<HistoryPlace> {
    facts.lazy.map { files.place(of: known[$0].event) }
  }

  private func end(_ known: [HistoryFact], _ files: HistoryFiles) -> HistoryPlace {
    whole?.end ?? places(known, files).max() ?? HistoryPlace(rank: 0, time: 0, number: 0)
  }

  private func users(in known: [HistoryFact]) -> Set<UInt32> {
    Set(facts.lazy.map { known[$0].event }.filter(\.namesUser).map(\.actor))
  }

  /// Whether an activity of a user that is named stands in both.
  private func haveUser(in known: [HistoryFact], with earlier: Self) -> Bool {
    let others = earlier.facts
    // A set of a few takes longer than looking at each.
    guard earlier.whole == nil, facts.count * others.count <= 64 else {
      return !users(in: known).isDisjoint(with: earlier.whole?.users ?? earlier.users(in: known))
    }
    for fact in facts where known[fact].event.namesUser {
      let actor = known[fact].event.actor
      for other in others where known[other].event.actor == actor && known[other].event.namesUser {
        return true
      }
    }
    return false
  }
}
