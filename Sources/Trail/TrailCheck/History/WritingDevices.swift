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
        writings[earlier].take(writings[index])
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
  /// The facts.
  private var facts: [Int]

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
    func places(_ writing: Self) -> LazyMapSequence<[Int], HistoryPlace> {
      writing.facts.lazy.map { files.place(of: known[$0].event) }
    }
    if files.areInOrder, let last = places(earlier).max(), let first = places(self).min(),
      last >= first
    {
      return false
    }
    return haveUser(in: known, with: earlier)
  }

  /// Whether an activity of a user that is named stands in both.
  private func haveUser(in known: [HistoryFact], with earlier: Self) -> Bool {
    // A set of a few takes longer than looking at each.
    guard facts.count * earlier.facts.count > 64 else {
      for fact in facts where known[fact].event.namesUser {
        let actor = known[fact].event.actor
        for other in earlier.facts
        where known[other].event.actor == actor && known[other].event.namesUser { return true }
      }
      return false
    }
    func actors(_ writing: Self) -> Set<UInt32> {
      Set(writing.facts.lazy.map { known[$0].event }.filter(\.namesUser).map(\.actor))
    }
    return !actors(self).isDisjoint(with: actors(earlier))
  }

  mutating func take(_ later: Self) {
    counts = counts.lowerBound...later.counts.upperBound
    facts += later.facts
  }
}
