import DequeModule
import Touchstone

/// What a pool knows: pure decisions, which the pool makes under its lock.
struct PoolState {
  /// How the pool comes to an end.
  enum Closing { case politely, atOnce }

  /// What a process is to do next.
  enum Work {
    case send([PendingCase])
    /// To shut down as the protocol says.
    case shutDown
    /// To be ended at once.
    case end
  }

  /// One place for a process.
  struct Worker {
    var task: Task<Void, Never>?
    var isRunning = false
    /// Wakes the process that runs.
    var wakeup: Wakeup?
    /// Whether it could take a case more than it was given.
    var hasRoom = false
    /// Cases that were open when a process ended, and are tried one by one.
    var suspects: [PendingCase] = []
    /// Whether one of them runs, alone.
    var isSolo = false
    /// What happened, as long as no case is blamed for it.
    var mystery: String?
  }

  let options: SubprocessOptions
  var edition = ""
  var pending: Deque<PendingCase> = []
  var workers: [Worker]
  var awaitingInfo: CheckedContinuation<Result<ImplementationInfo, CaseFault>, Never>?
  var closing: Closing?
  /// Why cases are not tried any more.
  var givenUp: CaseFault?
  /// How many processes ended without an answer, one after the other.
  var fruitlessEnds = 0
  var failedStarts = 0
  var faults = FaultRecord()
  var remarksOnEnding: [String] = []

  init(_ options: SubprocessOptions) {
    self.options = options
    workers = Array(repeating: Worker(), count: options.processes)
  }

  /// Lets every process notice that it is to end.
  mutating func close(_ closing: Closing) {
    self.closing = closing
    for worker in workers { worker.wakeup?.signal() }
  }

  /// Wakes one process that can take a case; nil if there is none.
  mutating func takeWakeup() -> Wakeup? {
    guard let free = workers.firstIndex(where: { $0.hasRoom }) else { return nil }
    workers[free].hasRoom = false
    return workers[free].wakeup
  }

  /// All cases that no process has.
  mutating func removeAllCases() -> [PendingCase] {
    var all = Array(pending)
    pending = []
    for index in workers.indices {
      all += workers[index].suspects
      workers[index].suspects = []
    }
    return all
  }

  mutating func nextWork(for index: Int, _ conversation: Conversation<SentCase>) -> Work {
    // With its last case answered a run closes, politely; what is interrupted may have cases that were not tried alone.
    if closing != .atOnce { workers[index].solveMystery(conversation, &faults) }
    if closing == .atOnce || givenUp != nil && conversation.isIdle { return .end }
    if closing == .politely && !conversation.isReady { return .end }
    if conversation.isIdle && (closing == .politely || conversation.hasRefused) { return .shutDown }
    if let suspects = workers[index].takeSuspect(conversation) {
      workers[index].hasRoom = false
      return .send(suspects)
    }
    let cases = takePending(conversation.room)
    workers[index].hasRoom = cases.count < conversation.room
    return .send(cases)
  }

  private mutating func takePending(_ room: Int) -> [PendingCase] {
    var cases: [PendingCase] = []
    while cases.count < room, let request = pending.popFirst() {
      if !request.isAnswered { cases.append(request) }
    }
    return cases
  }
}

extension PoolState.Worker {
  /// Takes note of what happened once every suspect has answered: no case brings it about.
  fileprivate mutating func solveMystery(
    _ conversation: Conversation<SentCase>,
    _ faults: inout FaultRecord
  ) {
    guard let mystery, conversation.isIdle, suspects.allSatisfy(\.isAnswered) else { return }
    faults.append(mystery)
    self.mystery = nil
  }

  /// The next suspect for a process that has nothing else; nil if there are none, and other cases may run.
  fileprivate mutating func takeSuspect(_ conversation: Conversation<SentCase>) -> [PendingCase]? {
    suspects.removeAll(where: \.isAnswered)
    if isSolo && !conversation.isIdle { return [] }
    isSolo = false
    if suspects.isEmpty { return nil }
    guard conversation.isIdle && conversation.room > 0 else { return [] }
    isSolo = true
    return [suspects.removeFirst()]
  }
}
