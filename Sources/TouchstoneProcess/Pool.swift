import DequeModule
import Synchronization
import Touchstone

/// Hands cases to processes, and sorts out who is to blame when a process ends before its time.
///
/// A case is blamed only if it was the only one that its process was ever given. All others that were open when a
/// process ended are suspects: they are tried one by one, beginning in a fresh process. So no innocent case is ever
/// blamed, and none gets lost.
final class Pool: Sendable {
  /// What a process is to do next.
  enum Work {
    case cases([CaseRun])
    /// To end as it should.
    case finish
    /// To be ended at once.
    case abandon
    /// To be ended at once, because an answer of it turned out to be none.
    case distrust(String)
  }

  let options: SubprocessOptions
  fileprivate let state: Mutex<PoolState>

  init(_ options: SubprocessOptions) {
    self.options = options
    state = Mutex(PoolState(options, wakers: []))
  }

  // MARK: From the side of the run

  /// Starts the first process, and waits for what it says of itself.
  func initialize(edition: String) async throws(CaseFault) -> ImplementationInfo {
    var wakers: [Waker] = []
    for _ in 0..<options.processes { wakers.append(try Waker()) }
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        state.withLock { [wakers] state in
          state = PoolState(options, wakers: wakers)
          state.edition = edition
          state.awaitingInfo = continuation
          if Task.isCancelled { state.closing = .atOnce }
          start(0, &state)
        }
      }
    } onCancel: {
      state.withLock { $0.close(.atOnce) }
    }
    return try outcome.get()
  }

  /// Sees to it that cases are run.
  func submit(_ requests: CaseRequests) {
    let run = CaseRun(requests)
    let (answer, wakers) = state.withLock { state -> (CaseAnswer??, [Waker]) in
      if let fault = state.givenUp { return (CaseAnswer(fault), []) }
      if state.closing != nil { return (.some(nil), []) }
      state.pending.append(run)
      let wakers = state.wakeWhoHasRoom(for: run.places.count)
      startUnused(run.places.count - wakers.count, &state)
      return (nil, wakers)
    }
    if let answer { for ticket in run.tickets { ticket.resolve(answer) } }
    for waker in wakers { waker.wake() }
  }

  /// Reads answers, and hands over those that are some.
  func read(_ bunch: AnswerBunch, take: (Int, CaseAnswer) -> Void) {
    var settled = 0
    for entry in bunch.entries {
      do {
        take(bunch.ticket(entry).index, try bunch.answer(entry))
        settled += 1
      } catch {
        reconsider(bunch.ticket(entry), from: bunch.origin, because: error)
      }
    }
    finishReading(bunch, settled)
  }

  /// Takes note that answers are done with, whether they were read or not.
  func finishReading(_ bunch: AnswerBunch, _ settled: Int) {
    if !bunch.text.isEmpty {
      let wakers = state.withLock { state in
        if settled > 0 { state.fruitless = 0 }
        return state.unreadShrinks(by: bunch.text.count)
      }
      for waker in wakers { waker.wake() }
    }
    bunch.batch?.settle(settled)
  }

  /// Tries a case again whose answer turned out to be none, and ends the process that gave it.
  private func reconsider(
    _ ticket: CaseTicket,
    from origin: AnswerBunch.Origin,
    because fault: CaseFault
  ) {
    let (answer, waker) = state.withLock { state -> (CaseAnswer??, Waker?) in
      if let fault = state.givenUp { return (CaseAnswer(fault), nil) }
      if state.closing != nil { return (.some(nil), nil) }
      state.distrust(origin, ticket, because: fault)
      if !state.workers[origin.worker].isRunning { start(origin.worker, &state) }
      return (nil, state.workers[origin.worker].waker)
    }
    if let answer { ticket.resolve(answer) }
    waker?.wake()
  }

  /// Ends all processes.
  ///
  /// - Returns: what went wrong that no case is to blame for.
  func finish(atOnce: Bool) async -> [String] {
    let (tasks, withdrawn) = state.withLock { state in
      state.close(atOnce ? .atOnce : .politely)
      let withdrawn = state.withdrawAll()
      return (state.tasks, withdrawn)
    }
    for ticket in withdrawn { ticket.resolve(nil) }
    for task in tasks { await task.value }
    return state.withLock { $0.faults.sentences }
  }

  /// How processes ended after they were asked to; empty if all did as they should.
  var remarksOnEnding: [String] { state.withLock { $0.remarksOnEnding } }

  // MARK: From the side of a process

  func edition() -> String { state.withLock { $0.edition } }

  /// Which life of a process begins.
  func origin(of index: Int) -> AnswerBunch.Origin {
    state.withLock { AnswerBunch.Origin(worker: index, life: $0.workers[index].life) }
  }

  /// What a process is to do now.
  ///
  /// A process that gets nothing is woken when there is something.
  ///
  /// - Parameters:
  ///   - index: which process asks.
  ///   - standing: what it has to do already.
  ///   - unread: how many bytes of answers it handed over since the last time.
  /// - Returns: cases, or how it is to end.
  func take(
    _ index: Int,
    _ standing: Conversation<SentCase>.Standing,
    unread: Int
  ) -> Work {
    state.withLock { state in
      state.unread += unread
      let room = state.unread > PoolState.unreadLimit ? 0 : standing.room
      if state.closing == .atOnce || state.givenUp != nil && standing.isIdle { return .abandon }
      if state.closing == .politely && !standing.isReady { return .abandon }
      if let words = state.workers[index].violation { return .distrust(words) }
      if standing.isIdle && (state.closing == .politely || standing.hasRefused) { return .finish }
      let suspects = state.workers[index].takeSuspect(
        isIdle: standing.isIdle,
        room: room,
        &state.faults
      )
      let cases = suspects ?? state.takePending(room)
      let count = cases.reduce(0) { $0 + $1.places.count }
      state.workers[index].hasRoom = suspects == nil && room > count
      state.workers[index].isAsleep = count == 0
      return .cases(cases)
    }
  }

  /// Takes note of what a process said of itself.
  func initialized(_ info: ImplementationInfo) {
    let waiting = state.withLock { state in
      state.failedStarts = 0
      defer { state.awaitingInfo = nil }
      return state.awaitingInfo
    }
    waiting?.resume(returning: .success(info))
  }

  /// Takes note of an answer.
  func answered() { state.withLock { $0.fruitless = 0 } }

  private func startUnused(_ count: Int, _ state: inout PoolState) {
    let unused = state.workers.indices.filter { !state.workers[$0].isRunning }
    for index in unused.prefix(max(0, count)) { start(index, &state) }
  }

  private func start(_ index: Int, _ state: inout PoolState) {
    state.workers[index].isRunning = true
    let waker = state.workers[index].waker
    state.tasks.append(Task { await work(index, waker) })
  }

  /// One process after the other, as long as there is something to do.
  private func work(_ index: Int, _ waker: Waker) async {
    repeat {
      let end = await ProcessLife(pool: self, worker: index, waker: waker).run()
      let settled = state.withLock { $0.settle(end, of: index) }
      for (ticket, answer) in settled.answers { ticket.resolve(answer) }
      settled.awaitingInfo?.resume(returning: .failure(settled.fault))
      if !settled.goesOn { return }
    } while true
  }
}

extension CaseAnswer {
  init(_ fault: CaseFault, duration: Duration = .zero, log: String? = nil) {
    self.init(outcome: .failure(fault), duration: duration, log: log)
  }
}

extension Pool {
  /// Takes note of something that no case is to blame for.
  func note(_ sentence: String) { state.withLock { $0.faults.append(sentence) } }
}
