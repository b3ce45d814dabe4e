import Synchronization
import Touchstone

/// Hands cases to processes, and sorts out which case is to blame when a process ends before its time.
///
/// A case is blamed only if it was the only one that its process was ever given. All others that were open when a
/// process ended are suspects: they are tried one by one, beginning in a fresh process. So no innocent case is ever
/// blamed, and none gets lost.
final class ProcessPool: Sendable {
  let options: SubprocessOptions
  /// What notes every line, if something does.
  let trace: WireTrace?
  private let state: Mutex<PoolState>

  init(_ options: SubprocessOptions, trace: WireTrace? = nil) {
    self.options = options
    self.trace = trace
    state = Mutex(PoolState(options))
  }

  // MARK: Called by the run

  /// Starts the first process, and waits for what it says of itself.
  func initialize(edition: String) async throws(CaseFault) -> ImplementationInfo {
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        state.withLock { state in
          state.edition = edition
          state.awaitingInfo = continuation
          if Task.isCancelled { state.close(.atOnce) }
          start(0, &state)
        }
      }
    } onCancel: {
      state.withLock { $0.close(.atOnce) }
    }
    return try outcome.get()
  }

  /// Sees to it that a case is run.
  func submit(_ request: PendingCase) {
    state.withLock { state in
      if let fault = state.givenUp { return request.fail(fault) }
      if state.closing != nil { return request.cancel() }
      state.pending.append(request)
      if let wakeup = state.takeWakeup() { return wakeup.signal() }
      if let unused = state.workers.firstIndex(where: { !$0.isRunning }) { start(unused, &state) }
    }
  }

  /// Ends all processes.
  ///
  /// - Returns: what went wrong that no case is to blame for.
  func finish(atOnce: Bool) async -> [String] {
    let tasks = state.withLock { state in
      state.close(atOnce ? .atOnce : .politely)
      for request in state.removeAllCases() { request.cancel() }
      return state.workers.compactMap(\.task)
    }
    for task in tasks { await task.value }
    return state.withLock { $0.faults.sentences }
  }

  /// How processes ended after they were asked to; empty if all did as they should.
  var remarksOnEnding: [String] { state.withLock { $0.remarksOnEnding } }

  private func start(_ worker: Int, _ state: inout PoolState) {
    state.workers[worker].isRunning = true
    state.workers[worker].task = Task {
      // One process after the other, as long as there is something to do.
      repeat {
        let end = await ProcessSession(pool: self, worker: worker).run()
        if !self.state.withLock({ $0.settle(end, of: worker) }) { return }
      } while true
    }
  }

  // MARK: Called by a process

  /// Takes note that a process begins, which is woken from now on when there is something to do.
  ///
  /// - Returns: the edition of the run.
  func begin(_ worker: Int, _ wakeup: Wakeup) -> String {
    state.withLock { state in
      state.workers[worker].wakeup = wakeup
      return state.edition
    }
  }

  /// What a process is to do now.
  func nextWork(for worker: Int, _ conversation: Conversation<SentCase>) -> PoolState.Work {
    state.withLock { $0.nextWork(for: worker, conversation) }
  }

  /// Takes note of what a process said of itself.
  func noteInfo(_ info: ImplementationInfo) {
    state.withLock { state in
      state.failedStarts = 0
      state.awaitingInfo?.resume(returning: .success(info))
      state.awaitingInfo = nil
    }
  }

  /// Takes note that a case was answered.
  func noteAnswer() { state.withLock { $0.fruitlessEnds = 0 } }

  /// Takes note of something that no case is to blame for.
  func note(_ fault: String) { state.withLock { $0.faults.append(fault) } }
}
