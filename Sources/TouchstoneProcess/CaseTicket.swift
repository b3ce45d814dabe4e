import Touchstone

/// A case on its way.
///
/// It is in one place at a time, so that whoever has it is the only one who can answer it.
struct CaseTicket: Sendable {
  let requests: CaseRequests
  /// Which of the requests it is.
  let place: Int
  /// Whether the answer is read before any other is trusted: an earlier one was no message.
  var isSuspect = false

  /// The parameters of `runCase` as text.
  var parameters: ArraySlice<UInt8> { requests.parameters[place] }

  /// The same case, when its answer turned out to be none.
  var suspected: CaseTicket { CaseTicket(requests: requests, place: place, isSuspect: true) }

  /// Which case of the batch it is.
  var index: Int { requests.first + place }

  /// Whether nobody waits for the answer any more.
  var isWithdrawn: Bool { requests.batch.isWithdrawn }

  /// Gives the answer; nil if there will be none.
  func resolve(_ answer: CaseAnswer?) {
    guard let answer else { return requests.batch.settle(1) }
    var bunch = AnswerBunch(origin: .nowhere)
    bunch.append(answer, to: self)
    requests.batch.deliver(bunch)
  }
}

/// A case that was sent to a process.
struct SentCase: Sendable {
  let ticket: CaseTicket
  /// The time of day at which it was.
  let sent: Moment

  /// The time of day from then until it was answered.
  func range(to answered: Moment) -> ClosedRange<Moment> { sent...max(sent, answered) }
}

/// Cases that wait for a process.
struct WaitingCases: Sendable {
  private let requests: CaseRequests
  private var next = 0

  init(_ requests: CaseRequests) { self.requests = requests }

  /// How many there are.
  var count: Int {
    requests.batch.isWithdrawn ? 0 : requests.parameters.count - next
  }

  /// The next one; nil if there is none, or nobody waits for the answer any more.
  mutating func pop() -> CaseTicket? {
    guard count > 0 else { return nil }
    defer { next += 1 }
    return CaseTicket(requests: requests, place: next)
  }
}
