/// In which order the events of a trail were stored, as far as its files tell: whether a file has its newest document
/// first is known only at its end.
struct HistoryFiles: Sendable {
  /// How the documents of a file follow each other.
  struct Reading: Sendable {
    /// When the earlier one of its first and last events happened.
    private(set) var start = Int64.max
    private var first: Int64?
    private var last: (time: Int64, id: DocumentId?)?
    private var rises = 0
    private var falls = 0
    /// The same for the ids of neighbours of one instant.
    private var idRises = 0
    private var idFalls = 0
    private var isSettled = false
    private var settled = (isNewestFirst: false, keepsInstants: false)

    /// So many steps back, and hardly one forward, are not a clock that was set back.
    private static let leastFalls = 4
    private static let fallsForARise = 8

    init() {}

    /// What another check has found out.
    init(start: Int64, isNewestFirst: Bool, keepsInstants: Bool) {
      self.start = start
      isSettled = true
      settled = (isNewestFirst, keepsInstants)
    }

    mutating func note(_ event: HistoryEvent) {
      if let last {
        if event.time > last.time {
          rises += 1
        } else if event.time < last.time {
          falls += 1
        } else if let id = event.id, let before = last.id {
          if before < id { idRises += 1 } else { idFalls += 1 }
        }
      }
      first = first ?? event.time
      start = min(first ?? event.time, event.time)
      last = (event.time, event.id)
    }

    /// Whether the file may still turn out to have its newest document first.
    var canBeNewestFirst: Bool { rises <= falls + Self.fallsForARise }

    /// Whether the newest document comes first.
    var isNewestFirst: Bool {
      if isSettled { return settled.isNewestFirst }
      return canBeNewestFirst && falls >= Self.leastFalls && rises * Self.fallsForARise <= falls
    }

    /// Whether documents of one instant are in the order in which they were stored all the same.
    ///
    /// Sorted by time, they stay as they were; sorted by `_id`, they are turned around like all others.
    var keepsInstants: Bool { isSettled ? settled.keepsInstants : idRises > idFalls }
  }

  private var readings: [Reading]
  private var ranks: [Int]

  /// The files in the order of their first events, those of one instant in the order of their names.
  init(_ readings: [Reading], names: [String]) {
    self.readings = readings
    ranks = Array(repeating: 0, count: names.count)
    func start(_ number: Int) -> Int64 { number < readings.count ? readings[number].start : .max }
    let sorted = names.indices.sorted {
      start($0) == start($1) ? names[$0] < names[$1] : start($0) < start($1)
    }
    for (rank, number) in sorted.enumerated() { ranks[number] = rank }
  }

  /// Where an event stands among all that were stored.
  func place(of event: HistoryEvent) -> HistoryPlace {
    let rank = event.file < ranks.count ? ranks[event.file] : event.file
    guard event.file < readings.count, readings[event.file].isNewestFirst else {
      return HistoryPlace(rank: rank, time: 0, line: event.line)
    }
    return readings[event.file].keepsInstants
      ? HistoryPlace(rank: rank, time: event.time, line: event.line)
      : HistoryPlace(rank: rank, time: 0, line: -event.line)
  }

  func isNewestFirst(_ file: Int) -> Bool {
    file < readings.count && readings[file].isNewestFirst
  }
}

/// Where an event stands among all that were stored: by its file, then by its line unless the newest comes first.
struct HistoryPlace: Sendable, Hashable, Comparable {
  let rank: Int
  let time: Int64
  let line: Int

  @inline(__always)
  static func < (left: Self, right: Self) -> Bool {
    if left.rank != right.rank { return left.rank < right.rank }
    if left.time != right.time { return left.time < right.time }
    return left.line < right.line
  }
}
