import JSON
import Foundation
import TouchstoneWire

/// The event loop of one process: sends it cases, reads its answers and its log, and watches the time and its end.
///
/// It blocks until something happens. When it is done, the process and all that it started are gone.
struct ProcessEventLoop {
  /// After its output ended, a process has this long to end as well before it counts as one that went silent.
  private static let graceAfterOutput: Duration = .milliseconds(500)
  /// How often a process is looked at where the system does not say when it ends.
  private static let watchInterval: Duration = .milliseconds(20)

  let pool: ProcessPool
  let worker: Int
  let process: ProcessHandle
  let pipes: ProcessPipes
  private let started = ContinuousClock.now
  /// Time since then.
  var now: Duration { ContinuousClock.now - started }

  var conversation: Conversation<SentCase>
  var lines: LineBuffer
  var logTail = LogTail()
  /// What is not written yet.
  var outgoing: ArraySlice<UInt8> = []
  var outputEnded: Duration?
  var logEnded = false
  var askedToEnd: Duration?
  /// What is known of the end so far.
  var end = ProcessEnd(cause: .exited)

  init(pool: ProcessPool, worker: Int, process: ProcessHandle, pipes: ProcessPipes) {
    self.pool = pool
    self.worker = worker
    self.process = process
    self.pipes = pipes
    conversation = Conversation(window: pool.options.window)
    lines = LineBuffer(limit: pool.options.lineLimit)
  }

  mutating func run() -> ProcessEnd {
    let edition = pool.begin(worker, pipes.wakeup)
    send(conversation.initialize(edition: edition))
    var cause: ProcessEnd.Cause?
    while cause == nil { cause = step() }
    process.kill()
    pipes.input.writing.close()
    // What was written before the end counts, and the log may tell why it came.
    readLog()
    if end.endedInTime { cause = readOutput() ?? cause }
    if let cause { end.cause = cause }
    end.conversation = conversation
    end.oldestDuration = conversation.oldestSince.map { now - $0 }
    end.log = logTail.take()
    end.halfLine = lines.rest.isEmpty ? nil : Quotation.of(lines.rest)
    return end
  }

  /// Does what can be done, and waits for more.
  ///
  /// - Returns: how the process ended, if it did.
  private mutating func step() -> ProcessEnd.Cause? {
    if askedToEnd == nil {
      switch pool.nextWork(for: worker, conversation) {
      case .send(let cases): send(cases)
      case .shutDown:
        send(conversation.shutdown())
        askedToEnd = now
      case .end: return .finished
      }
    }
    writeInput()
    let ready = wait()
    end.endedInTime = ready.end
    // The log first: what was written to it before an answer belongs to that case.
    if ready.log { readLog() }
    if ready.output, let cause = readOutput() { return cause }
    if ready.end { return askedToEnd == nil ? .exited : .finished }
    return overdue()
  }

  // MARK: Waiting

  private var deadline: Duration? {
    let options = pool.options
    if let askedToEnd { return askedToEnd + options.shutdownLimit }
    if let outputEnded { return outputEnded + Self.graceAfterOutput }
    if !end.isInitialized { return options.startLimit }
    return conversation.oldestSince.map { $0 + caseLimit }
  }

  /// How long the oldest case may take.
  private var caseLimit: Duration {
    pool.options.limit(ofBytes: conversation.open.first?.request.parameters.count ?? 0)
  }

  private func overdue() -> ProcessEnd.Cause? {
    guard let deadline, now >= deadline else { return nil }
    if askedToEnd != nil { return .finished }
    if outputEnded != nil { return violation("it closed its standard output and went on") }
    let options = pool.options
    let words =
      end.isInitialized
      ? "within \(caseLimit.words)" : "initialize within \(options.startLimit.words)"
    return .faulty(CaseFault(.timedOut, "the process did not answer \(words)"))
  }

  func violation(_ words: String) -> ProcessEnd.Cause {
    .faulty(CaseFault(.notAMessage, "the process broke the protocol: \(words)"))
  }

  /// What there is to do after a wait.
  private struct Ready {
    var output: Bool
    var log: Bool
    /// The process has ended.
    var end: Bool
  }

  /// Waits until something can be read or written, or time is up.
  private func wait() -> Ready {
    func interest(_ descriptor: Int32, _ event: Int32, if isWanted: Bool = true) -> pollfd {
      pollfd(fd: isWanted ? descriptor : -1, events: Int16(event), revents: 0)
    }
    var interests = [
      interest(pipes.wakeup.descriptor.rawValue, POLLIN),
      interest(pipes.output.reading.rawValue, POLLIN, if: outputEnded == nil),
      interest(pipes.log.reading.rawValue, POLLIN, if: !logEnded),
      interest(process.exitDescriptor, POLLIN),
      interest(pipes.input.writing.rawValue, POLLOUT, if: !outgoing.isEmpty),
    ]
    var limit = deadline.map { max(.zero, $0 - now) }
    let isWatched = process.exitDescriptor >= 0
    if !isWatched { limit = min(limit ?? Self.watchInterval, Self.watchInterval) }
    _ = unsafe poll(&interests, nfds_t(interests.count), limit.map(Self.milliseconds) ?? -1)
    if interests[0].revents != 0 { pipes.wakeup.clear() }
    return Ready(
      output: interests[1].revents != 0,
      log: interests[2].revents != 0,
      end: isWatched ? interests[3].revents != 0 : process.hasEnded
    )
  }

  /// Rounded up, so that no sleeper wakes before the time.
  private static func milliseconds(_ duration: Duration) -> Int32 {
    let (seconds, attoseconds) = duration.components
    return Int32(clamping: seconds * 1000 + attoseconds / 1_000_000_000_000_000 + 1)
  }
}
