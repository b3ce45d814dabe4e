import Formats
import JSON
import Touchstone
import TouchstoneWire

/// What goes through the pipes of the process.
extension ProcessEventLoop {
  /// How often one pipe is read before it is the others' turn.
  private static let readsInARow = 16

  // MARK: Input of the process

  mutating func send(_ request: WireRequest) {
    var line: [UInt8] = []
    request.message.write(into: &line)
    send(line + [UInt8(ascii: "\n")])
  }

  private mutating func send(_ line: [UInt8]) {
    pool.trace?.note(.request, line, process: process.identifier)
    outgoing += line
  }

  mutating func send(_ cases: [PendingCase]) {
    for request in cases {
      let sent = SentCase(request: request, time: .now)
      send(conversation.send(sent, parameters: request.parameters, at: now))
    }
  }

  mutating func writeInput() {
    while !outgoing.isEmpty, pipes.input.writing.isOpen {
      switch pipes.input.writing.write(outgoing) {
      case .done(let count): outgoing.removeFirst(count)
      case .later: return
      // It no longer reads. What it wrote before, and how it ends, is still to come.
      case .ended: pipes.input.writing.close()
      }
    }
    outgoing = []
    if askedToEnd != nil { pipes.input.writing.close() }
  }

  // MARK: Output of the process

  mutating func readLog() {
    guard !logEnded else { return }
    for _ in 0..<Self.readsInARow {
      switch pipes.log.reading.read() {
      case .done(let bytes): logTail.append(bytes)
      case .later: return
      case .ended:
        logEnded = true
        return
      }
    }
  }

  /// - Returns: why the process is not to be trusted any more, if it is not.
  mutating func readOutput() -> ProcessEnd.Cause? {
    for _ in 0..<Self.readsInARow {
      switch pipes.output.reading.read() {
      case .done(let bytes): lines.append(bytes)
      case .later: return nil
      case .ended:
        outputEnded = now
        return nil
      }
      let now = now
      while let line = lines.next() {
        guard case .whole(let line) = line else {
          return violation("it wrote a line of more than \(pool.options.lineLimit) bytes")
        }
        pool.trace?.note(.answer, line, process: process.identifier)
        if let cause = handle(conversation.receive(line, at: now)) { return cause }
      }
    }
    return nil
  }

  private mutating func handle(_ event: Conversation<SentCase>.Event) -> ProcessEnd.Cause? {
    switch event {
    case .nothing: break
    case .finished: end.answeredShutdown = true
    case .violation(let words): return violation(words)
    case .repeated(let id): pool.note("the process answered request \(id) twice")
    case .initialized(.failure(let error)):
      let words = "the process refused to be initialized: \(error)"
      return .faulty(CaseFault(.refused, words))
    case .initialized(.success(let result)):
      do {
        pool.noteInfo(try ImplementationInfo(message: result))
        end.isInitialized = true
      } catch {
        let words = "the process did not say what it is: \(error.message)"
        return .faulty(CaseFault(.refused, words))
      }
    case .answered(let sent, let outcome, let duration, let wasOldest):
      pool.noteAnswer()
      sent.request.resolve(
        outcome.map(CaseResult.init(message:)).mapError { error in
          CaseFault(.refused, "the process answered with an error: \(error)")
        },
        CaseMeasurement(sent: sent.time, duration: duration, log: wasOldest ? logTail.take() : nil)
      )
    }
    return nil
  }
}
