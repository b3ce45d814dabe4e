import Formats

/// Watches the time within each partition: the events of one scope stand in the order in which they happened.
///
/// Events of two scopes need not: a trail is in the order of commits. Which scope an event belongs to is not written
/// down, so neighbours with the same activity and the same metadata are taken for one.
struct HistoryOrder: Sendable {
  /// An event, as far as the next one is compared with it.
  struct Neighbour: Sendable, Hashable {
    var event: HistoryEvent
    var isScoped: Bool
  }

  /// The first and last events of each partition in this part of the trail.
  var ends: [UInt32: (first: Neighbour, last: Neighbour)] = [:]
  private static let maximumPartitions = 200_000

  /// Looks at an event, and says when it happened.
  ///
  /// Behind a clock that was set back that is not before the events that the scope has before it.
  mutating func check(
    _ event: HistoryEvent,
    isScoped: Bool,
    _ log: FindingLog
  ) -> Int64 {
    var next = Neighbour(event: event, isScoped: isScoped)
    guard let known = ends[event.partition] else {
      if ends.count < Self.maximumPartitions { ends[event.partition] = (next, next) }
      return event.time
    }
    if let sentence = Self.fault(known.last, next) {
      log(.timeBackwards, sentence)
      next.event.time = known.last.event.time
    }
    ends[event.partition] = (known.first, next)
    return next.event.time
  }

  /// What is wrong with the time of an event behind this one.
  static func fault(_ earlier: Neighbour, _ later: Neighbour) -> String? {
    guard earlier.event.scope == later.event.scope, earlier.isScoped == later.isScoped,
      later.event.time < earlier.event.time
    else { return nil }
    let (before, now) = (
      Timestamp(milliseconds: earlier.event.time), Timestamp(milliseconds: later.event.time)
    )
    return "the event is of \(now), the one before it in its scope of \(before); "
      + "a clock may have been set back"
  }
}
