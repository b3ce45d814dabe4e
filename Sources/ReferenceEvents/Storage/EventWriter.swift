import Foundation
import GRDB
import Logging
import ReferenceRealm
import Synchronization

/// Persists scopes and custom events one after the other in the background, and tells their completions in the order
/// of the calls, each once its events are on disk.
///
/// The recording thread never waits for the disk. Scopes that wait share a transaction, so that many small ones do not
/// wait for the disk once each; a scope that fails does so alone.
final class EventWriter: Sendable {
  /// Something to be persisted.
  struct Job: Sendable {
    /// Whether it is certain that there is nothing to write.
    let isEmpty: Bool
    var isCustomEvent = false
    /// Hands the events over; may be called again if the transaction fails for another's sake.
    let body: @Sendable ((PendingEvent) throws -> Void) throws -> Void
    let completion: EventCompletion?
  }

  private struct Waiting {
    var jobs: [Job] = []
    var isScheduled = false
    var isClosed = false
    var isAbandoned = false
  }

  private struct State {
    var isOpen = false
    /// Whether a failure ended all recording, which the edition has to ask for.
    var isBroken = false
    /// Whether it is being persisted just now: a completion that waits for more must not overtake others.
    var isWorking = false
    var current: CurrentPartition
  }

  /// How much one transaction takes before it is committed; a larger scope is committed alone.
  private static let groupBytes = 4 << 20
  private static let groupCount = 2_000

  private let queue = SerialQueue("touchstone.events")
  private let waiting = Mutex(Waiting())
  /// Touched on the queue only; the lock tells the compiler so.
  private let state: Mutex<State>
  private let configuration: EventConfiguration
  private let plans: SerializationPlans
  private let pool: PartitionPool
  private let keeper: PartitionKeeper
  private let errors: ErrorReporter
  private let uploader: Uploader?

  init(configuration: EventConfiguration) {
    self.configuration = configuration
    plans = SerializationPlans(edition: configuration.edition)
    let pool = PartitionPool(configuration)
    let errors = ErrorReporter(configuration: configuration)
    let rules = configuration.edition.upload
    let keeper = PartitionKeeper(pool: pool, rules: rules, errors: errors)
    let uploader = configuration.server.map {
      Uploader(
        keeper: keeper,
        server: $0,
        user: configuration.syncUser,
        rules: rules,
        errors: errors
      )
    }
    let current = CurrentPartition(
      edition: configuration.edition,
      pool: pool,
      keeper: keeper,
      uploader: uploader,
      errors: errors
    )
    self.pool = pool
    self.errors = errors
    self.keeper = keeper
    self.uploader = uploader
    state = Mutex(State(current: current))
    keeper.whenCurrentIsDamaged { [weak self] file, error in
      guard let self else { return }
      queue.async { self.state.withLock { $0.current.giveUp(file, because: error) } }
    }
  }

  deinit { end(isAbandoned: false) }

  // MARK: Calls of the recording thread

  /// Opens the event realm at once.
  ///
  /// - Throws: what keeps it from being opened.
  func openNow() throws(EventError) {
    let failure = queue.sync {
      state.withLock { state -> EventError? in
        do {
          try open(&state)
          return nil
        } catch { return EventError(wrapping: error) }
      }
    }
    if let failure { throw failure }
  }

  /// Persists the events of a scope, all or none.
  func persist(_ scope: FinishedScope, completion: EventCompletion?) {
    enqueue(
      Job(
        isEmpty: scope.entries.isEmpty,
        body: { [plans] store in
          try ScopeSerializer.forEachEvent(of: scope, plans: plans, store)
        },
        completion: completion
      )
    )
  }

  /// Persists a custom event.
  func persist(_ event: PendingEvent, completion: EventCompletion?) {
    let body: @Sendable ((PendingEvent) throws -> Void) throws -> Void = { store in
      try store(event)
    }
    enqueue(Job(isEmpty: false, isCustomEvent: true, body: body, completion: completion))
  }

  private func enqueue(_ job: Job) {
    let isFirst = waiting.withLock { waiting in
      waiting.jobs.append(job)
      defer { waiting.isScheduled = true }
      return !waiting.isScheduled
    }
    if isFirst { queue.async { [self] in work() } }
  }

  /// The whole trail as far as it is still here, read back from disk after everything that waits was persisted.
  func trail() throws(EventError) -> [AuditEvent] {
    defer { errors.flush() }
    do { return try keeper.events(isOpen: flush()) } catch { throw EventError(wrapping: error) }
  }

  func partitions() throws(EventError) -> [EventPartition] {
    defer { errors.flush() }
    do {
      return try keeper.descriptions(isOpen: flush(), uploads: uploader != nil)
    } catch {
      throw EventError(wrapping: error)
    }
  }

  func waitForUploads(timeout: Duration) -> Bool {
    guard let uploader else { return false }
    defer { errors.flush() }
    let deadline = ContinuousClock.now + timeout
    if !flush() {
      // Leftovers move once recording begins, and not before.
      let all = try? keeper.descriptions(isOpen: false, uploads: true)
      return all?.allSatisfy { $0.acknowledgedCount >= $0.eventCount } ?? false
    }
    keeper.flush()
    while true {
      // Asked first: what is taken over from here on is part of the pool.
      let isWhole = !keeper.hasPostponed
      let goals = pool.partitions.map { ($0, $0.state.written) }
      guard uploader.wait(for: goals, until: deadline) else { return false }
      if isWhole { return true }
      if ContinuousClock.now >= deadline { return false }
      Thread.sleep(forTimeInterval: 0.002)
    }
  }

  func close() { end(isAbandoned: false) }

  func abandon() { end(isAbandoned: true) }

  private func end(isAbandoned: Bool) {
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
    guard isFirst else { return queue.sync { work() } }
    queue.sync {
      if !isAbandoned { work() }
      state.withLock { state in
        state.current.letGo()
        state.isOpen = false
        state.isBroken = false
      }
    }
    uploader?.stop()
    keeper.close(deletesFinished: !isAbandoned)
    errors.flush()
    pool.removeTemporaryFolder()
  }

  // MARK: Work on the queue

  /// Persists everything that waits.
  ///
  /// - Returns: whether the pool is open.
  private func flush() -> Bool {
    queue.sync {
      work()
      return state.withLock { $0.isOpen }
    }
  }

  private func work() {
    let isNested = state.withLock { state in
      defer { state.isWorking = true }
      return state.isWorking
    }
    if isNested { return }
    defer { state.withLock { $0.isWorking = false } }
    while true {
      var jobs: [Job?] = waiting.withLock { waiting in
        defer { waiting.jobs = [] }
        if waiting.jobs.isEmpty { waiting.isScheduled = false }
        return waiting.jobs
      }
      if jobs.isEmpty { return }
      let wasAbandoned = waiting.withLock { $0.isAbandoned }
      var next = 0
      // Those before this place are persisted one at a time, because they failed together.
      var aloneUntil = 0
      while next < jobs.count {
        // What was recorded before is lost, what comes later is told so.
        if !wasAbandoned && waiting.withLock({ $0.isAbandoned }) { break }
        let limit = isOneAtATime || next < aloneUntil ? 1 : Self.groupCount
        let group = jobs[next...].prefix(limit).compactMap(\.self)
        let (outcomes, tried) = persist(group)
        if outcomes.isEmpty {
          aloneUntil = next + tried
          continue
        }
        for (job, failure) in zip(group, outcomes) {
          tell(job, failure)
          // What is persisted needs no memory any more.
          jobs[next] = nil
          next += 1
        }
        uploader?.kick()
        state.withLock { $0.current.tidy() }
      }
    }
  }

  private var rules: UploadRules { configuration.edition.upload }

  /// Whether the edition has a failure spread to others, so that each has to be seen alone.
  private var isOneAtATime: Bool {
    !configuration.edition.representation.failureSparesOthers
      || !configuration.edition.metadata.forgetsFieldsOfFailedScopes
  }

  private func tell(_ job: Job, _ failure: EventError?) {
    if let failure {
      configuration.logger?.error(
        "events were not persisted",
        metadata: ["error": "\(failure.code.rawValue)"]
      )
      if job.completion == nil { configuration.errorHandler?(failure) }
    }
    job.completion?(failure)
  }

  /// Persists as many of these jobs as one transaction takes.
  ///
  /// - Returns: what became of the first ones, which is durable; none if the transaction failed with so many tried.
  private func persist(_ group: [Job]) -> (outcomes: [EventError?], tried: Int) {
    state.withLock { state in
      do {
        try open(&state)
        if state.isBroken {
          throw EventError(.eventRealmUnavailable, "the event realm was closed by a failure")
        }
        if group.allSatisfy(\.isEmpty) { return (group.map { _ in nil }, group.count) }
        while true {
          let appender = try state.current.appender()
          let result = write(group, to: appender)
          switch result {
          case .written(let outcomes):
            if !configuration.edition.representation.failureSparesOthers,
              outcomes.contains(where: { $0 != nil })
            {
              state.isBroken = true
              state.current.close()
            }
            return (outcomes, outcomes.count)
          case .full: state.current.close()
          case .failed(_, let tried) where group.count > 1: return ([], max(tried, 1))
          case .failed(let error, _):
            state.current.react(to: error)
            state.isBroken = !configuration.edition.representation.failureSparesOthers
            return ([EventError(wrapping: error)], 1)
          }
        }
      } catch { return ([EventError(wrapping: error)], 1) }
    }
  }

  private enum WriteResult {
    case written([EventError?])
    /// The partition takes no more.
    case full
    /// Nothing was written; so many were tried.
    case failed(any Error, tried: Int)
  }

  private func write(_ group: [Job], to appender: PartitionAppender) -> WriteResult {
    var outcomes: [EventError?] = []
    do {
      try appender.transaction { transaction in
        let before = try transaction.byteCount()
        var bytes = before
        for job in group {
          // Checked before each scope, so that none is divided.
          let isChecked = !job.isEmpty && (!job.isCustomEvent || rules.checksCustomEvents)
          if bytes >= configuration.maxPartitionBytes && appender.count > 0 && isChecked {
            return
          }
          if !outcomes.isEmpty && bytes - before >= Self.groupBytes { return }
          do {
            try transaction.scope(job.body)
            outcomes.append(nil)
          } catch {
            guard transaction.isAlive, !(error is DatabaseError) else {
              outcomes.append(nil)
              throw error
            }
            outcomes.append(EventError(wrapping: error))
          }
          bytes = try transaction.byteCount()
        }
      }
      return outcomes.isEmpty ? .full : .written(outcomes)
    } catch {
      return .failed(error, tried: outcomes.count)
    }
  }

  /// Opens the pool, which is when the uploading of leftovers begins.
  private func open(_ state: inout State) throws {
    if state.isOpen { return }
    if waiting.withLock({ $0.isClosed }) {
      throw EventError(.eventRealmUnavailable, "the event realm was closed")
    }
    if let user = configuration.syncUser, configuration.server?.isRemoved(user) == true {
      throw EventError(
        .eventRealmUnavailable,
        "the event realm can't be opened: its user was removed"
      )
    }
    try pool.prepareFolder()
    state.isOpen = true
    uploader?.start()
    keeper.takeOver(rules.takesOverLeftovers ? pool.found() : []) { [weak uploader] in
      uploader?.kick()
    }
  }

}
