import Touchstone

/// Where the thread that talks with a process puts answers, until it is worth waking a task that reads them.
struct AnswerOutbox {
  typealias Instant = ContinuousClock.Instant

  /// As many answers, or as many bytes of them, are not held back.
  private static let countLimit = 256
  private static let byteLimit = 1 << 18
  /// Nor is one for longer than this.
  private static let patience: Duration = .milliseconds(1)

  private var bunch: AnswerBunch
  private var batch: CaseBatch?
  private var since: Instant?
  /// How many bytes nobody has read yet were handed over since the last time somebody asked.
  private var handedOver = 0

  init(origin: AnswerBunch.Origin) {
    bunch = AnswerBunch(origin: origin)
  }

  /// When what is there is to be handed over at the latest.
  var deadline: Instant? { since.map { $0 + Self.patience } }

  /// Lets a function add an answer to this case.
  mutating func add(
    to ticket: CaseTicket,
    at now: Instant,
    _ body: (inout AnswerBunch) -> Void
  ) {
    if batch !== ticket.requests.batch {
      flush()
      batch = ticket.requests.batch
    }
    since = since ?? now
    body(&bunch)
    if bunch.entries.count >= Self.countLimit || bunch.text.count >= Self.byteLimit { flush() }
  }

  /// Hands over what is there.
  mutating func flush() {
    guard let batch else { return }
    if batch.deliver(bunch) { handedOver += bunch.text.count }
    bunch = AnswerBunch(after: bunch)
    self.batch = nil
    since = nil
  }

  /// How many unread bytes were handed over since the last time.
  mutating func takeHandedOver() -> Int {
    defer { handedOver = 0 }
    return handedOver
  }
}
