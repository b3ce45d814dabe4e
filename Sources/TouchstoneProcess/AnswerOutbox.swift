import Touchstone

/// Where the thread that talks with a process puts answers, until it is worth waking a task that reads them.
struct AnswerOutbox {
  /// Time since the process was started.
  typealias Instant = Duration

  /// As many answers, or as many bytes of them, are not held back.
  private static let countLimit = 256
  private static let byteLimit = 1 << 18
  /// Nor is one for longer than this.
  private static let patience: Duration = .milliseconds(1)

  private var bunch: AnswerBunch
  /// What the last answer was for.
  private var requests: CaseRequests?
  private var since: Instant?
  /// How many bytes nobody has read yet were handed over since the last time somebody asked.
  private var handedOver = 0

  init(origin: AnswerBunch.Origin) {
    bunch = AnswerBunch(origin: origin)
  }

  /// When what is there is to be handed over at the latest.
  var deadline: Instant? { since.map { $0 + Self.patience } }

  /// Lets a function add an answer to one of these requests.
  mutating func add(
    to requests: CaseRequests,
    at now: Instant,
    _ body: (inout AnswerBunch) -> Void
  ) {
    if self.requests !== requests {
      if self.requests?.batch !== requests.batch { flush() }
      self.requests = requests
    }
    if since == nil { since = now }
    body(&bunch)
    if bunch.entries.count >= Self.countLimit || bunch.text.count >= Self.byteLimit { flush() }
  }

  /// Hands over what is there.
  mutating func flush() {
    guard let requests, !bunch.entries.isEmpty else { return }
    if requests.batch.deliver(bunch) { handedOver += bunch.text.count }
    bunch = AnswerBunch(after: bunch)
    self.requests = nil
    since = nil
  }

  /// How many unread bytes were handed over since the last time.
  mutating func takeHandedOver() -> Int {
    defer { handedOver = 0 }
    return handedOver
  }
}
