/// The blocks that are registered with a session, in the order of their registration.
struct ProgressNotifications {
  private struct Entry {
    let number: Int
    var watch: ProgressWatch
    let block: (SyncProgress) -> Void
  }

  /// What is known; nil before there was any information.
  private(set) var counters: TransferCounters?
  private var entries: [Entry] = []
  private var count = 0
  private let stages: MobilePlatformStages

  init(_ stages: MobilePlatformStages) { self.stages = stages }

  /// Registers a block.
  ///
  /// - Returns: its number, nil if there is nothing left to report; and what it is to be told at once.
  mutating func add(
    _ watch: ProgressWatch,
    _ block: @escaping (SyncProgress) -> Void
  ) -> (number: Int?, now: SyncProgress?) {
    var watch = watch
    var first: SyncProgress?
    if let counters {
      let (progress, isLast) = stages.report(&watch, counters)
      if isLast { return (nil, progress) }
      first = progress
    }
    count += 1
    entries.append(Entry(number: count, watch: watch, block: block))
    return (count, first)
  }

  /// Ends the calls of a block, if it is still registered.
  mutating func remove(_ number: Int) {
    entries.removeAll { stages.isStopped($0.number, number) }
  }

  /// Takes new information.
  ///
  /// - Returns: the calls that follow from it; a block may register others meanwhile.
  mutating func update(_ counters: TransferCounters) -> [() -> Void] {
    self.counters = counters
    var calls: [() -> Void] = []
    var rest: [Entry] = []
    for var entry in entries {
      let (progress, isLast) = stages.report(&entry.watch, counters)
      calls.append { [block = entry.block] in block(progress) }
      if !isLast { rest.append(entry) }
    }
    entries = rest
    return calls
  }
}

/// Ends the calls of one block.
package struct ProgressNotificationToken {
  private weak var session: SyncSession?
  private let number: Int

  init(_ session: SyncSession, _ number: Int) {
    self.session = session
    self.number = number
  }

  /// Ends the calls; does nothing where they have ended.
  package func stop() { session?.stopProgress(number) }
}
