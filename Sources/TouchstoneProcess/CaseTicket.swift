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

/// Cases whose requests follow each other.
struct CaseRun: Sendable {
  let requests: CaseRequests
  private(set) var places: Range<Int>
  /// Whether the answers are read before any other is trusted.
  private(set) var isSuspect = false

  /// All cases of these requests.
  init(_ requests: CaseRequests) {
    self.requests = requests
    places = 0..<requests.parameters.count
  }

  /// A single case.
  init(_ ticket: CaseTicket) {
    requests = ticket.requests
    places = ticket.place..<ticket.place + 1
    isSuspect = ticket.isSuspect
  }

  /// Whether there are none, or nobody waits for the answers any more.
  var isEmpty: Bool { places.isEmpty || requests.batch.isWithdrawn }

  /// The cases one by one.
  var tickets: [CaseTicket] {
    places.map { CaseTicket(requests: requests, place: $0, isSuspect: isSuspect) }
  }

  /// Takes so many of them from the front.
  mutating func pop(_ count: Int) -> CaseRun {
    var first = self
    let end = places.lowerBound + min(count, places.count)
    first.places = places.lowerBound..<end
    places = end..<places.upperBound
    return first
  }
}
