import TrailReading

/// Whether the times of a device's events are those at which they happened, as edition core has them, or those of commits.
///
/// A scope is stored as a whole (SCOPE-6), and an event has one time in all scopes that record it (SCOPE-5). So where a time
/// comes again behind another one, two scopes have recorded what happened then; a commit has its time once.
enum EventTimes {
  /// The devices whose events show that their times are those at which they happened.
  static func devices(of events: [HistoryEvent], in files: HistoryFiles) -> Set<UInt32> {
    let devices = Dictionary(grouping: Set(events), by: \.partition)
    return Set(devices.filter { areOfEvents($0.value, files) }.keys)
  }

  private static func areOfEvents(_ events: [HistoryEvent], _ files: HistoryFiles) -> Bool {
    if files.areInOrder, files.tellOrder(of: events),
      comeAgain(events.sorted { files.place(of: $0) < files.place(of: $1) })
    {
      return true
    }
    let counted = events.sorted { ($0.id?.rank ?? 0) < ($1.id?.rank ?? 0) }
    return zip(counted, counted.dropFirst()).allSatisfy { $1.isCounted(behind: $0) }
      && comeAgain(counted)
  }

  /// Whether a time comes again behind another one.
  private static func comeAgain(_ stored: [HistoryEvent]) -> Bool {
    var seen: Set<Int64> = []
    return zip(stored, stored.dropFirst()).contains { before, event in
      seen.insert(before.time)
      return event.time != before.time && seen.contains(event.time)
    }
  }
}
