import Formats
import JSON
import Records
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

    private(set) var first: End?
    private(set) var last: End?
    private(set) var rises = 0
    private(set) var falls = 0
    /// The same for the ids of neighbours of one instant.
    private(set) var idRises = 0
    private(set) var idFalls = 0
    /// The same for the times of neighbours that may be of one scope.
    private(set) var scopeRises = 0
    private(set) var scopeFalls = 0
    /// The same for the times of neighbours in a partition, which stand in the order of its commits.
    private(set) var partitionRises = 0
    private(set) var partitionFalls = 0
    /// Between neighbours in a partition, how often the ids rise and fall that tell which was stored first.
    private(set) var storedRises = 0
    private(set) var storedFalls = 0
    /// How many neighbours in a partition are of one instant and have no such ids.
    private(set) var untold = 0
    /// By how much the rises were more than the falls, at the most.
    private(set) var highest = 0

    /// So many steps back, and hardly one forward, are not a clock that was set back.
    private static let leastFalls = 4
    private static let fallsForARise = 8
    /// In a scope hardly any time falls, and in a partition hardly any id: if so many do, the documents are in no order.
    private static let risesForAFall = 4

    /// Notes that the times of two neighbours of one scope rise or fall.
    mutating func noteScope(falls: Bool) {
      if falls { scopeFalls += 1 } else { scopeRises += 1 }
    }

    /// Notes that the times of two neighbours of a partition rise or fall.
    mutating func notePartition(falls: Bool) {
      if falls { partitionFalls += 1 } else { partitionRises += 1 }
    }

    /// Notes what the ids of two neighbours of a partition tell.
    mutating func noteStored(_ before: HistoryEvent, _ after: HistoryEvent) {
      if after.isStored(behind: before) {
        storedRises += 1
      } else if before.isStored(behind: after) {
        storedFalls += 1
      } else if before.time == after.time {
        untold += 1
      }
    }

    mutating func note(_ event: HistoryEvent) {
      let end = End(time: event.time, id: event.id, number: event.number)
      if let last { step(from: last, to: end) } else { first = end }
      last = end
    }

    private mutating func step(from before: End, to after: End) {
      if after.time > before.time {
        rises += 1
        if rises - falls > highest { highest = rises - falls }
      } else if after.time < before.time {
        falls += 1
      } else if let id = after.id, let former = before.id {
        if former < id { idRises += 1 } else { idFalls += 1 }
      }
    }

    /// Takes what was counted behind it in the same file.
    mutating func take(_ next: Reading) {
      guard let nextFirst = next.first else { return }
      if let last { step(from: last, to: nextFirst) } else { first = nextFirst }
      highest = max(highest, rises - falls + next.highest)
      rises += next.rises
      falls += next.falls
      idRises += next.idRises
      idFalls += next.idFalls
      scopeRises += next.scopeRises
      scopeFalls += next.scopeFalls
      partitionRises += next.partitionRises
      partitionFalls += next.partitionFalls
      storedRises += next.storedRises
      storedFalls += next.storedFalls
      untold += next.untold
      last = next.last
    }

    mutating func exchange(_ fields: inout JSONFields) throws(JSONFault) {
      try fields("first", &first)
      try fields("last", &last)
      try fields.total("rises", &rises)
      try fields.total("falls", &falls)
      try fields.total("idRises", &idRises)
      try fields.total("idFalls", &idFalls)
      try fields.total("scopeRises", &scopeRises)
      try fields.total("scopeFalls", &scopeFalls)
      try fields.total("partitionRises", &partitionRises)
      try fields.total("partitionFalls", &partitionFalls)
      try fields.total("storedRises", &storedRises)
      try fields.total("storedFalls", &storedFalls)
      try fields.total("untold", &untold)
      try fields.total("highest", &highest)
    }

    /// When the earlier one of its first and last events happened.
    var start: Int64 { min(first?.time ?? .max, last?.time ?? .max) }

    /// Whether the file may still turn out to have its newest document first.
    var canBeNewestFirst: Bool { rises <= falls + Self.fallsForARise }

    /// Whether it could be told at any time that the newest document may come first.
    var couldBeNewestFirst: Bool { highest <= Self.fallsForARise }

    /// Whether the newest document comes first: in nearly all steps of the file, or of its partitions, since devices upload
    /// several scopes at a time.
    var isNewestFirst: Bool {
      Self.isReversed(rises, falls) || Self.isReversed(partitionRises, partitionFalls)
        || Self.isReversed(storedRises, storedFalls)
    }

    private static func isReversed(_ rises: Int, _ falls: Int) -> Bool {
      falls >= leastFalls && rises * fallsForARise <= falls
    }

    /// Whether the documents are in no order: by their times in scopes, or by their ids in partitions.
    var isUnordered: Bool {
      !isNewestFirst
        && (Self.isLoose(scopeRises, scopeFalls) || Self.isLoose(storedRises, storedFalls))
    }

    private static func isLoose(_ rises: Int, _ falls: Int) -> Bool {
      falls >= leastFalls && falls * risesForAFall >= rises
    }

    /// Whether documents of one instant are in the order in which they were stored all the same.
    ///
    /// Sorted by time, they stay as they were; sorted by `_id`, they are turned around like all others.
    var keepsInstants: Bool { idRises > idFalls }

    /// Whether nothing tells which event of one instant was first.
    var hidesInstants: Bool {
      untold > 0
        && (isUnordered
          || isNewestFirst && !Self.isReversed(idRises, idFalls)
            && !Self.isReversed(idFalls, idRises))
    }
  }

  private var readings: [Reading]
  private var ranks: [Int]
  /// Whether the places of documents say nothing, since those of some file are in no order.
  let areUnordered: Bool
  /// Why a contradiction may be none; nil if the order of the documents is known.
  let excuse: String?

  /// The files in the order of their first events, those of one instant in the order of their names.
  init(_ readings: [Reading], names: [String]) {
    self.readings = readings
    areUnordered = readings.contains(where: \.isUnordered)
    excuse =
      readings.contains(where: \.hidesInstants)
      ? "neither the order of the documents nor their ids tell which event of one instant was first"
      : nil
    ranks = Array(repeating: 0, count: names.count)
    func start(_ number: Int) -> Int64 { number < readings.count ? readings[number].start : .max }
    let sorted = names.indices.sorted {
      start($0) == start($1) ? names[$0] < names[$1] : start($0) < start($1)
    }
    for (rank, number) in sorted.enumerated() { ranks[number] = rank }
  }

  /// Where an event stands among all that were stored.
  func place(of event: HistoryEvent) -> HistoryPlace {
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
