import Synchronization

/// Something that waits to be stored, all of it or nothing.
struct WriteJob: Sendable {
  /// Passes events on, one after the other.
  typealias Events = @Sendable (_ store: (PendingEvent) throws -> Void) throws -> Void

  /// Whether it is certain that there is nothing to store.
  let isEmpty: Bool
  /// What stays open until this is stored.
  let realm: any AnyObject & Sendable
  /// Called again if the transaction fails because of another job.
  let events: Events
  let completion: EventCompletion?
}

/// Keeps what waits to be stored, so that the recording thread never waits for the disk.
///
/// Jobs are stored in the order of the calls, on a queue of their own. Completions run in the same order, each once its
/// events are on disk.
final class WriteQueue: Sendable {
  private struct Waiting {
    var jobs: [WriteJob] = []
    var isScheduled = false
    var isClosed = false
    /// Whether what waits is forgotten, as with a process that ends.
    var isAbandoned = false
  }

  private let queue = SerialQueue("touchstone.events")
  private let waiting = Mutex(Waiting())
  /// Whether jobs are being stored just now: a completion that waits for more must not overtake others.
  private let isDraining = Mutex(false)
  private let committer: any JobCommitter
  private let logger: EventLogger?
  private let errorHandler: (@Sendable (EventError) -> Void)?

  init(committer: any JobCommitter, configuration: EventConfiguration) {
    self.committer = committer
    logger = configuration.logger
    errorHandler = configuration.errorHandler
  }

  /// Adds a job, and stores it before the call returns if it is not to wait.
  func add(_ job: WriteJob, isStoredAtOnce: Bool = false) {
    let (isClosed, isFirst) = waiting.withLock { waiting in
      if waiting.isClosed { return (true, false) }
      waiting.jobs.append(job)
      defer { waiting.isScheduled = true }
      return (false, !waiting.isScheduled)
    }
    if isClosed { queue.async { [self] in finish(job, .closed) } }
    if isStoredAtOnce {
      queue.sync { drain() }
    } else if isFirst {
      queue.async { [self] in drain() }
    }
  }

  /// Runs the body once everything that waits is stored.
  func afterDraining<Result>(_ body: () throws -> Result) rethrows -> Result {
    try queue.sync {
      drain()
      return try body()
    }
  }

  /// Takes no more jobs, and waits for those that it has, unless they are abandoned.
  ///
  /// - Returns: false if it was closed before.
  func close(isAbandoned: Bool) -> Bool {
    let isFirst = waiting.withLock { waiting in
      defer {
        waiting.isClosed = true
        if isAbandoned {
          waiting.isAbandoned = true
          waiting.jobs = []
        }
      }
      return !waiting.isClosed
    }
    afterDraining {}
    return isFirst
  }

  private func drain() {
    let isNested = isDraining.withLock { isDraining in
      defer { isDraining = true }
      return isDraining
    }
    if isNested { return }
    defer { isDraining.withLock { $0 = false } }
    while true {
      // The first one is at the end: what is stored needs no memory any more.
      var jobs = takeAll()
      if jobs.isEmpty { return }
      while !jobs.isEmpty, !waiting.withLock({ $0.isAbandoned }) {
        for failure in committer.commit(jobs.suffix(GroupCommit.maximumCount).reversed()) {
          finish(jobs.removeLast(), failure)
        }
        committer.completionsHaveRun()
      }
    }
  }

  /// What waits, the last one first.
  private func takeAll() -> [WriteJob] {
    waiting.withLock { waiting in
      defer { waiting.jobs = [] }
      if waiting.jobs.isEmpty { waiting.isScheduled = false }
      return waiting.jobs.reversed()
    }
  }

  private func finish(_ job: WriteJob, _ failure: EventError?) {
    if let failure {
      logger?(.error, "events were not persisted: \(failure.code.rawValue)")
      if job.completion == nil { errorHandler?(failure) }
    }
    job.completion?(failure)
  }
}

extension EventError {
  /// The event realm takes nothing more.
  static let closed = EventError.unavailable("the event realm was closed")
}
