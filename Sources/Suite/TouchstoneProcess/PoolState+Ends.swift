/// What follows from the end of a process.
extension PoolState {
  /// Sorts out the cases that a process left open.
  ///
  /// - Returns: whether another process takes its place.
  mutating func settle(_ end: ProcessEnd, of index: Int) -> Bool {
    let fault = end.fault
    workers[index].wakeup = nil
    workers[index].hasRoom = false
    workers[index].isSolo = false
    let open = end.conversation.open.map(\.request).filter { !$0.isAnswered }

    if closing != nil {
      for request in open { request.cancel() }
      if case .finished = end.cause, end.isInitialized, let remark = end.remark(options) {
        remarksOnEnding.append(remark)
      }
    } else if !end.isInitialized {
      failedStarts += 1
    } else if case .finished = end.cause {
      workers[index].suspects = open + workers[index].suspects
    } else {
      if end.conversation.answeredCount == 0 { fruitlessEnds += 1 }
      blame(open, for: fault, end, of: index)
    }

    workers[index].isRunning = goesOn(index, after: fault, end)
    return workers[index].isRunning
  }

  private mutating func goesOn(_ index: Int, after fault: CaseFault, _ end: ProcessEnd) -> Bool {
    if let awaitingInfo {
      // What fails at the very first start is not tried again: that is for a person to see to.
      self.awaitingInfo = nil
      awaitingInfo.resume(
        returning: .failure(CaseFault(fault.code, fault.description + end.lastWords))
      )
      return false
    }
    if closing == nil, givenUp == nil { giveUpIfHopeless(fault) }
    if let givenUp {
      for request in removeAllCases() { request.fail(givenUp) }
    }
    let hasWork = !workers[index].suspects.isEmpty || pending.contains { !$0.isAnswered }
    return closing == nil && hasWork
  }

  private mutating func blame(
    _ open: [PendingCase],
    for fault: CaseFault,
    _ end: ProcessEnd,
    of index: Int
  ) {
    if let request = open.first, open.count == 1, end.conversation.sentCount == 1 {
      request.fail(fault, after: end.oldestDuration ?? .zero, log: end.log)
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
    } else if fruitlessEnds >= options.fruitlessLimit {
      givenUp = CaseFault(
        .givenUp,
        "not run: \(fruitlessEnds) processes in a row ended without an answer to any case; the "
          + "last time, \(fault.description)"
      )
    }
  }
}
