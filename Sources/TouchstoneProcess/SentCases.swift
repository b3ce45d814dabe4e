import Dates
import DequeModule
import Touchstone

/// A case that was sent to a process: numbers only, because it is looked at for each answer.
struct SentCase: Sendable {
  /// Which of the requests that a process was sent from, counted from its start.
  let source: Int
  /// Which of those.
  let place: Int
  /// The time of day at which it was sent.
  let sent: Moment

  /// The time of day from then until it was answered.
  func range(to answered: Moment) -> ClosedRange<Moment> { sent...max(sent, answered) }
}

/// What the numbers of sent cases stand for.
struct RequestSources: Sendable {
  private var sources: Deque<CaseRequests> = []
  /// How many are no longer needed.
  private var dropped = 0

  subscript(sent: SentCase) -> CaseRequests { sources[sent.source - dropped] }

  func ticket(_ sent: SentCase) -> CaseTicket {
    CaseTicket(requests: self[sent], place: sent.place)
  }

  /// The number of requests that some are sent from now.
  mutating func add(_ requests: CaseRequests) -> Int {
    if sources.last !== requests { sources.append(requests) }
    return dropped + sources.count - 1
  }

  /// Lets go of what comes before a case, which is the oldest that is still open; nil if none is.
  mutating func drop(before oldest: SentCase?) {
    let count = oldest.map { $0.source - dropped } ?? sources.count
    sources.removeFirst(count)
    dropped += count
  }
}
