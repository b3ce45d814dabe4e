import Formats
import JSON
import TrailReading

/// In which order the events of a trail were stored, as far as its files tell: whether a file has its newest document
/// first is known only at its end.
struct HistoryFiles: Sendable {
  /// How the documents of a file follow each other.
  struct Reading: JSONItem {
    /// An event, as far as its neighbours are compared with it.
    struct End: JSONItem {
      var time: Int64 = 0
      var id: DocumentId?
      var number = 0

      mutating func exchange(_ fields: inout JSONFields) throws(JSONFault) {
        try fields("time", &time)
        try fields("_id", &id)
        try fields("document", &number)
      }
    }

    /// How often something rises and falls from one document to the next.
    struct Steps: Sendable, Hashable {
      var rises = 0
      var falls = 0

      /// So many steps back, and hardly one forward, are not a clock that was set back.
      private static let leastFalls = 4
      /// So many steps do not all rise by chance.
      private static let leastRises = 8
      /// How many steps of one direction a step of the other one is an exception from.
      private static let many = 8
      /// In a scope hardly any time falls: if so many do, the documents are in no order.
      private static let risesForAFall = 4

      mutating func note(falls isFall: Bool) {
        if isFall { falls += 1 } else { rises += 1 }
      }

      static func += (left: inout Self, right: Self) {
        left.rises += right.rises
        left.falls += right.falls
      }

      /// Whether nearly all steps go back.
      var areReversed: Bool { falls >= Self.leastFalls && rises * Self.many <= falls }

      /// Whether so many steps go back that there is no order.
      var areLoose: Bool { falls >= Self.leastFalls && falls * Self.risesForAFall >= rises }

      /// Whether there is an order; a single step is enough where ids count.
      func areSteady(_ least: Int = leastRises) -> Bool {
        rises >= least && falls * 2 * Self.many <= rises
      }
    }

    private(set) var first: End?
    private(set) var last: End?
    /// The times of neighbours.
    private(set) var times = Steps()
    /// The ids of neighbours of one instant.
    private(set) var ids = Steps()
    /// The times of neighbours that may be of one scope.
    private(set) var scopes = Steps()
    /// The times of neighbours in a partition, which stand in the order of its commits.
    private(set) var partitions = Steps()
    /// The ids of neighbours in a partition that tell which was stored first.
    private(set) var stored = Steps()
    /// By how much the rises of times were more than the falls, at the most.
    private(set) var highest = 0

    /// An export with the newest document first does not have so many more rises than falls.
    private static let mostRises = 8

    /// Notes that the times of two neighbours of one scope rise or fall.
    mutating func noteScope(falls: Bool) { scopes.note(falls: falls) }

    /// Notes that the times of two neighbours of a partition rise or fall.
    mutating func notePartition(falls: Bool) { partitions.note(falls: falls) }

    /// Notes what the ids of two neighbours of a partition tell.
    mutating func noteStored(_ before: HistoryEvent, _ after: HistoryEvent) {
      if after.isStored(behind: before) {
        stored.rises += 1
      } else if before.isStored(behind: after) {
        stored.falls += 1
      }
    }

    mutating func note(_ event: HistoryEvent) {
      let end = End(time: event.time, id: event.id, number: event.number)
      if let last { step(from: last, to: end) } else { first = end }
      last = end
    }

    private mutating func step(from before: End, to after: End) {
      if after.time != before.time {
        times.note(falls: after.time < before.time)
        highest = max(highest, times.rises - times.falls)
      } else if let id = after.id, let former = before.id {
        ids.note(falls: id <= former)
      }
    }

    /// Takes what was counted behind it in the same file.
    mutating func take(_ next: Reading) {
      guard let nextFirst = next.first else { return }
      if let last { step(from: last, to: nextFirst) } else { first = nextFirst }
      highest = max(highest, times.rises - times.falls + next.highest)
      add(next)
      last = next.last
    }

    /// Adds what was counted elsewhere.
    mutating func add(_ other: Reading) {
      times += other.times
      ids += other.ids
      scopes += other.scopes
      partitions += other.partitions
      stored += other.stored
    }

    mutating func exchange(_ fields: inout JSONFields) throws(JSONFault) {
      try fields("first", &first)
      try fields("last", &last)
      try fields.total("rises", &times.rises)
      try fields.total("falls", &times.falls)
      try fields.total("idRises", &ids.rises)
      try fields.total("idFalls", &ids.falls)
      try fields.total("scopeRises", &scopes.rises)
      try fields.total("scopeFalls", &scopes.falls)
      try fields.total("partitionRises", &partitions.rises)
      try fields.total("partitionFalls", &partitions.falls)
      try fields.total("storedRises", &stored.rises)
      try fields.total("storedFalls", &stored.falls)
      try fields.total("highest", &highest)
    }

    /// When the earlier one of its first and last events happened.
    var start: Int64 { min(first?.time ?? .max, last?.time ?? .max) }

    /// Whether the file may still turn out to have its newest document first.
    var canBeNewestFirst: Bool { times.rises <= times.falls + Self.mostRises }

    /// Whether it could be told at any time that the newest document may come first.
    var couldBeNewestFirst: Bool { highest <= Self.mostRises }

    /// Whether the newest document comes first: in nearly all steps of the file, or of its partitions, since devices upload
    /// several scopes at a time.
    var isNewestFirst: Bool {
      times.areReversed || partitions.areReversed || stored.areReversed
    }

    /// Whether the documents are in no order: by their times in scopes, or by their ids in partitions, of which a single one
    /// that goes back is enough if not nearly all go on.
    var isUnordered: Bool {
      !isNewestFirst && (scopes.areLoose || stored.falls > 0 && !stored.areSteady(1))
    }

    /// Whether the documents are in the order in which they were stored, or in the opposite one: few may be so by chance.
    var isInOrder: Bool {
      isNewestFirst
        || !isUnordered && (scopes.areSteady() || partitions.areSteady() || stored.areSteady(1))
    }

    /// Whether documents of one instant are in the order in which they were stored all the same.
    ///
    /// Sorted by time, they stay as they were; sorted by `_id`, they are turned around like all others.
    var keepsInstants: Bool { ids.rises > ids.falls }

    /// Whether it is known which event of one instant was stored first.
    var tellsInstants: Bool {
      !isNewestFirst || ids.areReversed || Steps(rises: ids.falls, falls: ids.rises).areReversed
    }
  }

  private var readings: [Reading]
  private var ranks: [Int]
  /// Whether the places of documents say nothing, since those of some file are in no order.
  let areUnordered: Bool
  /// Whether the documents are in the order in which they were stored; where neither is so, they are too few to tell.
  let areInOrder: Bool
  /// The partitions with pieces in several files that overlap in time: which piece was first is not known.
  private var overlapping: Set<UInt32> = []

  /// Whether a partition is in pieces of which it is not known which was first.
  func isCut(_ partition: UInt32) -> Bool { overlapping.contains(partition) }
  /// The places of events of one instant whose ids count up in another order than they stand in.
  private var counted: [Document: HistoryPlace] = [:]

  private struct Document: Hashable {
    let file, number: Int
  }

  /// The files in the order of their first events, those of one instant in the order of their names.
  init(_ readings: [Reading], names: [String], _ segments: [HistoryOrder.Segment] = []) {
    self.readings = readings
    // What one of many small files does not tell, all of them do together.
    var all = Reading()
    let others = readings.filter { !$0.isNewestFirst }
    for reading in others { all.add(reading) }
    areUnordered = all.isUnordered || others.contains(where: \.isUnordered)
    areInOrder = !areUnordered && (others.isEmpty || all.isInOrder)
    ranks = Array(repeating: 0, count: names.count)
    func start(_ number: Int) -> Int64 { number < readings.count ? readings[number].start : .max }
    let sorted = names.indices.sorted {
      start($0) == start($1) ? names[$0] < names[$1] : start($0) < start($1)
    }
    for (rank, number) in sorted.enumerated() { ranks[number] = rank }
    if names.count > 1 { noteOverlaps(of: segments) }
  }

  private mutating func noteOverlaps(of segments: [HistoryOrder.Segment]) {
    for pieces in Dictionary(grouping: segments, by: \.first.event.partition).values {
      let sorted = pieces.sorted { ranks[$0.first.event.file] < ranks[$1.first.event.file] }
      for (before, after) in zip(sorted, sorted.dropFirst())
      where before.times.upperBound >= after.times.lowerBound {
        overlapping.insert(after.first.event.partition)
      }
    }
  }

  /// Where an event stands among all that were stored.
  func place(of event: HistoryEvent) -> HistoryPlace {
    if !counted.isEmpty, let place = counted[Document(file: event.file, number: event.number)] {
      return place
    }
    if areUnordered {
      return HistoryPlace(rank: 0, time: event.time, number: event.id?.rank ?? event.number)
    }
    let rank = event.file < ranks.count ? ranks[event.file] : event.file
    guard event.file < readings.count, readings[event.file].isNewestFirst else {
      return HistoryPlace(rank: rank, time: 0, number: event.number)
    }
    return readings[event.file].keepsInstants
      ? HistoryPlace(rank: rank, time: event.time, number: event.number)
      : HistoryPlace(rank: rank, time: 0, number: -event.number)
  }

  /// The same files with the events of one instant in the order in which a process has counted their ids; nil if they
  /// stand in it.
  ///
  /// Where documents do not tell the order of a device's events, and ids do, all of them are in the order of their ids.
  func counting(_ facts: [HistoryFact]) -> HistoryFiles? {
    let haveInstants = zip(facts, facts.dropFirst()).contains { before, after in
      before.event.time == after.event.time && before.event.number != after.event.number
    }
    let areSorted = idsContradictPlaces(of: facts)
    guard haveInstants || areSorted || !areInOrder || !overlapping.isEmpty else { return nil }
    var files = self
    for (partition, device) in Dictionary(grouping: Set(facts.map(\.event)), by: \.partition) {
      let isTold = areInOrder && !isCut(partition)
      if !isTold || areSorted && Self.areIdsOfCommits(device), Self.idsTellOrder(of: Array(device))
      {
        files.count(device)
      } else if !areUnordered {
        for events in Dictionary(grouping: device, by: \.time).values where events.count > 1 {
          let counted = events.sorted { ($0.id?.rank ?? 0) < ($1.id?.rank ?? 0) }
          if Self.areCounted(counted) { files.count(events) }
        }
      }
    }
    return files.counted.isEmpty ? nil : files
  }

  /// Whether documents stand in another order than a process has counted: an export can be sorted by activity, by user or by time.
  private func idsContradictPlaces(of facts: [HistoryFact]) -> Bool {
    zip(facts, facts.dropFirst()).contains { fact, next in
      let (one, other) = (fact.event, next.event)
      guard one.partition == other.partition, let id = one.id, let otherId = other.id,
        id != otherId,
        id.isOfOneProcess(with: otherId)
      else { return false }
      return otherId.isCounted(behind: id) != (place(of: one) < place(of: other))
    }
  }

  /// Whether ids are made when a scope is committed: some are later than their events.
  private static func areIdsOfCommits(_ events: [HistoryEvent]) -> Bool {
    events.contains { event in event.id.map { $0.seconds > event.time / 1000 + 1 } ?? false }
  }

  /// Puts events into the order of their ids.
  private mutating func count(_ events: [HistoryEvent]) {
    let counted = events.sorted { ($0.id?.rank ?? 0) < ($1.id?.rank ?? 0) }
    let places = counted.map(place)
    let sorted = places.sorted()
    if places == sorted { return }
    for (event, place) in zip(counted, sorted) {
      self.counted[Document(file: event.file, number: event.number)] = place
    }
  }

  private static func areCounted(_ events: [HistoryEvent]) -> Bool {
    zip(events, events.dropFirst()).allSatisfy { $1.isCounted(behind: $0) }
  }

  /// Whether the places of documents are not those in which they stand.
  var movesInstants: Bool { !counted.isEmpty }

  /// Whether it is known which of a device's events was stored first: by their places, or by ids that count.
  func tellOrder(of events: [HistoryEvent]) -> Bool {
    areInOrder && placesTellOrder(of: events) || Self.idsTellOrder(of: events)
  }

  private func placesTellOrder(of events: [HistoryEvent]) -> Bool {
    let sorted = events.sorted { place(of: $0) < place(of: $1) }
    return zip(sorted, sorted.dropFirst()).allSatisfy { before, after in
      // Files are in the order of their first events, which is another one where a clock was set back.
      if before.file != after.file { return !isCut(after.partition) }
      return before.time != after.time || before.number == after.number
        || readings[before.file].tellsInstants
    }
  }

  /// Where a clock was set back, the ids of a process go back in time while they count up.
  private static func idsTellOrder(of events: [HistoryEvent]) -> Bool {
    let sorted = events.sorted { ($0.id?.rank ?? 0) < ($1.id?.rank ?? 0) }
    return zip(sorted, sorted.dropFirst()).allSatisfy { before, after in
      guard let id = before.id, let next = after.id else { return false }
      if id.isOfOneProcess(with: next) { return id == next || next.isCounted(behind: id) }
      return after.isStored(behind: before)
    }
  }

  func isNewestFirst(_ file: Int) -> Bool {
    file < readings.count && readings[file].isNewestFirst
  }
}

/// Where an event stands among all that were stored: by its file, then by its number unless the newest comes first.
struct HistoryPlace: Sendable, Hashable, Comparable {
  let rank: Int
  let time: Int64
  let number: Int

  @inline(__always)
  static func < (left: Self, right: Self) -> Bool {
    if left.rank != right.rank { return left.rank < right.rank }
    if left.time != right.time { return left.time < right.time }
    return left.number < right.number
  }
}
