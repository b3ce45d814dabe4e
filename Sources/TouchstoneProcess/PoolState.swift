import DequeModule
import Subprocess
import Touchstone

/// What a pool knows: pure decisions, which the pool makes under its lock.
struct PoolState {
  /// How the pool comes to an end.
  enum Closing { case politely, atOnce }

  /// One place for a process.
  struct Worker {
    let waker: Waker
    var isRunning = false
    /// Whether it waits for something to happen.
    var isAsleep = false
    /// Whether it could take a case.
    var hasRoom = false
    /// Cases that were open when a process ended, and are tried one by one.
    var suspects: [CaseTicket] = []
    /// Whether one of them runs, alone.
    var isSolo = false
    /// What happened, as long as no case is blamed for it.
    var mystery: String?
    /// Which of its processes it is.
    var life = 0
    /// Why its process is not to be trusted any more, as it turned out when its answers were read.
    var violation: String?
    /// The cases whose answers were no messages.
    var spoilt: [CaseTicket] = []
  }

  /// What follows from the end of a process.
  struct Settlement {
    var answers: [(CaseTicket, CaseAnswer?)] = []
    var fault: CaseFault
    var awaitingInfo: CheckedContinuation<Result<ImplementationInfo, CaseFault>, Never>?
    var goesOn = false
  }

  let options: SubprocessOptions
  var edition = ""
  var pending: Deque<CaseRun> = []
  var workers: [Worker]
  var tasks: [Task<Void, Never>] = []
  var awaitingInfo: CheckedContinuation<Result<ImplementationInfo, CaseFault>, Never>?
  var closing: Closing?
  var givenUp: CaseFault?
  /// How many processes ended without an answer, one after the other.
  var fruitless = 0
  var failedStarts = 0
  var faults = FaultRecord()
  var remarksOnEnding: [String] = []
  /// How many bytes of answers wait for being read.
  var unread = 0

  /// As long as more than this waits, no case is sent: an answer may be large, and whoever reads it slow.
  static let unreadLimit = 8 << 20

  init(_ options: SubprocessOptions, wakers: [Waker]) {
    self.options = options
    workers = wakers.map { Worker(waker: $0) }
  }

  /// Lets every process notice that it is to end.
  mutating func close(_ closing: Closing) {
    self.closing = closing
    for index in workers.indices {
      workers[index].isAsleep = false
      workers[index].waker.wake()
    }
  }

  mutating func takePending(_ room: Int) -> [CaseRun] {
    var (runs, room) = ([CaseRun](), room)
    while room > 0, !pending.isEmpty {
      if pending[0].isEmpty {
        pending.removeFirst()
        continue
      }
      let run = pending[0].pop(room)
      room -= run.places.count
      runs.append(run)
    }
    return runs
  }

  /// Who can take one of so many cases now and waits for one.
  mutating func wakeWhoHasRoom(for count: Int) -> [Waker] {
    let free = workers.indices.filter { workers[$0].isAsleep && workers[$0].hasRoom }.prefix(count)
    for index in free { workers[index].isAsleep = false }
    return free.map { workers[$0].waker }
  }

  /// Takes note that answers were read.
  ///
  /// - Returns: who waited for that.
  mutating func unreadShrinks(by count: Int) -> [Waker] {
    let was = unread
    unread -= count
    return was > Self.unreadLimit && unread <= Self.unreadLimit ? workers.map(\.waker) : []
  }

  /// Takes note that what a process gave as an answer is none.
  mutating func distrust(
    _ origin: AnswerBunch.Origin,
    _ ticket: CaseTicket,
    because fault: CaseFault
  ) {
    let index = origin.worker
    if workers[index].isRunning, workers[index].life == origin.life {
      workers[index].spoilt.append(ticket.suspected)
      workers[index].violation = workers[index].violation ?? fault.description
    } else {
      workers[index].suspects.append(ticket.suspected)
      workers[index].mystery =
        workers[index].mystery
        ?? "the process broke the protocol: \(fault.description), and no case brings it about alone"
    }
  }

  /// All cases that no process has.
  mutating func withdrawAll() -> [CaseTicket] {
    var all = takePending(.max).flatMap(\.tickets)
    for index in workers.indices {
      all += workers[index].suspects
      workers[index].suspects = []
    }
    return all
  }

  mutating func settle(_ end: ProcessEnd, of index: Int) -> Settlement {
    let fault = end.fault(options)
    var settlement = Settlement(fault: fault)
    workers[index].isAsleep = false
    workers[index].hasRoom = false
    workers[index].isSolo = false
    workers[index].life += 1
    workers[index].violation = nil
    let spoilt = workers[index].spoilt
    workers[index].spoilt = []
    let open = (spoilt + end.open).filter { !$0.isWithdrawn }

    if closing != nil {
      settlement.answers = open.map { ($0, nil) }
      if case .finished = end.cause, end.isInitialized, let remark = remark(on: end) {
        remarksOnEnding.append(remark)
      }
    } else if !end.isInitialized {
      failedStarts += 1
    } else if case .finished = end.cause {
      workers[index].suspects = open + workers[index].suspects
    } else {
      if end.answeredCount == spoilt.count { fruitless += 1 }
      judge(end, open, fault, index, &settlement)
    }

    if awaitingInfo != nil {
      // Who fails at the very first start is not tried again: that is for a person to see to.
      settlement.awaitingInfo = awaitingInfo
      settlement.fault.description += end.lastWords
      awaitingInfo = nil
      workers[index].isRunning = false
      return settlement
    }
    if closing == nil, givenUp == nil { giveUpIfHopeless(fault) }
    if let givenUp {
      settlement.answers += (withdrawAll()).map { ($0, CaseAnswer(givenUp)) }
    }
    let hasWork = !workers[index].suspects.isEmpty || pending.contains { !$0.isEmpty }
    settlement.goesOn = closing == nil && givenUp == nil && hasWork
    workers[index].isRunning = settlement.goesOn
    return settlement
  }

  private mutating func judge(
    _ end: ProcessEnd,
    _ open: [CaseTicket],
    _ fault: CaseFault,
    _ index: Int,
    _ settlement: inout Settlement
  ) {
    if let ticket = open.first, open.count == 1, end.sentCount == 1 {
      let duration = end.headDuration ?? .zero
      settlement.answers.append((ticket, CaseAnswer(fault, duration: duration, log: end.log)))
      workers[index].mystery = nil
    } else if open.isEmpty {
      faults.append("\(fault.description), when it had nothing to answer\(end.lastWords)")
    } else {
      workers[index].suspects = open + workers[index].suspects
      workers[index].mystery =
        "\(fault.description), and no case brings it about alone\(end.lastWords)"
    }
  }

  private mutating func giveUpIfHopeless(_ fault: CaseFault) {
    if failedStarts >= options.failedStartLimit {
      givenUp = CaseFault(
        .givenUp,
        "not run: \(failedStarts) processes in a row failed to start; the last time, "
          + fault.description
      )
    } else if fruitless >= options.fruitlessLimit {
      givenUp = CaseFault(
        .givenUp,
        "not run: \(fruitless) processes in a row ended without an answer to any case; the last "
          + "time, \(fault.description)"
      )
    }
  }

  private func remark(on end: ProcessEnd) -> String? {
    if !end.endedInTime {
      return "the process did not end within \(options.shutdownLimit.words) after shutdown"
    }
    if !end.saidGoodbye { return "the process ended without an answer to shutdown" }
    guard let status = end.status, !status.isSuccess else { return nil }
    return "the process ended \(status.words) after shutdown, not with exit status 0"
  }
}

extension PoolState.Worker {
  /// The next suspect for a process that has nothing else; nil if there are none, and other cases may run.
  mutating func takeSuspect(
    isIdle: Bool,
    room: Int,
    _ faults: inout FaultRecord
  ) -> [CaseRun]? {
    suspects.removeAll(where: \.isWithdrawn)
    if isSolo && !isIdle { return [] }
    isSolo = false
    if suspects.isEmpty {
      if isIdle, let mystery {
        faults.append(mystery)
        self.mystery = nil
      }
      return nil
    }
    guard isIdle && room > 0 else { return [] }
    isSolo = true
    return [CaseRun(suspects.removeFirst())]
  }
}

/// Sentences about what no case is to blame for: the first few, and how many more there were.
struct FaultRecord {
  private static let limit = 10

  private var first: [String] = []
  private var count = 0

  mutating func append(_ sentence: String) {
    count += 1
    if first.count < Self.limit { first.append(sentence) }
  }

  var sentences: [String] {
    count > first.count ? first + ["and \(count - first.count) more such faults"] : first
  }
}

extension ProcessEnd {
  /// The log as the end of a sentence.
  var lastWords: String { log.map { "; its log ends with: \($0)" } ?? "" }
}
