import Dates
import Foundation
import JSON
import Touchstone

/// The talk with one process, on the thread that waits for it.
struct ProcessTalk: ~Copyable {
  /// The suite's ends.
  struct Pipes {
    var input: Int32
    let output: Int32
    let log: Int32
  }

  /// After its output ended, a process has this long to end as well before it counts as one that went silent.
  private static let graceAfterOutput: Duration = .milliseconds(500)
  /// How often a process is looked at where the system does not say when it ends.
  private static let watchInterval: Duration = .milliseconds(20)
  /// How often one pipe is read before it is the others' turn.
  private static let readsInARow = 16

  private let pool: Pool
  private let worker: Int
  private let waker: Waker
  private let process: ProcessHandle
  private var pipes: Pipes
  private let clock = ContinuousClock()
  private let started: ContinuousClock.Instant
  /// Time since then.
  private var now: Duration { clock.now - started }

  private var conversation: Conversation<SentCase>
  private var sources = RequestSources()
  private var lines: LineBuffer
  private var tail = LogTail()
  private var outbox: AnswerOutbox
  private var outgoing: [UInt8] = []
  private var written = 0
  private var isInitialized = false
  private var outputEnded: Duration?
  private var logEnded = false
  private var askedToEnd: Duration?
  private var saidGoodbye = false
  private var hasEnded = false

  init(pool: Pool, worker: Int, waker: Waker, process: ProcessHandle, pipes: Pipes) {
    self.pool = pool
    self.worker = worker
    self.waker = waker
    self.process = process
    self.pipes = pipes
    started = clock.now
    conversation = Conversation(window: pool.options.window)
    lines = LineBuffer(limit: pool.options.lineLimit)
    outbox = AnswerOutbox(origin: pool.origin(of: worker))
  }

  mutating func run() -> ProcessEnd {
    queue(conversation.initialize(edition: pool.edition()))
    var cause: ProcessEnd.Cause?
    while cause == nil { cause = step() }
    process.kill()
    closeInput()
    // What was written before the end counts, and the log may tell why it came.
    readLog()
    if hasEnded { cause = readOutput() ?? cause }
    outbox.flush()
    return end(cause ?? .exited)
  }

  /// Does what can be done, and waits for more.
  ///
  /// - Returns: how the life of the process ended, if it did.
  private mutating func step() -> ProcessEnd.Cause? {
    if askedToEnd == nil {
      switch pool.take(worker, conversation.standing, unread: outbox.takeHandedOver()) {
      case .abandon: return .finished
      case .distrust(let words): return .violation(words)
      case .finish:
        queue(conversation.shutdown())
        askedToEnd = now
      case .cases(let runs):
        send(runs)
        // Nothing is on its way: whoever reads the answers may be whom the next cases wait for.
        if conversation.isIdle { outbox.flush() }
      }
    }
    writeInput()
    let ready = wait()
    hasEnded = ready.end
    // The log first: what was written to it before an answer belongs to that case.
    if ready.log { readLog() }
    if ready.output, let cause = readOutput() { return cause }
    if hasEnded { return askedToEnd == nil ? .exited : .finished }
    return overdue()
  }

  private mutating func send(_ runs: [CaseRun]) {
    guard !runs.isEmpty else { return }
    sources.drop(before: conversation.oldest)
    let (now, timeOfDay) = (now, Moment.now)
    for run in runs {
      let source = sources.add(run.requests)
      run.requests.parameters.forEach(in: run.places) { place, parameters in
        conversation.send(
          SentCase(source: source, place: place, sent: timeOfDay),
          parameters: parameters,
          isReadAtOnce: run.isSuspect,
          at: now,
          to: &outgoing
        )
      }
    }
  }

  private mutating func end(_ cause: ProcessEnd.Cause) -> ProcessEnd {
    ProcessEnd(
      cause: cause,
      open: conversation.open.map(sources.ticket),
      sentCount: conversation.sentCount,
      answeredCount: conversation.answeredCount,
      isInitialized: isInitialized,
      headDuration: conversation.headSince.map { now - $0 },
      log: tail.take(),
      halfLine: lines.rest.isEmpty ? nil : Quotation.of(lines.rest),
      saidGoodbye: saidGoodbye,
      endedInTime: hasEnded
    )
  }

  // MARK: Time

  private var deadline: Duration? {
    let options = pool.options
    if let askedToEnd { return askedToEnd + options.shutdownLimit }
    if let outputEnded { return outputEnded + Self.graceAfterOutput }
    if !isInitialized { return options.startLimit }
    return conversation.headSince.map { $0 + options.caseLimit }
  }

  private func overdue() -> ProcessEnd.Cause? {
    guard let deadline, now >= deadline else { return nil }
    if askedToEnd != nil { return .finished }
    if outputEnded != nil { return .violation("it closed its standard output and went on") }
    return isInitialized ? .caseTimedOut : .startTimedOut
  }

  /// What there is to do after a wait.
  private struct Ready {
    var output: Bool
    var log: Bool
    /// The process has ended.
    var end: Bool
  }

  /// Waits until something can be read or written, or time is up.
  private mutating func wait() -> Ready {
    var interests = [
      pollfd(fd: waker.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: outputEnded == nil ? pipes.output : -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: logEnded ? -1 : pipes.log, events: Int16(POLLIN), revents: 0),
      pollfd(fd: process.exitDescriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: outgoing.isEmpty ? -1 : pipes.input, events: Int16(POLLOUT), revents: 0),
    ]
    let next = [deadline, outbox.deadline].compactMap(\.self).min()
    var limit = next.map { max(.zero, $0 - now) }
    let isWatched = process.exitDescriptor >= 0
    if !isWatched { limit = min(limit ?? Self.watchInterval, Self.watchInterval) }
    let count = poll(&interests, nfds_t(interests.count), limit.map(Self.milliseconds) ?? -1)
    if count == 0 { outbox.flush() }
    if interests[0].revents != 0 { waker.clear() }
    return Ready(
      output: interests[1].revents != 0,
      log: interests[2].revents != 0,
      end: isWatched ? interests[3].revents != 0 : process.hasEnded
    )
  }

  /// Rounded up, so that nobody wakes before the time.
  private static func milliseconds(_ duration: Duration) -> Int32 {
    let (seconds, attoseconds) = duration.components
    return Int32(clamping: seconds * 1000 + attoseconds / 1_000_000_000_000_000 + 1)
  }

  // MARK: Input of the process

  private mutating func queue(_ request: WireRequest) {
    request.message.write(into: &outgoing)
    outgoing.append(UInt8(ascii: "\n"))
  }

  private mutating func writeInput() {
    while written < outgoing.count, pipes.input >= 0 {
      let progress = outgoing.withUnsafeBytes { bytes in
        Descriptor.write(pipes.input, UnsafeRawBufferPointer(rebasing: bytes[written...]))
      }
      switch progress {
      case .bytes(let count): written += count
      case .later: return
      // It no longer reads. What it wrote before, and how it ends, is still to come.
      case .ended: closeInput()
      }
    }
    outgoing.removeAll(keepingCapacity: true)
    written = 0
    if askedToEnd != nil { closeInput() }
  }

  private mutating func closeInput() {
    Descriptor.close(pipes.input)
    pipes.input = -1
  }

  // MARK: Output of the process

  private mutating func readLog() {
    guard !logEnded else { return }
    withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 16) { memory in
      for _ in 0..<Self.readsInARow {
        switch Descriptor.read(pipes.log, into: memory) {
        case .bytes(let count):
          tail.append(UnsafeRawBufferPointer(rebasing: memory[..<count]))
        case .later: return
        case .ended:
          logEnded = true
          return
        }
      }
    }
  }

  /// - Returns: why the process is not to be trusted any more, if it is not.
  private mutating func readOutput() -> ProcessEnd.Cause? {
    for _ in 0..<Self.readsInARow {
      var progress = Descriptor.Progress.later
      var isShort = false
      let descriptor = pipes.output
      _ = lines.fill { memory in
        progress = Descriptor.read(descriptor, into: memory)
        if case .bytes(let count) = progress { isShort = count < memory.count }
        if case .bytes(let count) = progress { return count }
        return 0
      }
      let (now, timeOfDay) = (now, Moment.now)
      while let line = lines.next() {
        if line.count > pool.options.lineLimit { return tooLong }
        let event = conversation.receive(line, at: now)
        if let cause = handle(event, line, now, timeOfDay) { return cause }
      }
      if let deadline = outbox.deadline, deadline <= now { outbox.flush() }
      if lines.isOverLimit { return tooLong }
      switch progress {
      // Less than was asked for: the pipe is empty, and another look would cost more than it tells.
      case .bytes where isShort && !hasEnded: return nil
      case .bytes: continue
      case .later: return nil
      case .ended:
        outputEnded = now
        return nil
      }
    }
    return nil
  }

  private var tooLong: ProcessEnd.Cause {
    .violation("it wrote a line of more than \(pool.options.lineLimit) bytes")
  }

  private mutating func handle(
    _ event: Conversation<SentCase>.Event,
    _ line: UnsafeRawBufferPointer,
    _ now: Duration,
    _ timeOfDay: Moment
  ) -> ProcessEnd.Cause? {
    switch event {
    case .nothing: break
    case .finished: saidGoodbye = true
    case .violation(let words): return .violation(words)
    case .repeated(let id): pool.note("the process answered request \(id) twice")
    case .initialized(.failure(let error)):
      return .notInitialized("the process refused to be initialized: \(error)")
    case .initialized(.success(let result)):
      do {
        pool.initialized(try ImplementationInfo(message: result))
        isInitialized = true
      } catch {
        return .notInitialized("the process did not say what it is: \(error.message)")
      }
    case .answered(let sent, let reply, let duration, let wasHead):
      let requests = sources[sent]
      let log = wasHead ? tail.take() : nil
      outbox.add(to: requests, at: now) { bunch in
        switch reply {
        case .unread(let head):
          bunch.append(
            line,
            head,
            to: sent,
            of: requests,
            at: timeOfDay,
            duration: duration,
            log: log
          )
        case .read(let outcome):
          var answer = CaseAnswer(outcome: Self.result(outcome), duration: duration, log: log)
          answer.ran = sent.range(to: timeOfDay)
          bunch.append(answer, to: CaseTicket(requests: requests, place: sent.place))
        }
      }
      if case .read = reply { pool.answered() }
    }
    return nil
  }

  private static func result(_ outcome: Result<JSON, WireError>) -> Result<CaseResult, any Error> {
    switch outcome {
    case .success(let result): .success(CaseResult(message: result))
    case .failure(let error):
      .failure(CaseFault(.refused, "the process answered with an error: \(error)"))
    }
  }
}
