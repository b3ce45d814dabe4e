import Dates
import JSON
import Touchstone

/// Answers on their way from the thread that talks with a process to the tasks that read them.
///
/// Many at a time, because waking a task costs more than an answer does.
struct AnswerBunch: Sendable {
  /// Which life of which process they come from.
  struct Origin: Sendable, Hashable {
    let worker: Int
    let life: Int

    /// Of answers that no process gave.
    static let nowhere = Origin(worker: -1, life: -1)
  }

  /// An answer of which only the beginning is known.
  struct Unread: Sendable {
    let head: AnswerHead
    let duration: Duration
    let log: String?
    /// The time of day from request to answer.
    let ran: ClosedRange<Moment>
    /// Where its line stands in the text.
    let place: Range<Int>
  }

  /// What came for one case.
  struct Entry: Sendable {
    enum Content: Sendable {
      case unread(Unread)
      case read(CaseAnswer)
    }

    /// Among which requests of the bunch the case is, and where.
    fileprivate let source: Int
    fileprivate let place: Int
    let content: Content
  }

  let origin: Origin
  private(set) var entries: [Entry] = []
  /// The lines of unread answers.
  private(set) var text: [UInt8] = []
  /// What was answered: a few, because cases are sent in their order.
  private var sources: [CaseRequests] = []

  init(origin: Origin) { self.origin = origin }

  /// An empty one that has room for as much as an earlier one.
  init(after other: AnswerBunch) {
    origin = other.origin
    entries.reserveCapacity(other.entries.count)
    text.reserveCapacity(other.text.count)
  }

  /// The batch to which all of it belongs.
  var batch: CaseBatch? { sources.first?.batch }

  /// The case that an entry is about.
  func ticket(_ entry: Entry) -> CaseTicket {
    CaseTicket(requests: sources[entry.source], place: entry.place)
  }

  private mutating func append(
    _ content: Entry.Content,
    _ requests: CaseRequests,
    _ place: Int
  ) {
    if sources.last !== requests { sources.append(requests) }
    entries.append(Entry(source: sources.count - 1, place: place, content: content))
  }

  /// Adds an answer that was read.
  mutating func append(_ answer: CaseAnswer, to ticket: CaseTicket) {
    append(.read(answer), ticket.requests, ticket.place)
  }

  /// Adds an answer that is still to be read.
  mutating func append(
    _ line: UnsafeRawBufferPointer,
    _ head: AnswerHead,
    to sent: SentCase,
    of requests: CaseRequests,
    at answered: Moment,
    duration: Duration,
    log: String?
  ) {
    let start = text.count
    text.append(contentsOf: line)
    let unread = Unread(
      head: head,
      duration: duration,
      log: log,
      ran: sent.range(to: answered),
      place: start..<text.count
    )
    append(.unread(unread), requests, sent.place)
  }

  /// What one of its entries says.
  ///
  /// - Throws: a ``CaseFault`` if the line turns out to be no answer.
  func answer(_ entry: Entry) throws(CaseFault) -> CaseAnswer {
    switch entry.content {
    case .read(let answer): return answer
    case .unread(let unread):
      let result = text.withUnsafeBytes { bytes in
        unread.head.result(of: UnsafeRawBufferPointer(rebasing: bytes[unread.place]))
      }
      var answer = CaseAnswer(
        outcome: .success(CaseResult(message: try result.get())),
        duration: unread.duration,
        log: unread.log
      )
      answer.ran = unread.ran
      return answer
    }
  }
}
